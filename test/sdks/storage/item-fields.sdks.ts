import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import { itemFieldsContract } from '../../contracts/item-fields.ts';
import { describeRedis } from '../support/redis/describe-redis.ts';

itemFieldsContract('unstorage storage', async () => {
  const storage = createStorage({ driver: memoryDriver() });
  return { storage: unstorageStorage({ storage }), reopen: async () => unstorageStorage({ storage }) };
});

describeRedis((emptyPlace) => {
  itemFieldsContract('Redis storage', async () => {
    const open = emptyPlace();
    return { storage: open(), reopen: async () => open() };
  });
});
