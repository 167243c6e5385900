import { idbStorage } from '../../src/adapters/idb-storage.ts';
import { idbStorageContract } from '../contracts/idb-storage.ts';
import { storageContract } from '../contracts/storage.ts';

storageContract('IndexedDB storage in Chromium', async () => {
  const name = `contract-${crypto.randomUUID()}`;
  return { storage: idbStorage({ name }), reopen: async () => idbStorage({ name }) };
});

idbStorageContract('in Chromium', () => `failing-${crypto.randomUUID()}`);
