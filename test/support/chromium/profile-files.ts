// Files of IndexedDB in a Chromium profile, and damage to them. LevelDB keeps a log of the newest writes, tables of
// older ones, a MANIFEST that lists them, and CURRENT, which names it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the folder of the only origin's databases. */
export function databaseFolder(profile: string): string {
  const all = join(profile, 'Default/IndexedDB');
  const name = existsSync(all) ? readdirSync(all).find((entry) => entry.endsWith('.indexeddb.leveldb')) : undefined;
  if (!name) throw new Error(`${all} holds no LevelDB: this Chromium keeps IndexedDB in another form`);
  return join(all, name);
}

/** Returns the newest matching file; undefined where there is none. */
export function newest(folder: string, isIt: (name: string) => boolean): string | undefined {
  const last = readdirSync(folder).filter(isIt).sort().at(-1);
  return last === undefined ? undefined : join(folder, last);
}

export const isLog = (name: string): boolean => name.endsWith('.log');
export const isTable = (name: string): boolean => name.endsWith('.ldb');
export const isManifest = (name: string): boolean => name.startsWith('MANIFEST');

/** Returns names and contents of a folder as one text, to detect damage. */
export const imprint = (folder: string): string =>
  !existsSync(folder)
    ? ''
    : readdirSync(folder)
        .filter((name) => statSync(join(folder, name)).isFile())
        .map(
          (name) =>
            `${name} ${createHash('sha256')
              .update(readFileSync(join(folder, name)))
              .digest('hex')}`,
        )
        .join('\n');

/** Overwrites the middle of a file. */
export function overwrite(file: string, change: (before: Buffer) => Buffer): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  const changed = change(bytes.subarray(middle, middle + 64));
  changed.copy(bytes, middle);
  writeFileSync(file, bytes);
}

/** Reason why power cuts cannot be simulated here; undefined where they can. */
export const noPowerCut = ((): string | undefined => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux' ? undefined : 'it needs Linux';
  } catch {
    return 'it needs a C compiler (cc)';
  }
})();

/** Returns an environment in which a program logs the length of each file whenever it is synced to disk. */
export function notingSyncs(folder: string): { readonly LD_PRELOAD: string; readonly SYNCS: string } {
  const library = join(folder, 'note-syncs.so');
  const source = fileURLToPath(new URL('note-syncs.c', import.meta.url));
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  return { LD_PRELOAD: library, SYNCS: join(folder, 'syncs') };
}

/**
 * Simulates a power cut: keeps the synced part of each file, and nothing of a log that was never synced. Returns the
 * number of lost bytes.
 */
export function cutPower(profile: string, { SYNCS }: { readonly SYNCS: string }): number {
  const lines = existsSync(SYNCS) ? readFileSync(SYNCS, 'utf8').trim().split('\n') : [];
  const forced = new Map(
    lines.map((line) => {
      const [size = '0', path = ''] = line.split('\t');
      return [path, Number(size)] as const;
    }),
  );
  const folder = databaseFolder(profile);
  let lost = 0;
  for (const name of readdirSync(folder).filter((each) => isLog(each) || isTable(each) || isManifest(each))) {
    const file = join(folder, name);
    const kept = forced.get(file) ?? (isLog(name) ? 0 : statSync(file).size);
    const { size } = statSync(file);
    if (kept < size) truncateSync(file, kept);
    lost += size - statSync(file).size;
  }
  return lost;
}
