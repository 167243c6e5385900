import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { storageParity } from '../contracts/storage-parity.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

storageParity('file-system', async () => {
  const root = await temporaryFolder();
  return { open: () => fileStorage({ root }) };
});

storageParity('durable-object', async () => {
  const object = fakeDurableObject('kv');
  return { open: () => durableObjectStorage(object) };
});
