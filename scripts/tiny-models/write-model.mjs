// Writes the files of a model into its folder.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param files contents by path; contents other than buffers are written as JSON */
export function writeModel(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    // Renamed into place, so that a concurrent reader never sees half a file.
    writeFileSync(`${path}.${process.pid}`, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    renameSync(`${path}.${process.pid}`, path);
  }
}
