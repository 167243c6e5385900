// Hashes of lists and texts survive a hard forget, so that the app's list is recognised. Each session has its own salt:
// a table of hashes made without it does not reveal the forgotten text.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { extendedHash, NO_MESSAGES, textHash } from '../../../src/context/list/rolling-hash.ts';
import { withChecksum } from '../../../src/engine/session/row-checksum.ts';
import { openaiChat, type OpenAiChatMessage } from '../../../src/entries/lenses.ts';
import { randomIds } from '../../../src/ports/system.ts';
import { type KeptSession, storageIn } from '../../../src/storage/memory.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { hash } from '../../../src/tree/hash.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const RULES = 'You are careful.';
const told = (pin: string): NewMessage[] => [
  { role: 'user', text: 'Hello.' },
  { role: 'assistant', text: 'Hello!' },
  { role: 'user', text: `My PIN is ${pin}.` },
  { role: 'assistant', text: 'Noted.' },
];
const said = (messages: readonly NewMessage[]): OpenAiChatMessage[] =>
  messages.map(({ role, text }) => ({ role: role as 'user' | 'assistant', content: text }));
const LIST: OpenAiChatMessage[] = [{ role: 'system', content: RULES }, ...said(told('4711'))];
const more = (...texts: string[]): OpenAiChatMessage[] => [
  ...LIST,
  ...texts.map((content) => ({ role: 'user' as const, content })),
];

type Kept = Map<string, KeptSession>;
const opened = (kept: Kept, session = 'test'): Promise<WorkingMemory> =>
  openFixed({ storage: storageIn(kept), session, ids: randomIds, template: 'yaml' });
const prepared = async (memory: WorkingMemory, list = more()): Promise<unknown> =>
  memory.context.prepare(openaiChat, list);
const countOf = (memory: WorkingMemory): Promise<number> => memory.transcript.count();
const sessionRow = (kept: Kept): KeptSession => [...kept.values()][0] as KeptSession;

/** The model writes the overview with a tool of the app's own. */
const WRITE: OpenAiChatMessage[] = [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_1',
        function: { name: 'write_file', arguments: '{"path":"overview.md","content":"# Notes\\n\\n- the heron\\n"}' },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'Saved.' },
];

/** A conversation with a PIN that was forgotten for good. */
async function forgotten(kept: Kept): Promise<void> {
  const memory = await opened(kept);
  await prepared(memory);
  await memory.state.onEvent({ type: 'task_started', context: { task: 'garden' } });
  await prepared(memory, more('And now?'));
  await memory.items.forget({ text: '4711' }, { mode: 'hard' });
  await prepared(memory, [...more('And now?'), ...WRITE]);
  await memory.close();
}

/** Hashes in all that is stored, without the checks of rows, which cover what a row says now. */
function hashesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string')
    for (const [one] of value.matchAll(/(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])/g)) found.add(one);
  else if (value instanceof Map) for (const one of value) hashesIn(one, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) if (name !== 'check') hashesIn(inner, found);
  return found;
}

/** Every hash that a list and its texts have without a salt. */
function unsalted(messages: readonly NewMessage[]): string[] {
  const all: string[] = [];
  let list = NO_MESSAGES;
  for (const message of messages) {
    list = extendedHash(list, message);
    const words = [message.text, ...message.text.split(/\W+/)];
    all.push(list, extendedHash(NO_MESSAGES, message), ...words.flatMap((text) => [textHash(text), hash(text)]));
  }
  return all;
}

describe('a stored hash', () => {
  it('is none that somebody who guesses a forgotten PIN can make without the salt of the session', async () => {
    const kept: Kept = new Map();
    await forgotten(kept);
    const stored = hashesIn(structuredClone(kept));
    expect(stored.size).toBeGreaterThan(5);
    const head: NewMessage = { role: 'system', text: RULES };
    const guesses = Array.from({ length: 10_000 }, (_, pin) => unsalted(told(String(pin).padStart(4, '0')))).flat();
    guesses.push(...unsalted([head]), textHash([RULES, '', ''].join('\0')));
    expect(guesses.filter((guess) => stored.has(guess))).toEqual([]);
  });

  it('is in no other session that was told the same, and forgot the same', async () => {
    const [one, other]: [Kept, Kept] = [new Map(), new Map()];
    await forgotten(one);
    await forgotten(other);
    const others = hashesIn(other);
    expect([...hashesIn(one)].filter((each) => others.has(each))).toEqual([]);
  });
});

describe('a list is recognised by its salted hashes', () => {
  it('after a hard forget, after a reload, and by two owners that began the session at once', async () => {
    const kept: Kept = new Map();
    const [one, other] = await Promise.all([opened(kept), opened(kept)]);
    await Promise.all([prepared(one), prepared(other)]);
    expect(await countOf(one)).toBe(5);
    await prepared(other, more('Next'));
    await one.items.forget({ text: '4711' }, { mode: 'hard' });
    await prepared(one, more('Next', 'Then'));
    const again = await opened(kept);
    await prepared(again, more('Next', 'Then', 'Last'));
    expect(await countOf(again)).toBe(8);
  });

  it('in a fork, and in a bundle as zip and as JSON, whatever was forgotten in it', async () => {
    const kept: Kept = new Map();
    const memory = await opened(kept);
    await prepared(memory);
    await memory.items.forget({ text: '4711' }, { mode: 'hard' });
    await memory.sessions.fork('fork');
    const fork = await opened(kept, 'fork');
    await prepared(fork, more('Next'));
    expect(await countOf(fork)).toBe(6);
    for (const data of [await memory.export(), await memory.export({ format: 'json' })]) {
      const elsewhere: Kept = new Map();
      // Open and used, but without a message: it takes the salt of what it imports.
      const open = await opened(elsewhere);
      await open.import(data, { conflict: 'fork', as: 'copy' });
      const imported = await opened(elsewhere, 'copy');
      await prepared(imported, more('Next'));
      expect(await countOf(imported)).toBe(6);
      await open.import(data);
      await prepared(open, more('Next'));
      expect(await countOf(open)).toBe(6);
      const again = await opened(elsewhere);
      await prepared(again, more('Next', 'Then'));
      expect(await countOf(again)).toBe(7);
    }
  });

  it('when it was restored after an import into a session that is open', async () => {
    const source = await opened(new Map());
    await prepared(source);
    await source.items.forget({ text: '4711' }, { mode: 'hard' });
    const memory = await opened(new Map());
    await memory.import(await source.export());
    const list = await memory.context.restore(openaiChat);
    await prepared(memory, [...list, { role: 'user', content: 'Next' }]);
    expect(await countOf(memory)).toBe(6);
  });

  it('of a session and of a bundle that a former version wrote without a salt', async () => {
    const kept: Kept = new Map();
    const memory = await opened(kept);
    const { rows } = sessionRow(kept);
    const { salt, check: _, ...others } = rows.get('sessions session') as Record<string, unknown>;
    expect(salt).toMatch(/^[0-9a-f]{24,}$/);
    rows.set('sessions session', withChecksum(others));
    await memory.close();
    const former = await opened(kept);
    await prepared(former);
    const stored = hashesIn(kept);
    expect(unsalted(told('4711')).filter((each) => stored.has(each))).toHaveLength(4 + 1);
    const bundle = JSON.parse((await former.export({ format: 'json' })) as string) as object;
    expect(bundle).not.toHaveProperty('salt');
    const later = await opened(kept);
    await prepared(later, more('Next'));
    expect(await countOf(later)).toBe(6);
    const imported = await opened(new Map());
    await imported.import(JSON.stringify(bundle));
    await prepared(imported, more('Next'));
    expect(await countOf(imported)).toBe(6);
  });

  it('where the row of the session was lost or damaged, and where another session took its place', async () => {
    for (const damage of [undefined, { check: 'none' }, { check: 'none', title: 5, cwd: 5 }]) {
      const kept: Kept = new Map();
      const memory = await opened(kept);
      await prepared(memory);
      await memory.close();
      const { rows } = sessionRow(kept);
      if (damage) rows.set('sessions session', { ...rows.get('sessions session'), ...damage });
      else rows.delete('sessions session');
      const again = await opened(kept);
      await prepared(again, more('Next'));
      expect(await countOf(again)).toBe(6);
    }
    const kept: Kept = new Map();
    const [one, other] = [await opened(kept), await opened(kept, 'other')];
    await prepared(one);
    await other.sessions.delete('test');
    const anew = await opened(kept);
    await prepared(anew);
    await prepared(one, more('Next'));
    expect(await countOf(one)).toBe(6);
  });
});
