import { encrypted } from '../../src/entries/encrypted.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { idbStorageContract } from '../contracts/indexeddb.ts';
import { itemFieldsContract } from '../contracts/item-fields.ts';
import { storageContract } from '../contracts/storage.ts';

storageContract('IndexedDB storage in Chromium', async () => {
  const name = `contract-${crypto.randomUUID()}`;
  return { storage: idbStorage({ name }), reopen: async () => idbStorage({ name }) };
});

storageContract('encrypted IndexedDB storage in Chromium', async () => {
  const name = `encrypted-${crypto.randomUUID()}`;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const open = () => encrypted(idbStorage({ name }), { key });
  return { storage: open(), reopen: async () => open() };
});

idbStorageContract('in Chromium', () => `failing-${crypto.randomUUID()}`);

itemFieldsContract('IndexedDB storage in Chromium', async () => {
  const name = `item-fields-${crypto.randomUUID()}`;
  return { storage: idbStorage({ name }), reopen: async () => idbStorage({ name }) };
});
