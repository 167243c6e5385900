// Tests the lenses with real SDKs, the inspector in React and Vue pages, and the storages over real clients and a
// Redis.
import { build } from './build.mjs';
import { ensureChromium, ensurePackages, ensureRedis, run } from './environment.mjs';

const suites = 'test/sdks';

build();
ensurePackages(suites);
ensureRedis();
ensureChromium();
for (const project of [suites, `${suites}/tsconfig.former.json`]) run('npx', ['tsc', '--project', project]);
run('npx', ['vitest', 'run', '--config', `${suites}/vitest.config.ts`, '--root', '.', ...process.argv.slice(2)]);
