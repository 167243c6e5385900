// Other engines than Chromium's; scripts/test-browsers.mjs names the projects whose browser is installed.
import { defineConfig } from 'vitest/config';
import { browserProject } from '../support/browser-project.ts';

const FIREFOX = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
};

export default defineConfig({
  test: {
    projects: [
      browserProject('firefox', FIREFOX),
      { test: { name: 'webkit', include: ['test/browsers/*.webkit.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
});
