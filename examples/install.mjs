// Before an example starts: this repository's package, installed as npm would install it, and what the example needs
// beside it. In an app of your own this is `npm install working-memory`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/build.mjs';
import { root } from '../scripts/environment.mjs';

build();
const folder = mkdtempSync(join(tmpdir(), 'working-memory-tarball-'));
const npm = (cwd, ...args) => execFileSync('npm', args, { cwd, stdio: 'inherit' });
try {
  npm(root, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  const tarball = join(folder, readdirSync(folder)[0]);
  npm(process.cwd(), 'install', '--silent', '--no-save', '--no-package-lock', tarball);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
