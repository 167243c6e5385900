// Tests the storages over real databases: Postgres, variants of SQLite, and Redis as a cluster. Unavailable ones are
// skipped with a message.
import { build } from './build.mjs';
import { ensurePackages, ensurePostgres, ensureRedis, run } from './environment.mjs';

const suites = 'test/servers';

build();
ensurePackages(suites);
ensurePostgres();
ensureRedis();
run('npx', ['tsc', '--project', suites]);
run('npx', ['vitest', 'run', '--config', `${suites}/vitest.config.ts`, '--root', '.', ...process.argv.slice(2)]);
