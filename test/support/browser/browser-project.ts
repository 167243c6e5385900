// The suites that run inside a page, in one browser.
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { LaunchOptions } from 'playwright';

/** @param launchOptions Playwright's, with the system's own browser */
export const browserProject = (
  browser: 'chromium' | 'firefox',
  launchOptions: LaunchOptions,
): TestProjectInlineConfiguration => ({
  // Found at start rather than on the way: a late find would reload the page under a running test.
  optimizeDeps: {
    include: ['idb', 'comlink', 'leven', 'stemmer', 'fflate', 'yaml', 'fast-check'],
  },
  test: {
    name: browser,
    include: ['test/**/*.browser.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser }],
    },
  },
});
