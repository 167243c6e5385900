// Prepares an example: installs the package above it as npm would, and the example's own dependencies. In your own app,
// run `npm install working-memory` instead.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The published package contains no sources and is built already.
if (existsSync(join(root, 'src'))) (await import('../scripts/build.mjs')).build();
const folder = mkdtempSync(join(tmpdir(), 'working-memory-tarball-'));
const npm = (cwd, ...args) => execFileSync('npm', args, { cwd, stdio: 'inherit' });
try {
  npm(root, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  const tarball = join(folder, readdirSync(folder)[0]);
  npm(process.cwd(), 'install', '--silent', '--no-save', '--no-package-lock', tarball);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
