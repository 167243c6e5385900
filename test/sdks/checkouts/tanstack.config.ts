// The memory adapter under the suite and the middleware of TanStack's own package; run by scripts/test-tanstack.mjs.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { browserProject } from '../../support/browser/browser-project.ts';
import { CHROMIUM } from '../../support/browser/chromium.ts';
import { PATIENCE } from '../../support/patience.ts';

const checkout = process.env.TANSTACK_AI;
if (!checkout) throw new Error('TANSTACK_AI is absent: npm run test:tanstack -- FOLDER sets it.');
const installed = (path: string): string => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const place = {
  alias: {
    'tanstack-ai-memory': join(checkout, 'packages/ai-memory'),
    // The checkout has no packages of its own.
    '@tanstack/ai-event-client': installed('@tanstack/ai-event-client'),
  },
};
const page = browserProject('chromium', CHROMIUM, { include: ['test/sdks/checkouts/*.checkout-page.ts'] });

export default defineConfig({
  test: {
    projects: [
      { resolve: place, test: { ...PATIENCE, name: 'node', include: ['test/sdks/checkouts/*.checkout.ts'] } },
      { ...page, resolve: place, server: { fs: { allow: ['.', checkout] } } },
    ],
  },
});
