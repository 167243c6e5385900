// Process that commits to one session beside others: each commit increments a counter that all share. Arguments: the
// bundled owner, its place, own name, number of commits, and ms to wait after a lost one. Prints one line per
// acknowledged commit.
import process from 'node:process';

const [owner, place, name, times, hesitates] = process.argv.slice(2);
const { openStorage } = await import(owner);
const storage = openStorage(place);
const address = { workspace: '/work', session: 'counted' };
const usage = { before: { items: 0, tokens: 0 }, after: { items: 0, tokens: 0 } };

const put = (store, key, value) => ({ store, key, value: { ...value, check: 'c' } });

let head = 0;
let commit;
let count = 0;
let lost = 0;
function follow({ manifest, rows, entries }) {
  if (!entries || entries.length !== manifest.head - head) throw new Error(`${name} lost entries after ${head}`);
  ({ head, commit } = manifest);
  count = rows.find(({ key }) => key === 'counter').value.count;
  if (count !== head) throw new Error(`${name} reads count ${count} at head ${head}`);
}

const moved = await storage.since(address, { head: 0 });
if (moved) follow(moved);
for (let turn = 0; turn < Number(times);) {
  const next = head + 1;
  const rows = [
    put('items', 'counter', { count: count + 1 }),
    put('messages', String(next).padStart(9, '0'), { by: name, turn }),
    put('files', 'overview.md', { text: `count ${count + 1}` }),
  ];
  const touched = rows.map(({ store, key }) => ({ store, key }));
  const counters = { head: next, time: 0, step: 0, nextSequence: 0, items: 1, tokens: 0, messages: next };
  const id = `${name} ${turn}`;
  const outcome = await storage.commit(
    address,
    { head, commit },
    {
      manifest: { version: 1, ...counters, generation: 'counted', commit: id },
      entry: { head: next, after: commit, time: 0, step: 0, usage, events: [{ by: name, turn }], touched },
      rows,
      dropJournalUpTo: 0,
    },
  );
  if (outcome.status === 'moved') {
    follow(outcome.moved);
    // The engine gives up after the same number.
    if (++lost === 64) throw new Error(`${name} lost ${lost} commits in a row`);
    if (hesitates) await new Promise((resolve) => setTimeout(resolve, Number(hesitates)));
    continue;
  }
  head = next;
  commit = id;
  count += 1;
  lost = 0;
  process.stdout.write(`${name} ${turn} ${head}\n`);
  turn++;
}
await storage.close();
