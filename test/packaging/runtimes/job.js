// Job of every runtime with the installed package, in two lives: the second must find what the first stored. Clock and
// ids are fixed, so that equal work gives equal bytes everywhere.
import { openWorkingMemory } from 'working-memory';

const NOON = Date.UTC(2026, 0, 1, 12);
/** Old enough to weigh less, too young to leave. */
const LATER = NOON + 50 * 60_000;
const ZH = '会议改到下午三点，地点是二楼';
const OWNERS = 2;
const COMMANDS = 25;

const counted = () => {
  let next = 0;
  return () => `id-${++next}`;
};
const texts = (hits) => hits.map(({ item, snippet }) => item?.text ?? snippet);

/** @param storage an adapter; the session must be new in it */
export async function firstLife(storage) {
  let now = NOON;
  const memory = await openWorkingMemory({ session: 'job', storage, clock: () => now, ids: counted() });
  await memory.items.memorize([
    { text: 'The parrot is called Kiwi', importance: 0.8 },
    { text: ZH, importance: 0.6 },
    { text: 'The safe opens with plutonium', importance: 0.9 },
  ]);
  now = LATER;
  const english = await memory.items.remember('what is the name of the parrot?', { explain: true });
  const chinese = await memory.items.remember('会议几点开始', { explain: true });
  await memory.files.write('detail/trip.md', '# Trip\n\nThe ferry to Corsica leaves at seven.');
  const ferry = await memory.files.search('when does the ferry leave');
  const forgotten = await memory.items.forget({ ids: [(await memory.items.list())[2].id] }, { mode: 'hard' });
  const secret = await memory.items.remember('plutonium');
  const bundle = await memory.export({ format: 'json' });
  const zip = await memory.export();
  const { runtime } = memory;
  await memory.close();
  return {
    runtime,
    english: texts(english.hits),
    chinese: texts(chinese.hits),
    scores: [...english.hits, ...chinese.hits].map(({ parts, score }) => ({ score, parts })),
    ferry: texts(ferry.hits),
    forgotten: forgotten.forgotten.length,
    secret: [...texts(secret.hits), ...(bundle.includes('plutonium') ? ['in the export'] : [])],
    imported: await imported(storage, zip),
    shared: await shared(storage),
    zip: await hash(zip),
  };
}

/** Runs over the data that the first life left. */
export async function secondLife(storage) {
  const memory = await openWorkingMemory({ session: 'job', storage, clock: () => LATER, ids: counted() });
  const english = await memory.items.remember('parrot');
  const chinese = await memory.items.remember('会议');
  const secret = await memory.items.remember('plutonium');
  const trip = await memory.files.read('detail/trip.md');
  const sessions = await memory.sessions.list();
  const zip = await memory.export();
  const { quarantined } = memory.runtime;
  await memory.close();
  return {
    quarantined: quarantined.length,
    english: texts(english.hits),
    chinese: texts(chinese.hits),
    secret: texts(secret.hits),
    trip: trip.text,
    sessions: sessions.map(({ session, items }) => `${session}: ${items}`).sort(),
    zip: await hash(zip),
  };
}

async function imported(storage, zip) {
  const copy = await openWorkingMemory({ session: 'copy', storage, clock: () => LATER });
  await copy.import(zip);
  const { hits } = await copy.items.remember('会议');
  const { text } = await copy.files.read('detail/trip.md');
  await copy.close();
  return [...texts(hits), text];
}

/** Two owners of one session, commands of both under way at once; with the ports of the runtime. */
async function shared(storage) {
  const limits = { maxItems: 100, maxTokens: 10_000 };
  const open = () => openWorkingMemory({ session: 'shared', storage, limits });
  const owners = await Promise.all(Array.from({ length: OWNERS }, open));
  const results = await Promise.all(
    owners.flatMap((memory, owner) =>
      Array.from({ length: COMMANDS }, (_, note) => memory.items.memorize(`note ${note} of owner ${owner}`)),
    ),
  );
  await Promise.all(owners.map((memory) => memory.close()));
  const fresh = await open();
  const items = await fresh.items.list();
  await fresh.close();
  return {
    stored: results.filter(({ stored }) => stored).length,
    kept: new Set(items.map(({ text }) => text)).size,
    inOrder: items.every(({ sequence }, index) => sequence === index),
  };
}

async function hash(bytes) {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
