// For `commit-many.mjs`: the storage that its processes share.
import { fileStorage } from '../../src/adapters/file-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';

export const openStorage = (root: string): Storage => fileStorage({ root });
