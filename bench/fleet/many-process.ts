// Process that opens many sessions and keeps them: `node --expose-gc fleet-many.js COUNT ITEMS` prints its memory.
import { memoryStorage, openMany, type WorkingMemory } from 'working-memory';

const [count, items] = process.argv.slice(2).map(Number);
const memories = openMany({ storage: memoryStorage(), worker: false, deadlineMs: 600_000 });
const all: WorkingMemory[] = [];
for (let turn = 0; turn < (count ?? 0); turn++) {
  const memory = await memories.open(`s${turn}`, `user ${turn}`);
  await memory.items.memorize(
    Array.from({ length: items ?? 0 }, (_, item) => `Fact ${item} of ${turn}: the key of the deploy rotates on Friday`),
  );
  all.push(memory);
}
const mostBytes = process.resourceUsage().maxRSS * 1024;
globalThis.gc?.();
let right = 0;
for (const [turn, memory] of all.entries()) {
  if (turn % 101 > 0) continue;
  const [first] = await memory.items.list({ limit: 1 });
  if (first?.text.startsWith(`Fact 0 of ${turn}:`)) right++;
}
const bytes = process.memoryUsage().rss;
console.log(JSON.stringify({ bytes, mostBytes, awake: memories.awake, right, asked: Math.ceil(all.length / 101) }));
process.exit();
