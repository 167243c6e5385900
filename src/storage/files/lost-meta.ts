/// <reference types="node" />
// A session whose meta.json is missing or damaged: its owner counts it anew from its rows at the next opening.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isWorkingMemoryError, type WorkingMemoryError } from '../../errors.ts';
import { storageUnavailable } from '../failures.ts';
import { type MetaFile, parseState } from './batch.ts';
import type { SessionFolder } from './layout.ts';
import { fieldsOf, readLog } from './log.ts';
import type { FileOperations } from './operations.ts';

/** Undefined where the content is damaged. @throws storage-version */
export function parseMeta(bytes: Uint8Array, path: string): MetaFile | undefined {
  try {
    const { manifest, journal, rows, ...meta } = parseState<MetaFile>(bytes, path);
    const isWhole = [manifest, journal, rows].every((part) => typeof part === 'object' && part !== null);
    return isWhole ? { ...meta, manifest, journal, rows } : undefined;
  } catch (error) {
    if (isWorkingMemoryError(error, 'storage-unavailable')) return undefined;
    throw error;
  }
}

/** Head of the newest readable entry; undefined where the journal has none. */
export async function newestHead(files: FileOperations, folder: SessionFolder): Promise<number | undefined> {
  const { lines } = await readLog(files, folder.journal);
  return lines
    .map((line) => fieldsOf(line)?.head)
    .filter((head) => typeof head === 'number')
    .at(-1);
}

/** Keeps a damaged meta.json before a commit writes a new one. */
export async function setMetaAside(files: FileOperations, folder: SessionFolder): Promise<void> {
  if (!(await files.status(folder.meta))) return;
  await files.makeFolder(folder.replaced);
  await files.rename(folder.meta, join(folder.replaced, `meta-${randomUUID()}.json`));
}

export const metaLost = ({ meta }: SessionFolder): WorkingMemoryError =>
  storageUnavailable(
    `${meta} is missing or damaged`,
    `${meta} is missing or damaged, and rows of its session are there. Nothing was changed. Restore that file from a ` +
      'copy, or open the session again: it is counted anew from its rows.',
  );
