// The packed package, and folders with it installed as real files, because Vite serves nothing behind a link.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

export const PACKAGING = fileURLToPath(new URL('.', import.meta.url));
const APP = join(PACKAGING, 'app');

/** @throws when the suites were not started by `npm run test:packaging` */
export function tarball(): string {
  const file = process.env['WORKING_MEMORY_TARBALL'];
  if (file === undefined)
    throw new Error('WORKING_MEMORY_TARBALL names no tarball: start with npm run test:packaging.');
  return file;
}

/** A folder of its own with nothing installed but the tarball; `below` another folder than the system's. */
export async function emptyConsumer(below?: string): Promise<string> {
  const folder = await temporaryFolder(below);
  const installed = installedIn(folder);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball(), '-C', installed, '--strip-components=1']);
  return folder;
}

/** Makes a consumer with the pages of `app/`: `index.html` has the library's own worker, `own.html` the app's. */
export async function consumer(): Promise<string> {
  const folder = await emptyConsumer();
  cpSync(APP, folder, { recursive: true });
  return folder;
}

export const installedIn = (folder: string): string => join(folder, 'node_modules/working-memory');

export interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(installedIn(folder), 'package.json'), 'utf8')) as Manifest;

/** Names that an app can import code from, e.g. `working-memory/tools`. */
export const codeEntries = ({ exports }: Manifest): string[] =>
  Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry]) => entry.replace(/^\./, 'working-memory'));
