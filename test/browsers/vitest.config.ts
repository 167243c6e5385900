// Suites in engines other than Chromium's; scripts/test-browsers.mjs names the projects whose browser is installed.
import { defineConfig } from 'vitest/config';
import { FIREFOX } from './firefox.ts';
import { browserProject } from '../support/browser/browser-project.ts';
import { PATIENCE } from '../support/patience.ts';

const firefox = browserProject('firefox', FIREFOX);

export default defineConfig({
  test: {
    projects: [
      // Playwright drives a stock Firefox by a protocol that it calls experimental: what fails once is tried again.
      { ...firefox, test: { ...firefox.test, retry: 2 } },
      { test: { ...PATIENCE, name: 'firefox-pages', include: ['test/browsers/*.firefox.ts'], retry: 2 } },
      { test: { ...PATIENCE, name: 'webkit', include: ['test/browsers/*.webkit.ts'] } },
    ],
  },
});
