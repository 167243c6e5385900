// Server route of each framework: a visit, and whether there was a window.
import { memoryStorage } from 'working-memory';
import { visit } from './visit.js';

export async function visitOnServer() {
  const { found, failed } = await visit({ storage: memoryStorage() });
  return { found: found?.join() ?? failed.message, window: typeof window };
}
