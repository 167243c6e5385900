// Process whose lanes write to one session in a folder until it is killed. Arguments: the folder, names of lanes.
// Prints one line for each acknowledged call.
import process from 'node:process';
import { fileStorage } from '../../dist/file-storage.js';
import { openWorkingMemory } from '../../dist/index.js';
import { runLane } from './run-lane.mjs';

const [root, ...lanes] = process.argv.slice(2);
const limits = { maxItems: 10_000, maxTokens: 1_000_000 };
const memory = await openWorkingMemory({ session: 'soak', storage: fileStorage({ root }), limits });
const told = (lane, turn) => void process.stdout.write(`${lane} ${turn}\n`);
await Promise.all(lanes.map((lane) => runLane(memory, lane, told, () => false)));
