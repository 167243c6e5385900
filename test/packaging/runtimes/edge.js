// What an edge function does: the whole job over memory, for the runtime keeps nothing.
import { memoryStorage } from 'working-memory';
import { firstLife, secondLife } from './job.js';

export async function bothLives() {
  const storage = memoryStorage();
  return { first: await firstLife(storage), second: await secondLife(storage) };
}
