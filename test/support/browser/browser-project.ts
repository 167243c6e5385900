// Vitest project that runs suites inside a page of one browser.
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { LaunchOptions } from 'playwright';
import { PATIENCE } from '../patience.ts';
import { bundledWorker } from './bundled-worker.ts';

const BUNDLED = ['idb', 'comlink', 'leven', 'stemmer', 'fflate', 'yaml'];
const VIEWS = ['preact', 'preact/hooks', 'preact/jsx-runtime', 'preact/jsx-dev-runtime'];

/**
 * @param launchOptions Playwright's options, with the system's own browser
 * @param selection selects the files; by default all suites of a page
 */
export const browserProject = (
  browser: 'chromium' | 'firefox',
  launchOptions: LaunchOptions,
  selection: { name?: string; include?: string[]; exclude?: string[] } = {},
): TestProjectInlineConfiguration => ({
  plugins: [bundledWorker()],
  // Bundled at start: discovering one later would reload the page during a test.
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
