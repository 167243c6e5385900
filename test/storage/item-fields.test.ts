import 'fake-indexeddb/auto';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { itemFieldsContract } from '../contracts/item-fields.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

itemFieldsContract('memory storage', async () => {
  const storage = memoryStorage();
  return { storage, reopen: async () => storage };
});

let databases = 0;
itemFieldsContract('IndexedDB storage over fake-indexeddb', async () => {
  const name = `item-fields-${++databases}`;
  return { storage: idbStorage({ name }), reopen: async () => idbStorage({ name }) };
});

itemFieldsContract('file-system storage', async () => {
  const root = await temporaryFolder();
  return { storage: fileStorage({ root }), reopen: async () => fileStorage({ root }) };
});

for (const backend of ['sqlite', 'kv'] as const) {
  itemFieldsContract(`Durable Object storage over a fake of ${backend}`, async () => {
    const object = fakeDurableObject(backend);
    return { storage: durableObjectStorage(object), reopen: async () => durableObjectStorage(object) };
  });
}
