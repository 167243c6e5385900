// The app decides about every text before it is stored: for each path of a write, each answer, and a missing answer.
import { describe, expect, it, vi } from 'vitest';
import { memoryStorage, type OpenOptions, type PendingWrite, type WorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat, plainMessages } from '../../../src/entries/lenses.ts';
import { memoryTools } from '../../../src/entries/tools.ts';
import { countingIds } from '../../support/fakes/fakes.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { Chat, wholeText } from '../../support/messages/chat.ts';

type Decide = NonNullable<OpenOptions['onBeforeWrite']>;

const open = (onBeforeWrite: Decide, options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({ storage: memoryStorage(), onBeforeWrite, ...options });

const SECRET = 'the vault opens with heron';
const rejectsSecrets: Decide = ({ text }) => (text.includes('heron') ? 'reject' : 'allow');

const toolCall =
  (name: string, input: object) =>
  (memory: WorkingMemory): Promise<unknown> =>
    memoryTools(memory, { set: 'all' })
      .find((tool) => tool.name === name)
      ?.execute(input) as Promise<unknown>;

/** Every way in for a text. */
const WAYS: Readonly<
  Record<string, readonly [kind: PendingWrite['kind'], write: (memory: WorkingMemory) => Promise<unknown>]>
> = {
  'items.memorize': ['item', ({ items }) => items.memorize(SECRET)],
  'a batch': ['item', ({ items }) => items.memorize(['something else', { text: SECRET, source: 'tool' }])],
  'items.revise': ['item', ({ items }) => items.revise('item-1', SECRET)],
  'shared.items.memorize': ['item', ({ shared }) => shared.items.memorize(SECRET)],
  'files.write': ['file', ({ files }) => files.write('detail/new.md', SECRET)],
  'files.write of the overview': ['file', ({ files }) => files.write('overview.md', SECRET, { force: true })],
  'files.write on what was seen': ['file', ({ files }) => files.write('detail/b.md', SECRET, { baseRevision: 'seen' })],
  'files.edit': ['file', ({ files }) => files.edit('detail/a.md', 'hens', 'herons')],
  'files.edit that completes a word': ['file', ({ files }) => files.edit('detail/a.md', 'an egret', 'on')],
  'transcript.append': ['message', ({ transcript }) => transcript.append({ role: 'user', text: SECRET })],
  'a result in transcript.append': [
    'message',
    ({ transcript }) => transcript.append({ role: 'tool', text: '', results: [{ id: 'a', text: SECRET }] }),
  ],
  'context.record': ['message', ({ context }) => context.record(plainMessages, { role: 'assistant', content: SECRET })],
  'context.prepare': ['message', ({ context }) => context.prepare(plainMessages, [{ role: 'user', content: SECRET }])],
  'state.onEvent': ['state', ({ state }) => state.onEvent({ type: 'task_started', context: { task: SECRET } })],
  import: ['item', async (memory) => memory.import(await bundleWith(SECRET))],
};

async function bundleWith(text: string): Promise<string> {
  const other = await openFixed({ storage: memoryStorage(), session: 'other', ids: countingIds('other') });
  await other.items.memorize(text);
  const bundle = await other.export({ format: 'json' });
  await other.close();
  return bundle;
}

const stored = async (memory: WorkingMemory): Promise<string> =>
  (await memory.export({ format: 'json' })) + JSON.stringify(await memory.shared.items.list());

describe('onBeforeWrite', () => {
  it.each(Object.entries(WAYS))('that rejects leaves nothing of a text: %s', async (_, [kind, write]) => {
    const asked: PendingWrite[] = [];
    const memory = await open(
      (pending) => {
        asked.push(pending);
        return rejectsSecrets(pending);
      },
      { workspace: 'ann' },
    );
    await memory.items.memorize('a first fact');
    await memory.files.write('detail/a.md', 'hens and an egret: her');
    await memory.files.write('detail/a.md', 'hens and heran egret', { force: true }).catch(() => undefined);
    const before = await stored(memory);
    const error = await write(memory).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'write-rejected', details: { kind } });
    expect(String(error)).not.toContain('heron');
    expect(asked.some(({ kind: of, text }) => of === kind && text.includes('heron'))).toBe(true);
    expect(await stored(memory)).toBe(before);
    await memory.close();
  });

  it('tells where a text comes from', async () => {
    const asked = vi.fn<Decide>(() => 'allow');
    const memory = await open(asked);
    await memory.items.memorize('said by the user');
    await toolCall('memorize', { text: 'noted by the model' })(memory);
    await memory.files.write('detail/a.md', 'from a page', { source: 'tool' });
    await memory.transcript.append({ role: 'tool', text: '', results: [{ id: 'a', text: 'a result' }] });
    expect(asked.mock.calls.map(([write]) => write)).toEqual([
      { kind: 'item', text: 'said by the user', source: 'user', trust: 2 },
      { kind: 'item', text: 'noted by the model', source: 'assistant', trust: 1 },
      { kind: 'file', path: 'detail/a.md', text: 'from a page', source: 'tool', trust: 0 },
      { kind: 'message', role: 'tool', text: 'a result', source: 'tool', trust: 0 },
    ]);
    await memory.close();
  });

  it('is not asked about copies that the memory makes, nor about what is said already', async () => {
    const asked = vi.fn<Decide>(() => 'allow');
    const memory = await open(asked);
    const chat = new Chat(memory);
    await chat.ask('Where do herons breed?');
    await chat.prepare();
    chat.answer('On trees.');
    await memory.context.record(openaiChat, chat.messages);
    expect(asked.mock.calls.map(([{ text }]) => text)).toEqual(['Where do herons breed?', 'On trees.']);
    await memory.close();
  });

  it('is asked once about a write of the model, when what others changed is merged in', async () => {
    const asked = vi.fn<Decide>(() => 'allow');
    const memory = await open(asked);
    await memory.files.write('detail/a.md', 'one\ntwo\nthree\n');
    const { revision } = await memory.files.read('detail/a.md');
    await memory.files.markSeen('detail/a.md', revision);
    await memory.files.write('detail/a.md', 'one\ntwo\nthree of the user\n', { force: true });
    asked.mockClear();
    await memory.files.write('detail/a.md', 'one of the model\ntwo\nthree\n', { baseRevision: 'seen' });
    expect(asked.mock.calls.map(([{ text }]) => text)).toEqual(['one of the model\ntwo\nthree of the user\n']);
    await memory.close();
  });

  it('gives the model its reason, so that it can write another text', async () => {
    const memory = await open(() => ({ decision: 'reject', reason: 'it holds a card number' }));
    const answer = await toolCall('memorize', { text: SECRET })(memory);
    expect(answer).toBe('onBeforeWrite rejected the text of this item: it holds a card number. Nothing was stored.');
    await memory.close();
  });

  it('that quarantines keeps the text findable, and out of prompts by itself', async () => {
    const NUTS = 'Mia, whose birthday is on Friday, is allergic to nuts.';
    const notes = async (
      decision: 'allow' | 'quarantine',
    ): Promise<[found: number, isNoted: boolean, trust: unknown]> => {
      const memory = await open(({ text }) => (text.includes('Mia, whose') ? decision : 'allow'));
      await memory.items.memorize(NUTS);
      const [item] = await memory.items.list();
      const { hits } = await memory.items.remember('What is Mia allergic to?');
      const request = await new Chat(memory).ask("What can I bake for Mia's birthday?");
      await memory.close();
      return [hits.length, wholeText(request).includes('allergic to nuts'), item?.trust];
    };
    expect(await notes('allow')).toEqual([1, true, 2]);
    expect(await notes('quarantine')).toEqual([1, false, 0]);
  });

  it('keeps the trust of a quarantined file and message, also after a restart, a rename and a restored revision', async () => {
    const storage = memoryStorage();
    const memory = await open(() => 'quarantine', { storage });
    await memory.files.write('detail/a.md', 'a page');
    await memory.files.write('detail/a.md', 'another page', { force: true });
    await memory.files.restore('detail/a.md', 1);
    await memory.files.rename('detail/a.md', 'detail/b.md');
    await memory.transcript.append({ role: 'user', text: 'a message' });
    await memory.close();
    const later = await openFixed({ storage });
    expect(await later.files.read('detail/b.md')).toMatchObject({ text: 'a page', source: 'user', trust: 0 });
    expect(await later.transcript.read()).toMatchObject([{ text: 'a message', source: 'user', trust: 0 }]);
    await later.close();
  });

  it('knows who wrote a text of a vouched bundle, and keeps what it quarantines at trust 0', async () => {
    const asked: PendingWrite[] = [];
    const memory = await open((pending) => {
      asked.push(pending);
      return pending.text === SECRET ? 'quarantine' : 'allow';
    });
    await memory.import(await bundleWith(SECRET), { provenance: 'bundle' });
    expect(asked).toContainEqual(expect.objectContaining({ kind: 'item', text: SECRET, source: 'user', trust: 2 }));
    expect((await memory.items.list()).map(({ source, trust }) => [source, trust])).toEqual([['user', 0]]);
  });

  it('lets a quarantined text take no place of an item', async () => {
    const memory = await open(({ text }) => (text.includes('Rome') ? 'quarantine' : 'allow'));
    const { items } = await memory.items.memorize({ text: 'lives in Paris', key: 'home' });
    await memory.items.revise(items[0]?.id ?? '', 'lives in Rome, says a page');
    await memory.items.memorize({ text: 'moved to Rome', key: 'home' });
    await memory.items.memorize({ text: 'Rome it is', replaces: items[0]?.id ?? '' });
    const kept = await memory.items.list();
    expect(kept.map(({ text, trust, key }) => [text, trust, key])).toEqual([
      ['lives in Paris', 2, 'home'],
      ['lives in Rome, says a page', 0, undefined],
      ['moved to Rome', 0, undefined],
      ['Rome it is', 0, undefined],
    ]);
    await memory.close();
  });

  it('rejects what it would quarantine in the overview, which every prompt shows', async () => {
    const memory = await open(() => 'quarantine');
    const rejected = { code: 'write-rejected' };
    await expect(memory.files.write('overview.md', 'a plan', { force: true })).rejects.toMatchObject(rejected);
    const event = { type: 'task_started', context: { task: 'wait' } } as const;
    await expect(memory.state.onEvent(event)).rejects.toMatchObject(rejected);
    await memory.close();
  });

  it.each<[string, Decide]>([
    ['another word', () => 'deny' as 'reject'],
    ['nothing', () => undefined as unknown as 'reject'],
    ['a reason that is too long', () => ({ decision: 'reject', reason: 'x'.repeat(201) })],
    [
      'an error with the text in it',
      ({ text }) => {
        throw new Error(text);
      },
    ],
    ['a rejection', async ({ text }) => Promise.reject(new TypeError(text))],
  ])('that answers %s stores nothing, with a code', async (_, decide) => {
    const memory = await open(decide);
    const error = await memory.items.memorize(SECRET).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'port-failed', details: { port: 'onBeforeWrite' } });
    expect(String(error)).not.toContain('heron');
    expect(await memory.items.list()).toEqual([]);
    await memory.close();
  });

  it('that never answers stores nothing, and later calls go on', async () => {
    let answer: (decision: 'allow') => void = () => undefined;
    let isFirst = true;
    const decide: Decide = () => {
      if (!isFirst) return 'allow';
      isFirst = false;
      return new Promise((resolve) => (answer = resolve));
    };
    const memory = await open(decide, { deadlineMs: 400 });
    const waiting = memory.items.memorize(SECRET);
    const later = memory.items.memorize('a fact');
    await expect(waiting).rejects.toMatchObject({ code: 'port-failed' });
    await later;
    answer('allow');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['a fact']);
    await memory.close();
  });

  it('keeps the order of the calls, however long it thinks', async () => {
    const memory = await open(({ text }) => new Promise((done) => setTimeout(done, text === 'one' ? 20 : 0, 'allow')));
    const memorized = memory.items.memorize('one');
    const forgotten = memory.items.forget('oldest');
    await memory.items.memorize('two');
    expect((await forgotten).forgotten).toMatchObject((await memorized).items.map(({ id }) => ({ id })));
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['one', 'two']);
    await memory.close();
  });

  it('leaves it to the engine to refuse what is no text', async () => {
    const asked = vi.fn<Decide>(() => 'allow');
    const memory = await open(asked);
    const refused = { code: 'invalid-input' };
    await expect(memory.items.memorize(null as unknown as string)).rejects.toMatchObject(refused);
    await expect(memory.items.memorize({ text: 7 } as unknown as string)).rejects.toMatchObject(refused);
    await expect(memory.files.write('detail/a.md', 7 as unknown as string)).rejects.toMatchObject(refused);
    await expect(memory.transcript.append(null as never)).rejects.toMatchObject(refused);
    await expect(memory.transcript.append({ role: 'user', text: 'a', calls: 7 } as never)).rejects.toMatchObject(
      refused,
    );
    expect(asked).not.toHaveBeenCalled();
    await memory.close();
  });

  it('is refused at opening when it is no function', async () => {
    await expect(open('reject' as unknown as Decide)).rejects.toMatchObject({
      code: 'invalid-option',
      details: { option: 'onBeforeWrite' },
    });
  });
});

describe('the trust of an item', () => {
  it('can be lowered by the caller, not raised', async () => {
    const memory = await openFixed({ storage: memoryStorage() });
    await memory.items.memorize([
      { text: 'from a page', trust: 0 },
      { text: 'from a tool', source: 'tool', trust: 2 },
    ]);
    expect((await memory.items.list()).map(({ trust }) => trust)).toEqual([0, 0]);
    await expect(memory.items.memorize({ text: 'a', trust: 3 as 2 })).rejects.toMatchObject({ code: 'invalid-input' });
    await memory.close();
  });
});
