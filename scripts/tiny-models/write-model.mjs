// Writes the files of a model into its folder.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param files contents by path; what is no buffer is written as JSON */
export function writeModel(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    // Renamed into place, so that a reader at the same time never sees half a file.
    writeFileSync(`${path}.${process.pid}`, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    renameSync(`${path}.${process.pid}`, path);
  }
}
