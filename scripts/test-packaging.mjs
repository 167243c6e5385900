// What a user installs: packs the tarball and runs the slow suites over it, in bundlers, pages and other runtimes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureChromium, root, run } from './environment.mjs';

const suites = 'test/packaging';

build();
ensureChromium();
ensureSuitePackages();
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

/** They are large and needed here only, so that `npm test` does without. */
function ensureSuitePackages() {
  const installed = `${root}${suites}/node_modules/.package-lock.json`;
  const locked = `${root}${suites}/package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return;
  run('npm', ['ci', '--prefix', suites, '--no-audit', '--no-fund']);
}
