// Prepares the machine: installs the packages, a Chromium for the browser tests, and servers for the storage tests.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the repository. On failure this process ends with the command's status. */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the locked packages of a folder when they are missing or older than its lockfile. */
export function ensurePackages(folder = '.') {
  const installed = `${root}${folder}/node_modules/.package-lock.json`;
  const locked = `${root}${folder}/package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return;
  run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']);
}

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const findChromium = () => [process.env.CHROMIUM_PATH, ...KNOWN_PLACES].find((path) => path && existsSync(path));

const canInstall = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

const install = (name) => ['install', '-y', '-qq', '--no-install-recommends', name];

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const installed = (name) =>
  canInstall() && succeeds('apt-get', ['update', '-qq']) && succeeds('apt-get', install(name));

/** Finds Chromium; on Debian as root, installs it. */
export function ensureChromium() {
  if (findChromium() || (installed('chromium') && findChromium())) return;
  console.error(
    'The browser tests need Chromium, and it could not be installed here. Install it, or name it in CHROMIUM_PATH. ' +
      'The tests that need no browser: npx vitest run --project node.',
  );
  process.exit(1);
}

export const hasRedis = () => succeeds('redis-server', ['--version']);

/** On Debian as root, installs Redis; without it, its tests are skipped with a message. */
export function ensureRedis() {
  if (hasRedis()) return;
  if (!installed('redis-server') || !hasRedis())
    console.warn('redis-server is missing and cannot be installed: its tests are skipped.');
}

/** Debian keeps the server's programs outside of the path. */
const hasPostgres = () => succeeds('initdb', ['--version']) || existsSync('/usr/lib/postgresql');

/** On Debian as root, installs Postgres; without it, its tests are skipped with a message. */
export function ensurePostgres() {
  if (hasPostgres()) return;
  if (!installed('postgresql') || !hasPostgres())
    console.warn('Postgres is missing and cannot be installed: its tests are skipped; PGlite stands in for it.');
}
