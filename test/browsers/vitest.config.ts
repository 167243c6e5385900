// Other engines than Chromium's; scripts/test-browsers.mjs names the projects whose browser is installed.
import { defineConfig } from 'vitest/config';
import { browserProject } from '../support/browser/browser-project.ts';

const FIREFOX = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
};

const firefox = browserProject('firefox', FIREFOX);

export default defineConfig({
  test: {
    projects: [
      // Playwright drives a stock Firefox by a protocol that it calls experimental: what fails once is tried again.
      { ...firefox, test: { ...firefox.test, retry: 2 } },
      { test: { name: 'webkit', include: ['test/browsers/*.webkit.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
});
