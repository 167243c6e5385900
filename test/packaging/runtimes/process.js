// Node, Deno and Bun: one life per process over a folder, or both in one process over memory. Prints the result.
import { memoryStorage } from 'working-memory';
import { fileStorage } from 'working-memory/file-storage';
import process from 'node:process';
import { firstLife, secondLife } from './job.js';

const [life, root] = process.argv.slice(2);
const storage = root ? fileStorage({ root }) : memoryStorage();
const outcome = {
  ...(life !== 'second' && { first: await firstLife(storage) }),
  ...(life !== 'first' && { second: await secondLife(storage) }),
};
await storage.close();
process.stdout.write(JSON.stringify(outcome));
