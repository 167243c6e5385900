// Owner that commits until it is killed: `node fleet-owner.js ENGINE AT SESSION`. Prints `N` once text N is stored.
import { writeSync } from 'node:fs';
import { openWorkingMemory } from 'working-memory';
import { ENGINES } from './engines.ts';
import { textOfKill } from './kill-texts.ts';

const [engine = '', at = '', session = ''] = process.argv.slice(2);
const connection = ENGINES[engine]?.connect(at);
if (!connection) throw new Error(`no engine ${engine}`);
const { storage } = connection;
const memory = await openWorkingMemory({ session, storage, worker: false });
for (let turn = 0; ; turn++) {
  await memory.items.memorize(textOfKill(turn));
  // Unbuffered: a line written before the kill always arrives.
  writeSync(1, `${turn}\n`);
}
