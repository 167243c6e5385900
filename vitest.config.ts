// `node`: everything that runs in this process. `chromium`: the same suites and the worker boundary inside a real page.
// `pages`: journeys over several real pages of the built package.
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM } from './test/support/chromium.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // Found at start rather than on the way: a late find would reload the page under a running test.
        optimizeDeps: { include: ['idb', 'comlink', 'leven', 'stemmer', 'diff', 'fflate', 'fast-check'] },
        test: {
          name: 'chromium',
          include: ['test/**/*.browser.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: CHROMIUM }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'pages',
          include: ['test/**/*.pages.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
