// File operations that leave syncing to the operating system, and record what a flush has to sync.
import type { FileOperations } from './operations.ts';

export class RelaxedFiles {
  readonly #files: FileOperations;
  readonly #paths = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(files: FileOperations) {
    this.#files = files;
  }

  /** Returns the same operations without waiting for the disk. */
  operations(): FileOperations {
    return {
      ...this.#files,
      write: async (path, content) => {
        await this.#files.create(path, content);
        this.#paths.add(path);
      },
      append: async (path, content) => {
        await this.#files.appendSoon(path, content);
        this.#paths.add(path);
      },
      rename: async (from, to) => {
        await this.#files.rename(from, to);
        if (this.#paths.delete(from)) this.#paths.add(to);
      },
      removeFile: async (path) => {
        await this.#files.removeFile(path);
        this.#paths.delete(path);
      },
      syncFolder: async (path) => void this.#folders.add(path),
    };
  }

  /** Resolves when everything written so far is on disk. The next flush retries failures. */
  async flush(): Promise<void> {
    // Folders last: a name must not reach the disk before its content.
    for (const path of this.#paths) {
      await this.#files.syncFile(path);
      this.#paths.delete(path);
    }
    for (const path of this.#folders) {
      // It may have been deleted with its session.
      if (await this.#files.status(path)) await this.#files.syncFolder(path);
      this.#folders.delete(path);
    }
  }
}
