import 'fake-indexeddb/auto';
import { idbStorage } from '../../src/adapters/idb-storage.ts';
import { memoryStorage } from '../../src/adapters/memory-storage.ts';
import { idbStorageContract } from '../contracts/idb-storage.ts';
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
