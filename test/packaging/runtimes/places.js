// Prints where a memory runs by default, and with the worker of a page.
import { openWorkingMemory } from 'working-memory';
import process from 'node:process';

const worker = () => new Worker(import.meta.resolve('working-memory/worker'), { type: 'module' });

async function work(options) {
  const memory = await openWorkingMemory({ session: 'places', ...options });
  await memory.items.memorize('The parrot is called Kiwi');
  const { hits } = await memory.items.remember('parrot');
  const { runtime } = memory;
  await memory.close();
  return { found: hits.map(({ item }) => item.text), runtime };
}

const byDefault = await work();
const withWorker = await work({ worker });
process.stdout.write(JSON.stringify({ byDefault, withWorker }));
