// Other engines than Chromium's; scripts/test-browsers.mjs names the projects whose browser is installed.
import { defineConfig } from 'vitest/config';
import { FIREFOX } from './firefox.ts';
import { browserProject } from '../support/browser/browser-project.ts';

const firefox = browserProject('firefox', FIREFOX);

export default defineConfig({
  test: {
    projects: [
      // Playwright drives a stock Firefox by a protocol that it calls experimental: what fails once is tried again.
      { ...firefox, test: { ...firefox.test, retry: 2 } },
      {
        test: {
          name: 'firefox-pages',
          include: ['test/browsers/*.firefox.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry: 2,
        },
      },
      { test: { name: 'webkit', include: ['test/browsers/*.webkit.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
});
