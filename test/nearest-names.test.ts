// A misspelt name of a closed set is refused with the nearest valid name.
import { describe, expect, it } from 'vitest';
import { fileStorage } from '../src/entries/file-storage.ts';
import { tanstack } from '../src/entries/tanstack.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  gemini,
  langchain,
  openaiAgents,
  openaiChat,
  openaiChatSingleSystem,
  openaiResponses,
  plainMessages,
} from '../src/entries/lenses.ts';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../src/entries/index.ts';
import { OPTIONS } from '../src/options/options.ts';
import { nearestOf } from '../src/options/nearest.ts';
import { rowsOf } from './support/options-page.ts';

const open = (options: object = {}): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 's', workspace: 'ann', worker: false, storage: memoryStorage(), ...options });

/** The name that a refusal proposes. */
async function meant(call: () => unknown): Promise<string | undefined> {
  try {
    await call();
  } catch (error) {
    const { code, message } = error as Error & { readonly code: string };
    expect(code, message).toMatch(/^invalid-(option|input)$/);
    return /[Dd]id you mean '?([\w. -]+?)'?\?/.exec(message)?.[1];
  }
  return expect.fail('it was accepted');
}

/** The first of a list that is read as it comes. */
async function first(list: AsyncIterable<unknown>): Promise<unknown> {
  for await (const each of list) return each;
  return undefined;
}

/** Swaps two letters, like a hurried hand. */
const misspelt = (name: string): string =>
  `${name.slice(0, -2)}${name.slice(-1)}${name.slice(-2, -1)}${name.at(-1) === name.at(-2) ? 'x' : ''}`;

const inPath = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

describe('a misspelt name', () => {
  it.each(rowsOf(OPTIONS).flatMap(({ path, values }) => values.map((value) => [path, value] as const)))(
    'of the option %s is corrected to %s',
    async (path, value) => {
      // Nothing is near a word of two letters.
      const given = value.length < 3 ? `${value}x` : misspelt(value);
      expect(await meant(() => open(inPath(path, given)))).toBe(value);
    },
  );

  it.each(rowsOf(OPTIONS).map(({ path }) => path))('for the option %s is corrected', async (path) => {
    const name = path.split('.').at(-1) as string;
    const wrong = [...path.split('.').slice(0, -1), misspelt(name)].join('.');
    expect(await meant(() => open(inPath(wrong, 1)))).toBe(path);
  });

  const OPENED: readonly (readonly [string, object, string])[] = [
    ['storage', { storage: 'indexdb' }, 'indexeddb'],
    ['storage', { storage: 'memroy' }, 'memory'],
    ['worker', { worker: 'blobb' }, 'blob'],
    ['worker', { worker: 'atuo' }, 'auto'],
    ['limits', { limits: { item: 5 } }, 'limits.maxItems'],
    ['tokenizer', { tokenizer: { cuont: () => 1 } }, 'tokenizer.count'],
    ['storage with a method', { storage: { ...memoryStorage(), comit: 1, commit: undefined } }, 'storage.commit'],
    ['embedder', { embedder: { transformers: { modle: 'x' } } }, 'embedder.transformers.module'],
    ['embedder with a value', { embedder: { transformers: { dtype: 'q9' } } }, 'q8'],
  ];
  it.each(OPENED)('of %s is corrected: %j', async (_, options, name) => {
    expect(await meant(() => open(options))).toBe(name);
  });

  const ASKED: readonly (readonly [string, (memory: WorkingMemory) => unknown, string])[] = [
    ['forget: a request', ({ items }) => items.forget('oldst'), 'oldest'],
    ['forget: two words', ({ items }) => items.forget('least importent'), 'least important'],
    ['forget: a strategy', ({ items }) => items.forget({ strategy: 'time_base', days: 1 } as never), 'time_based'],
    ['forget: a field', ({ items }) => items.forget({ strategy: 'time_based', day: 1 } as never), 'days'],
    ['forget: a selector', ({ items }) => items.forget({ id: ['item-1'] } as never), 'ids'],
    ['forget: the mode', ({ items }) => items.forget('oldest', { mode: 'hrad' } as never), 'hard'],
    ['forget: an option', ({ items }) => items.forget('oldest', { mod: 'hard' } as never), 'mode'],
    ['setLimits', ({ items }) => items.setLimits({ maxItem: 3 } as never), 'maxItems'],
    ['memorize: a source', ({ items }) => items.memorize({ text: 'a', source: 'usr' } as never), 'user'],
    ['memorize: a field', ({ items }) => items.memorize({ text: 'a', importence: 1 } as never), 'importance'],
    ['memorize: an option', ({ items }) => items.memorize('a', { importence: 1 } as never), 'importance'],
    ['update', ({ items }) => items.update('item-1', { pined: true } as never), 'pinned'],
    ['list', ({ items }) => items.list({ limt: 1 } as never), 'limit'],
    ['summarize', ({ items }) => items.summarize({ scop: 'all' } as never), 'scope'],
    ['summarize: the scope', ({ items }) => items.summarize({ scope: 'recnt' } as never), 'recent'],
    ['remember', ({ items }) => items.remember('a', { limt: 1 } as never), 'limit'],
    ['remember: the scope', ({ items }) => items.remember('a', { scope: 'workspce' } as never), 'workspace'],
    ['remember: the ranking', ({ items }) => items.remember('a', { ranking: 'hybird' } as never), 'hybrid'],
    ['remember: a filter', ({ items }) => items.remember('a', { filters: { tag: ['x'] } } as never), 'tags'],
    [
      'remember: a source',
      ({ items }) => items.remember('a', { filters: { source: 'assistnt' } } as never),
      'assistant',
    ],
    ['recall', (memory) => memory.recall('a', { maxToken: 1 } as never), 'maxTokens'],
    ['recall: the scope', (memory) => memory.recall('a', { scope: 'transcrpt' } as never), 'transcript'],
    ['append: the role', ({ transcript }) => transcript.append({ role: 'asistant', text: 'a' } as never), 'assistant'],
    [
      'append: the source',
      ({ transcript }) => transcript.append({ role: 'user', text: 'a', source: 'toll' } as never),
      'tool',
    ],
    [
      'append: a field',
      ({ transcript }) => transcript.append([{ role: 'user', text: 'a', nmae: 'Ann' } as never]),
      'name',
    ],
    ['state: a field of an event', ({ state }) => state.onEvent({ type: 'x', contxt: {} } as never), 'context'],
    [
      'state: a field of a context',
      ({ state }) => state.onEvent({ type: 'task_started', context: { task: 'a', statsu: 'b' } }),
      'status',
    ],
    [
      'prepare',
      ({ context }) => context.prepare(plainMessages, [{ role: 'user', content: 'a' }], { tolls: [] } as never),
      'tools',
    ],
    ['compact: a field', ({ context }) => context.compact.apply({ stategy: 'archive' } as never), 'strategy'],
    ['compact: the strategy', ({ context }) => context.compact.apply({ strategy: 'summarise' } as never), 'summarize'],
    ['compact: the target', ({ context }) => context.compact.apply({ target: 'tols' } as never), 'tools'],
    ['tools: the set', (memory) => memory.tools({ set: 'standrd' } as never), 'standard'],
    ['tools: one of only', (memory) => memory.tools({ only: ['memorise'] } as never), 'memorize'],
    ['tools: the locale', (memory) => memory.tools({ locale: 'zh-C' } as never), 'zh-CN'],
    ['tools: an option', (memory) => memory.tools({ sets: 'all' } as never), 'memoryTools.set'],
    ['export: the format', (memory) => memory.export({ format: 'jsn' } as never), 'json'],
    ['import: an option', (memory) => memory.import('{}', { dryrun: true } as never), 'dryRun'],
    ['import: the conflict', (memory) => memory.import('{}', { conflict: 'repalce' } as never), 'replace'],
    ['import: the provenance', (memory) => memory.import('{}', { provenance: 'bundel' } as never), 'bundle'],
    ['export: an option', (memory) => memory.export({ fromat: 'json' } as never), 'format'],
    ['audit', ({ items }) => first(items.audit({ afer: 1 } as never)), 'after'],
    ['files.write', ({ files }) => files.write('overview.md', 'a', { focre: true } as never), 'force'],
    ['files.edit', ({ files }) => files.edit('overview.md', 'a', 'b', { sorce: 'user' } as never), 'source'],
    ['transcript.read', ({ transcript }) => transcript.read({ limti: 1 } as never), 'limit'],
    ['record', ({ context }) => context.record(plainMessages, [], { whoel: true } as never), 'whole'],
    ['context.restore', ({ context }) => context.restore(plainMessages, { brnach: 'a' } as never), 'branch'],
    ['context.subscribe', ({ context }) => context.subscribe(() => {}, { txets: true } as never), 'texts'],
    ['sessions.list', ({ sessions }) => sessions.list({ everwhere: true } as never), 'everywhere'],
    ['sessions.prune', ({ sessions }) => sessions.prune({ idleFor: 1, idelFor: 2 } as never), 'idleFor'],
    ['sessions.search', ({ sessions }) => sessions.search('a', { limti: 1 } as never), 'limit'],
    ['erase', (memory) => memory.erase({ userID: 'ann' } as never), 'userId'],
    ['report', (memory) => memory.report({ lats: 1 } as never), 'report.last'],
  ];
  it.each(ASKED)('in %s is corrected', async (_, ask, name) => {
    const memory = await open();
    await memory.items.memorize('a fact');
    expect(await meant(() => ask(memory))).toBe(name);
    await memory.close();
  });

  /** A message of each format with the misspelt role; the AI SDK and Anthropic hold parts. */
  const ROLES: readonly (readonly [{ readonly name: string }, object, string])[] = [
    [plainMessages, { role: 'asistant', content: 'a' }, 'assistant'],
    [openaiChat, { role: 'develper', content: 'a' }, 'developer'],
    [openaiChatSingleSystem, { role: 'sytem', content: 'a' }, 'system'],
    [openaiResponses, { role: 'usr', content: 'a' }, 'user'],
    [openaiAgents, { role: 'asistant', content: 'a' }, 'assistant'],
    [anthropicMessages, { role: 'asistant', content: 'a' }, 'assistant'],
    [aiSdkPrompt, { role: 'asistant', content: [{ type: 'text', text: 'a' }] }, 'assistant'],
    [gemini, { role: 'modle', parts: [{ text: 'a' }] }, 'model'],
    [langchain, { type: 'humn', content: 'a' }, 'human'],
    [tanstack, { role: 'asistant', content: 'a' }, 'assistant'],
  ];
  it.each(ROLES)('of a role in messages of $0.name is corrected', async (lens, message, name) => {
    const memory = await open();
    const list = [message];
    expect(await meant(() => memory.context.prepare(lens as never, list as never))).toBe(name);
    await memory.close();
  });

  it('of a method of a lens is said to be the one that is missing', async () => {
    const memory = await open();
    const { withResult, ...rest } = plainMessages;
    const lens = { ...rest, withResults: withResult };
    const asked = (): Promise<unknown> => memory.context.prepare(lens as never, [{ role: 'user', content: 'a' }]);
    await expect(asked()).rejects.toThrow('got an object without withResult (did you mean withResults?)');
    await memory.close();
  });

  it('of an option of a storage is corrected', async () => {
    expect(await meant(() => fileStorage({ rot: 'x' } as never))).toBe('fileStorage.root');
  });

  it('is none where nothing is near, and a long text in place of a name is compared with none', () => {
    expect(nearestOf('xylophone', ['zip', 'json'])).toBeUndefined();
    expect(nearestOf('x'.repeat(10_000_000), ['oldest', 'newest'])).toBeUndefined();
    expect(nearestOf('jsno', ['zip', 'json'])).toBe('json');
    expect(nearestOf('item', ['maxTokens', 'maxItems'])).toBe('maxItems');
  });
});
