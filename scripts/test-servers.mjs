// The storages over real databases: Postgres, SQLite in its forms, Redis as a cluster. What cannot be had here is skipped
// and says so.
import { build } from './build.mjs';
import { ensurePackages, ensurePostgres, ensureRedis, run } from './environment.mjs';

const suites = 'test/servers';

build();
ensurePackages(suites);
ensurePostgres();
ensureRedis();
run('npx', ['tsc', '--project', suites]);
run('npx', ['vitest', 'run', '--config', `${suites}/vitest.config.ts`, '--root', '.', ...process.argv.slice(2)]);
