import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import { sessionsContract } from '../../contracts/sessions.ts';
import { describeRedis } from '../support/redis/describe-redis.ts';

sessionsContract('unstorage storage', async () => {
  const storage = createStorage({ driver: memoryDriver() });
  return { open: () => unstorageStorage({ storage }) };
});

describeRedis((emptyPlace) => {
  sessionsContract('Redis storage', async () => ({ open: emptyPlace() }));
});
