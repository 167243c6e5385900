import { wallsContract } from '../../contracts/walls.ts';
import { describeRedis } from '../support/redis/describe-redis.ts';

describeRedis((emptyPlace) => {
  wallsContract('Redis', async () => emptyPlace()());
});
