import 'fake-indexeddb/auto';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { idbStorageContract } from '../contracts/indexeddb.ts';
import { storageContract } from '../contracts/storage.ts';

storageContract('memory storage', async () => {
  const storage = memoryStorage();
  return { storage, reopen: async () => storage };
});

let databases = 0;
storageContract('IndexedDB storage over fake-indexeddb', async () => {
  const name = `contract-${++databases}`;
  return { storage: idbStorage({ name }), reopen: async () => idbStorage({ name }) };
});

idbStorageContract('over fake-indexeddb', () => `failing-${++databases}`);
