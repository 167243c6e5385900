// Owner for `commit-many.mjs`: the storage that its processes share.
import { fileStorage } from '../../../src/storage/files/storage.ts';
import type { Storage } from '../../../src/storage/port.ts';

export const openStorage = (root: string): Storage => fileStorage({ root });
