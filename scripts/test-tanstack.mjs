// `npm run test:tanstack -- FOLDER`: tests the memory adapter with the contract suite and the middleware of
// `@tanstack/ai-memory`, in Node and in Chromium. The package is in no registry: FOLDER is a checkout of the repository
// TanStack/ai.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { ensureChromium, ensurePackages, run } from './environment.mjs';

const [folder = ''] = process.argv.slice(2);
const checkout = resolve(folder);
const suite = join(checkout, 'packages/ai-memory/tests/contract.ts');
if (folder === '' || !existsSync(suite)) {
  console.error(
    `${suite}: no such file. Clone the repository TanStack/ai, and say where: npm run test:tanstack -- FOLDER`,
  );
  process.exit(2);
}

build();
ensureChromium();
ensurePackages('test/sdks');
process.env.TANSTACK_AI = checkout;
run('npx', ['vitest', 'run', '--config', 'test/sdks/checkouts/tanstack.config.ts', '--root', '.']);
