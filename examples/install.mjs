// Before an example starts: the package above it, installed as npm would install it, and what the example needs beside it.
// In an app of your own this is `npm install working-memory`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The published package holds no sources: it is built already.
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
