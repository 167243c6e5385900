// Wrong arguments of an app: nothing throws synchronously, every refusal has a code, and nothing is stored.
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError, memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { IMMEDIATE, pathsOf, prepareForAll } from '../support/whole-api.ts';

const open = (): Promise<WorkingMemory> =>
  openWorkingMemory({
    session: 'arguments',
    workspace: 'ann',
    storage: memoryStorage(),
    worker: false,
    ids: countingIds(),
  });

type Verb = (memory: WorkingMemory, options: object) => Promise<unknown>;

/** Every call that takes a signal. */
const WITH_SIGNAL: Readonly<Record<string, Verb>> = {
  'items.memorize': ({ items }, options) => items.memorize('new', options),
  'items.revise': ({ items }, options) => items.revise('item-1', 'revised', options),
  'items.remember': ({ items }, options) => items.remember('fact', options),
  'items.list': ({ items }, options) => items.list(options),
  'items.forget': ({ items }, options) => items.forget('oldest', options),
  'files.write': ({ files }, options) => files.write('detail/b.md', 'text', options),
  'files.search': ({ files }, options) => files.search('fact', options),
  'context.prepare': ({ context }, options) =>
    context.prepare(plainMessages, [{ role: 'user', content: 'another' }], options),
  'context.compact.apply': ({ context }, options) => context.compact.apply(options),
  export: (memory, options) => memory.export(options),
  import: (memory, options) => memory.import('{}', options),
};

async function prepared() {
  const memory = await open();
  await prepareForAll(memory);
  const head = async (): Promise<number> => (await memory.sessions.list())[0]?.head as number;
  return { memory, head, before: await head() };
}

describe.each(Object.keys(WITH_SIGNAL))('%s', (path) => {
  const verb = WITH_SIGNAL[path] as Verb;

  it('does nothing when its signal was aborted before', async () => {
    const { memory, head, before } = await prepared();
    const refused = verb(memory, { signal: AbortSignal.abort('enough') });
    await expect(refused).rejects.toMatchObject({ code: 'aborted', details: { method: path }, cause: 'enough' });
    await expect(refused).rejects.toThrow('Nothing was changed');
    expect(await head()).toBe(before);
    await memory.close();
  });

  it('does nothing when its signal is aborted in the same tick', async () => {
    const { memory, head, before } = await prepared();
    const controller = new AbortController();
    const refused = verb(memory, { signal: controller.signal });
    controller.abort();
    await expect(refused).rejects.toMatchObject({ code: 'aborted' });
    await memory.items.list();
    expect(await head()).toBe(before);
    await memory.close();
  });

  it.each([true, null, {}, 'now', new AbortController()])('refuses a signal that is none: %s', async (signal) => {
    const { memory, head, before } = await prepared();
    const refused = verb(memory, { signal });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'signal' } });
    expect(await head()).toBe(before);
    await memory.close();
  });

  it.each([null, 7, 'text', [], () => 1])('refuses options that are none: %s', async (options) => {
    const { memory, head, before } = await prepared();
    const refused = verb(memory, options as never);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'options' } });
    expect(await head()).toBe(before);
    await memory.close();
  });
});

describe('arguments of any kind', () => {
  const ANY: readonly unknown[] = [
    undefined,
    null,
    true,
    7,
    Number.NaN,
    1n,
    'x',
    '',
    [],
    [null],
    {},
    () => 1,
    new Map(),
    Symbol('x'),
    Object.create(null),
    new Array(2),
    Object.freeze({ txet: 'x' }),
    new Proxy({}, {}),
  ];

  it('never throw at once, and are refused with a code and without a commit', async () => {
    const { memory } = await prepared();
    let commits = 0;
    memory.subscribe(() => commits++);
    const callable = pathsOf(memory).filter((path) => ![...IMMEDIATE, 'close', 'reopen'].includes(path));
    const wrong: string[] = [];
    for (const path of callable) {
      const names = path.split('.');
      const face = names.slice(0, -1).reduce((at, name) => at[name as never], memory) as object;
      const method = (face as Record<string, (...args: unknown[]) => unknown>)[names.at(-1) as string];
      for (const [index, value] of ANY.entries()) {
        for (const count of [1, 2, 3, 4]) {
          const call = `${path} with ${count} × ANY[${index}]`;
          const before = commits;
          try {
            const asked = method?.apply(face, Array(count).fill(value));
            const answer = path.endsWith('items.audit')
              ? (asked as AsyncGenerator).next()
              : (asked as Promise<unknown>);
            await answer.catch((error: unknown) => {
              if (!isWorkingMemoryError(error)) wrong.push(`${call} rejects uncoded: ${String(error)}`);
              else if (commits > before) wrong.push(`${call} commits and rejects: ${error.message}`);
            });
          } catch (error) {
            wrong.push(`${call} throws at once: ${String(error)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    await memory.close();
  });

  it.each([null, 5, 'standard', [], true])('tools refuses options that are none: %s', async (options) => {
    const memory = await open();
    await expect(memory.tools(options as never)).rejects.toMatchObject({ code: 'invalid-option' });
    await memory.close();
  });

  it('a mistyped option of forget hides nothing that was to be erased', async () => {
    const memory = await open();
    await memory.items.memorize('The PIN is 4711');
    const call = memory.items.forget('oldest', { mod: 'hard' } as never);
    await expect(call).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'options.mod' } });
    expect((await memory.items.remember('PIN')).hits).toHaveLength(1);
    await memory.close();
  });

  it.each([
    ['list', { limt: 3 }, 'limit'],
    ['summarize', { maxChar: 80 }, 'maxChars'],
    ['forget', { mod: 'hard' }, 'mode'],
    ['update', { importence: 0.5 }, 'importance'],
    ['filters', { speeker: 'Ann' }, 'speaker'],
    ['recall', { maxToken: 300 }, 'maxTokens'],
  ] as const)('a misspelt name for %s is told with the nearest one', async (call, options, nearest) => {
    const memory = await open();
    const { items } = memory;
    const given = options as object;
    const calls: Record<typeof call, () => Promise<unknown>> = {
      list: () => items.list(given),
      summarize: () => items.summarize(given),
      forget: () => items.forget('oldest', given),
      update: () => items.update('id', given),
      filters: () => items.list({ filters: given }),
      recall: () => memory.recall('anything', given),
    };
    const [misspelt] = Object.keys(given);
    await expect(calls[call]()).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(new RegExp(`${misspelt} must be absent \\(did you mean ${nearest}\\?\\)`)),
    });
    await memory.close();
  });

  it.each([
    [{ source: 'User' }, 'source', 'did you mean user?'],
    [{ baseRevision: '1' }, 'baseRevision', 'got a text of 1 character'],
    [{ baseRevision: -1 }, 'baseRevision', 'got -1'],
    [{ force: 'false' }, 'force', 'got a text of 5 characters'],
  ])('a write with %j is refused, and the file stays', async (options, argument, said) => {
    const memory = await open();
    await memory.files.write('detail/a.md', 'text');
    const refused = { code: 'invalid-input', details: { argument }, message: expect.stringContaining(said) };
    await expect(memory.files.write('detail/a.md', '', options as never)).rejects.toMatchObject(refused);
    await expect(memory.files.edit('detail/a.md', 'text', 'x', options as never)).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(await memory.files.read('detail/a.md')).toMatchObject({ text: 'text', revision: 1, source: 'user' });
    await memory.close();
  });

  it('a listener must be a function', async () => {
    const memory = await open();
    for (const listener of [undefined, null, {}, 'x']) {
      for (const subscribe of [memory.subscribe, memory.embedding.subscribe]) {
        expect(() => subscribe(listener as never)).toThrow(
          expect.objectContaining({
            code: 'invalid-input',
            details: expect.objectContaining({ argument: 'listener' }),
          }),
        );
      }
    }
    await memory.items.memorize('nobody listens');
    await memory.close();
  });
});

const PIN = 'My PIN is 4711, tell nobody';

describe.each<[string, string, Verb]>([
  ['at', PIN, ({ transcript }, at) => transcript.append({ role: 'user', text: 'hi', at: at as unknown as number })],
  [
    'requestId',
    `${PIN} ${'x'.repeat(200)}`,
    ({ context }, requestId) =>
      context.prepare(plainMessages, [{ role: 'user', content: 'hi' }], { requestId: requestId as unknown as string }),
  ],
  ['limit', PIN, ({ sessions }, limit) => sessions.list({ limit: limit as unknown as number })],
  ['maxTokens', PIN, (memory, maxTokens) => memory.recall('hi', { maxTokens: maxTokens as unknown as number })],
  ['an unknown id', PIN, ({ items }, id) => items.revise(id as unknown as string, 'pin-key')],
  ['an id to restore', PIN, ({ items }, id) => items.restore(id as unknown as string)],
])('a text in the place of %s', (_, given, verb) => {
  it('is not in the error', async () => {
    const memory = await open();
    const error: unknown = await verb(memory, given as unknown as object).catch((reason: unknown) => reason);
    expect(isWorkingMemoryError(error)).toBe(true);
    const { message, details } = error as { message: string; details: object };
    expect(JSON.stringify([message, details])).not.toContain('4711');
    await memory.close();
  });
});

it.each<[string, Verb]>([
  ['everywhere', ({ sessions }, everywhere) => sessions.list({ everywhere: everywhere as unknown as boolean })],
  [
    'whole',
    ({ context }, whole) =>
      context.record(plainMessages, [{ role: 'user', content: 'hi' }], { whole: whole as unknown as boolean }),
  ],
  [
    'onProgress',
    ({ context }, onProgress) =>
      context.prepare(plainMessages, [{ role: 'user', content: 'hi' }], { onProgress: onProgress as () => void }),
  ],
  ['revision', ({ files }, revision) => files.restore('overview.md', revision as unknown as number)],
])('refuses a text in the place of %s', async (argument, verb) => {
  const memory = await open();
  await expect(verb(memory, 'false' as unknown as object)).rejects.toMatchObject({
    code: 'invalid-input',
    details: { argument },
  });
  await memory.close();
});
