// `node`: everything that runs in this process. `chromium`: the same suites and the worker boundary inside a real page.
// `pages`: journeys over several real pages of the built package. What takes long of each of them stands in a project
// of its own, `slow-…`, with the journeys over the demo's pages.
import { configDefaults, defineConfig } from 'vitest/config';
import { browserProject } from './test/support/browser/browser-project.ts';
import { CHROMIUM } from './test/support/browser/chromium.ts';
import { PATIENCE } from './test/support/patience.ts';

const inThisProcess = { ...PATIENCE, setupFiles: ['test/support/property-seed.ts'] };
const journeys = { ...PATIENCE, testTimeout: 180_000, fileParallelism: false } as const;
const ofTheDemo = 'test/demo/pages/**';
const slow = {
  node: 'test/**/*.slow.ts',
  chromium: 'test/**/*.slow.browser.ts',
  pages: 'test/**/*.slow.pages.ts',
};

const besides = (...paths: string[]): string[] => [...configDefaults.exclude, ...paths];

export default defineConfig({
  test: {
    // By default one processor is left to Vitest itself, half of a small machine.
    maxWorkers: '100%',
    ...PATIENCE,
    projects: [
      { test: { ...inThisProcess, name: 'node', include: ['test/**/*.test.ts'] } },
      { test: { ...inThisProcess, name: 'slow-node', include: [slow.node] } },
      browserProject('chromium', CHROMIUM, { exclude: besides(slow.chromium) }),
      browserProject('chromium', CHROMIUM, { name: 'slow-chromium', include: [slow.chromium] }),
      {
        test: {
          ...journeys,
          name: 'pages',
          include: ['test/**/*.pages.ts'],
          exclude: besides(ofTheDemo, slow.pages),
        },
      },
      { test: { ...journeys, name: 'slow-pages', include: [ofTheDemo, slow.pages] } },
    ],
  },
});
