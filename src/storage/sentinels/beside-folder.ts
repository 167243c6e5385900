/// <reference types="node" />
// Sentinels of sessions in a folder: a file for each, in a hidden folder next to that folder. They survive if the
// folder is emptied or restored, or if the volume mounted there is lost; inside, they would go with it.
import { basename, dirname, join } from 'node:path';
import { hash } from '../../tree/hash.ts';
import { bytesOf, type FileOperations, textOf, writeAtomically } from '../files/operations.ts';
import type { Sentinels } from '../port.ts';

export function sentinelsBeside(root: string, files: FileOperations): Sentinels {
  const folder = join(dirname(root), `.${basename(root)}.sentinels`);
  const pathOf = (name: string): string => join(folder, `${hash(name)}.json`);
  return {
    async read(name) {
      const bytes = await files.read(pathOf(name));
      return bytes && textOf(bytes);
    },
    async write(name, text) {
      if (text === undefined) return files.removeFile(pathOf(name));
      await files.makeFolder(folder);
      await writeAtomically(files, folder, pathOf(name), bytesOf(text));
    },
  };
}
