// Encryption at rest around a real Redis: the contract of every storage, and wrong keys.
import { encrypted } from '../../../src/entries/encrypted.ts';
import { encryptedKeysContract, newKey } from '../../contracts/encrypted-keys.ts';
import { sessionsContract } from '../../contracts/sessions.ts';
import { storageContract } from '../../contracts/storage.ts';
import { storageParity } from '../../contracts/storage-parity.ts';
import { describeRedis } from '../support/redis/describe-redis.ts';

describeRedis((emptyPlace) => {
  const make = async () => {
    const open = emptyPlace();
    const key = await newKey();
    return () => encrypted(open(), { key });
  };
  storageContract('encrypted Redis storage', async () => {
    const open = await make();
    return { storage: open(), reopen: async () => open() };
  });
  sessionsContract('encrypted Redis storage', async () => ({ open: await make() }));
  storageParity('redis, encrypted', async () => ({ open: await make() }));
  encryptedKeysContract('an encrypted Redis storage', async () => emptyPlace());
});
