// `node`: everything that runs in this process, but what takes long there: `slow`. `chromium`: the same suites and the worker boundary inside a real page.
// `pages`: journeys over several real pages of the built package; `demo`: those over the demo's, which take long as well.
import { defineConfig } from 'vitest/config';
import { browserProject } from './test/support/browser/browser-project.ts';
import { CHROMIUM } from './test/support/browser/chromium.ts';
import { PATIENCE } from './test/support/patience.ts';

const journeys = { ...PATIENCE, testTimeout: 180_000, fileParallelism: false } as const;
const ofTheDemo = 'test/demo/pages/**';

export default defineConfig({
  test: {
    // By default one processor is left to Vitest itself, half of a small machine.
    maxWorkers: '100%',
    ...PATIENCE,
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          ...PATIENCE,
        },
      },
      browserProject('chromium', CHROMIUM),
      { test: { name: 'pages', include: ['test/**/*.pages.ts'], exclude: [ofTheDemo], ...journeys } },
      { test: { name: 'demo', include: [ofTheDemo], ...journeys } },
    ],
  },
});
