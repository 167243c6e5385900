// The package as a user installs it, for the suites over the tarball.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './environment.mjs';

/** Packs the build and runs the suites of a configuration over it, with the arguments of this process. */
export function testTarball(config) {
  const folder = mkdtempSync(join(tmpdir(), 'working-memory-tarball-'));
  try {
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
    process.env.WORKING_MEMORY_TARBALL = join(folder, readdirSync(folder)[0]);
    const args = ['vitest', 'run', '--config', config, '--root', '.', ...process.argv.slice(2)];
    process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
