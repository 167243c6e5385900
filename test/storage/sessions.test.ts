import 'fake-indexeddb/auto';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { sessionsContract } from '../contracts/sessions.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

sessionsContract('memory storage', async () => {
  const storage = memoryStorage();
  return { open: () => storage };
});

let databases = 0;
sessionsContract('IndexedDB storage over fake-indexeddb', async () => {
  const name = `sessions-${++databases}`;
  return { open: () => idbStorage({ name }) };
});

sessionsContract('file-system storage', async () => {
  const root = await temporaryFolder();
  return { open: () => fileStorage({ root }) };
});

for (const backend of ['sqlite', 'kv'] as const) {
  sessionsContract(`Durable Object storage over a fake of ${backend}`, async () => {
    const object = fakeDurableObject(backend);
    return { open: () => durableObjectStorage(object) };
  });
}
