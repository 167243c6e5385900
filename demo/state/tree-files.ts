// Copies files into the session and out of it, each with a notice.
import type { WorkingMemory } from 'working-memory';
import { isWorkingMemoryError } from 'working-memory';
import type { Notices } from './notices.ts';
import { checkSize, isZip, readText, UnreadableFile } from '../files/read-file.ts';
import { textOfError, type Words } from '../words/words.ts';

export interface Taking {
  readonly memory: WorkingMemory;
  readonly notices: Notices;
  readonly words: Words;
}

/** Adds text files to detail/ and imports a zip. */
export const takeFiles = (taking: Taking, files: readonly File[]): Promise<void> =>
  oneByOne(taking, files, async ({ memory, words }, file, bytes) => {
    if (isZip(file.name)) return importZip(taking, file.name, bytes);
    const path = `detail/${file.name}`;
    await memory.files.write(path, readText(file.name, bytes), { force: true });
    return words.tree.added(path);
  });

async function oneByOne(
  taking: Taking,
  files: readonly File[],
  take: (taking: Taking, file: File, bytes: Uint8Array) => Promise<string>,
): Promise<void> {
  for (const file of files) {
    try {
      // Checked before reading: a file of gigabytes must not be loaded to learn its size.
      checkSize(file.name, file.size);
      taking.notices.say(await take(taking, file, await bytesOf(file)));
    } catch (error) {
      taking.notices.fail(error);
    }
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new UnreadableFile({ kind: 'unreadable', name: file.name }, { cause });
  }
}

async function importZip({ memory, words }: Taking, name: string, bytes: Uint8Array): Promise<string> {
  try {
    const { items, files, skipped } = await memory.import(bytes, { conflict: 'replace' });
    return words.tree.imported(items, files) + (skipped.length > 0 ? words.tree.skipped(skipped.length) : '');
  } catch (error) {
    if (!isWorkingMemoryError(error)) throw error;
    throw new Error(words.files.noZip(name, textOfError(error, words)), { cause: error });
  }
}

/** Downloads a file through the browser. */
export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then, and the browser keeps the content itself.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
