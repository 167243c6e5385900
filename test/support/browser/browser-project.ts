// The suites that run inside a page, in one browser.
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { LaunchOptions } from 'playwright';
import { PATIENCE } from '../patience.ts';
import { bundledWorker } from './bundled-worker.ts';

const BUNDLED = ['idb', 'comlink', 'leven', 'stemmer', 'fflate', 'yaml'];
const VIEWS = ['preact', 'preact/hooks', 'preact/jsx-runtime', 'preact/jsx-dev-runtime'];

/**
 * @param launchOptions Playwright's, with the system's own browser
 * @param selection Of the files; all suites of a page by default.
 */
export const browserProject = (
  browser: 'chromium' | 'firefox',
  launchOptions: LaunchOptions,
  selection: { name?: string; include?: string[]; exclude?: string[] } = {},
): TestProjectInlineConfiguration => ({
  plugins: [bundledWorker()],
  // Found at start rather than on the way: a late find would reload the page under a running test.
  optimizeDeps: {
    include: [...BUNDLED, 'fast-check', 'axe-core', ...VIEWS],
  },
  test: {
    name: browser,
    include: ['test/**/*.browser.ts'],
    ...selection,
    setupFiles: ['test/support/property-seed.ts'],
    ...PATIENCE,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser }],
    },
  },
});
