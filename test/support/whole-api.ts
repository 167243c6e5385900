// One call of everything that an app can ask of a memory, by its path in the API.
import type { WorkingMemory } from '../../src/api/memory.ts';
import { plainMessages } from '../../src/entries/lenses.ts';

/** Members that return at once, without a promise. */
export const IMMEDIATE: readonly string[] = [
  'context.observe',
  'context.meter',
  'context.asked',
  'context.subscribe',
  'embedding.status',
  'embedding.subscribe',
  'health',
  'subscribe',
];

type Ask = (memory: WorkingMemory) => Promise<unknown>;

/** Stores what the calls below refer to; also loads every part of the library that is loaded on demand. */
export async function prepareForAll(memory: WorkingMemory): Promise<{ readonly bundle: string }> {
  await memory.items.memorize(['a fact', 'another fact']);
  await memory.files.write('detail/a.md', 'one');
  await memory.files.write('detail/a.md', 'two');
  await memory.state.read();
  await memory.tools();
  await memory.erase({ text: 'a text that nobody said' });
  await memory.context.prepare(plainMessages, [{ role: 'user', content: 'hello' }]);
  await memory.sessions.fork(`${await sessionOf(memory)} copy`);
  return { bundle: await memory.export({ format: 'json' }) };
}

const sessionOf = async (memory: WorkingMemory): Promise<string> => {
  const [{ session } = { session: '' }] = await memory.sessions.list();
  return session;
};

/** Calls for a named workspace. @param given bundle of `prepareForAll`, and name of the open session */
export function wholeApi(given: { bundle: string; session: string }): Readonly<Record<string, Ask>> {
  const calls = ofSession(given);
  const shared = Object.entries(calls).flatMap(([path, ask]): [string, Ask][] => {
    if (!/^(items|files)\./.test(path)) return [];
    return [[`shared.${path}`, ({ shared: { items, files } }) => ask({ items, files } as WorkingMemory)]];
  });
  return { ...calls, ...Object.fromEntries(shared) };
}

const ofSession = ({ bundle, session }: { bundle: string; session: string }): Readonly<Record<string, Ask>> => ({
  'items.memorize': ({ items }) => items.memorize('new'),
  'items.revise': ({ items }) => items.revise('item-1', 'revised'),
  'items.touch': ({ items }) => items.touch('item-1'),
  'items.remember': ({ items }) => items.remember('fact'),
  'items.get': ({ items }) => items.get('item-1'),
  'items.list': ({ items }) => items.list(),
  'items.forget': ({ items }) => items.forget({ ids: ['item-1'] }, { mode: 'hard' }),
  'items.restore': ({ items }) => items.restore('item-1'),
  'items.update': ({ items }) => items.update('item-1', { importance: 0.9 }),
  'items.pin': ({ items }) => items.pin('item-1'),
  'items.unpin': ({ items }) => items.unpin('item-1'),
  'items.summarize': ({ items }) => items.summarize(),
  'items.sweep': ({ items }) => items.sweep(),
  'items.step': ({ items }) => items.step(),
  'items.setLimits': ({ items }) => items.setLimits({ maxItems: 1 }),
  'items.capacity': ({ items }) => items.capacity(),
  'items.audit': async ({ items }) => {
    for await (const _ of items.audit());
  },
  'items.whyNot': ({ items }) => items.whyNot('item-1', 'fact'),
  'files.read': ({ files }) => files.read('overview.md'),
  'files.write': ({ files }) => files.write('detail/b.md', 'text'),
  'files.markSeen': ({ files }) => files.markSeen('detail/a.md', 1),
  'files.lastSeen': ({ files }) => files.lastSeen('detail/a.md'),
  'files.list': ({ files }) => files.list(),
  'files.edit': ({ files }) => files.edit('detail/a.md', 'two', 'three'),
  'files.rename': ({ files }) => files.rename('detail/a.md', 'detail/c.md'),
  'files.delete': ({ files }) => files.delete('detail/a.md'),
  'files.history': ({ files }) => files.history('detail/a.md'),
  'files.restore': ({ files }) => files.restore('detail/a.md', 1),
  'files.search': ({ files }) => files.search('fact'),
  'files.overviewStatus': ({ files }) => files.overviewStatus(),
  'transcript.append': ({ transcript }) => transcript.append({ role: 'user', text: 'hello' }),
  'transcript.read': ({ transcript }) => transcript.read(),
  'transcript.count': ({ transcript }) => transcript.count(),
  'context.prepare': ({ context }) => context.prepare(plainMessages, [{ role: 'user', content: 'another' }]),
  'context.record': ({ context }) => context.record(plainMessages, { role: 'user', content: 'one more' }),
  'context.restore': ({ context }) => context.restore(plainMessages),
  'context.branches': ({ context }) => context.branches(),
  'context.measureOverview': ({ context }) => context.measureOverview('an overview'),
  'context.measure': ({ context }) => context.measure('a result'),
  'context.recalled': ({ context }) => context.recalled(),
  'context.withhold': ({ context }) => context.withhold({ id: 'item-1' }),
  'context.origin': ({ context }) => context.origin('a fact'),
  'context.guide': ({ context }) => context.guide(),
  'context.compact.plan': ({ context }) => context.compact.plan(),
  'context.compact.apply': ({ context }) => context.compact.apply(),
  'context.compact.undo': ({ context }) => context.compact.undo('no receipt'),
  'state.read': ({ state }) => state.read(),
  'state.onEvent': ({ state }) => state.onEvent({ type: 'task_started', context: { task: 'wait' } }),
  'sessions.list': ({ sessions }) => sessions.list(),
  'sessions.prune': ({ sessions }) => sessions.prune({ idleFor: 1000 }),
  'sessions.open': ({ sessions }) => sessions.open('other'),
  'sessions.fork': ({ sessions }) => sessions.fork('fork'),
  'sessions.rename': ({ sessions }) => sessions.rename(session, 'A title'),
  'sessions.search': ({ sessions }) => sessions.search('hello'),
  'sessions.delete': ({ sessions }) => sessions.delete(`${session} copy`),
  recall: (memory) => memory.recall('fact'),
  erase: (memory) => memory.erase({ text: 'a text that nobody said' }),
  export: (memory) => memory.export(),
  import: (memory) => memory.import(bundle),
  'embedding.start': ({ embedding }) => embedding.start(),
  'embedding.stop': ({ embedding }) => embedding.stop(),
  'embedding.settled': ({ embedding }) => embedding.settled(),
  dismissQuarantined: (memory) => memory.dismissQuarantined(),
  report: (memory) => memory.report(),
  flush: (memory) => memory.flush(),
  persist: (memory) => memory.persist(),
  salvage: (memory) => memory.salvage(),
  tools: (memory) => memory.tools(),
  reopen: (memory) => memory.reopen(),
  close: (memory) => memory.close(),
});

/** Returns the paths of all functions of a memory. */
export function pathsOf(face: object, prefix = ''): string[] {
  return Object.entries(face).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'function') return [prefix + name];
    const isFace = typeof member === 'object' && member !== null && name !== 'runtime';
    return isFace ? pathsOf(member, `${prefix}${name}.`) : [];
  });
}
