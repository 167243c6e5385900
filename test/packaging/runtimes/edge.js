// Edge function: does the whole job over memory, because the runtime stores nothing.
import { memoryStorage } from 'working-memory';
import { firstLife, secondLife } from './job.js';

export async function bothLives() {
  const storage = memoryStorage();
  return { first: await firstLife(storage), second: await secondLife(storage) };
}
