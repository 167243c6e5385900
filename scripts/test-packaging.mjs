// What a user installs: packs the tarball and runs the slow suites over it, in bundlers, pages and other runtimes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureChromium, ensurePackages, root, run } from './environment.mjs';

const suites = 'test/packaging';

build();
ensureChromium();
// They are large and needed here only, so that `npm test` does without.
ensurePackages(suites);
run('npx', ['tsc', '--project', suites]);
const folder = mkdtempSync(join(tmpdir(), 'working-memory-tarball-'));
try {
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
  process.env.WORKING_MEMORY_TARBALL = join(folder, readdirSync(folder)[0]);
  const args = ['vitest', 'run', '--config', `${suites}/vitest.config.ts`, '--root', '.', ...process.argv.slice(2)];
  process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
