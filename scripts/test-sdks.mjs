// The lenses with the real SDKs, and the storages over real clients and a real Redis.
import { build } from './build.mjs';
import { ensurePackages, ensureRedis, run } from './environment.mjs';

const suites = 'test/sdks';

build();
ensurePackages(suites);
ensureRedis();
run('npx', ['tsc', '--project', suites]);
run('npx', ['vitest', 'run', '--config', `${suites}/vitest.config.ts`, '--root', '.', ...process.argv.slice(2)]);
