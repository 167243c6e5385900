// Process that memorizes in one session beside others. Arguments: the bundled owner, its place, own name, number of
// items. Prints one line per acknowledged item.
import process from 'node:process';

const [owner, place, name, times] = process.argv.slice(2);
const { openMemory } = await import(owner);
const memory = await openMemory(place);
for (let turn = 0; turn < Number(times); turn++) {
  await memory.items.memorize(`${name} ${turn}`);
  process.stdout.write(`${name} ${turn}\n`);
}
await memory.close();
process.exit();
