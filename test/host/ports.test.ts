// Ports of the app: missing members are named at opening, and answers are checked before anything is stored.
import { describe, expect, it } from 'vitest';
import {
  calibratedTokens,
  memoryStorage,
  type OpenOptions,
  openWorkingMemory,
  type TokenCounter,
  type WorkingMemory,
} from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { unstorageStorage } from '../../src/storage/unstorage/storage.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';

const open = (options: object = {}): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'ports', storage: memoryStorage(), worker: false, ...options } as OpenOptions);

const refusal = async (work: () => unknown): Promise<{ code?: string; message: string; details?: unknown }> => {
  try {
    await work();
  } catch (error) {
    return error as Error & { code: string };
  }
  throw new Error('it was accepted');
};

describe('a port that is none', () => {
  const cases: readonly (readonly [name: string, options: object, option: string, words: string])[] = [
    [
      'an empty storage',
      { storage: {} },
      'storage.load',
      'load, commit, since, row, rows, sessions, remove, journal, close',
    ],
    ['no storage', { storage: null }, 'storage', 'null'],
    [
      'a misspelt storage',
      { storage: { ...memoryStorage(), commit: undefined, comit: () => undefined } },
      'storage.comit',
      'Did you mean storage.commit?',
    ],
    ['a clock object', { clock: {} }, 'clock', 'a function'],
    ['a clock of Date', { clock: Date.now() }, 'clock', 'a function'],
    ['an empty tokenizer', { tokenizer: {} }, 'tokenizer.count', 'count'],
    ['a tokenizer function', { tokenizer: () => 1 }, 'tokenizer', 'count'],
    ['a misspelt tokenizer', { tokenizer: { counts: () => 1 } }, 'tokenizer.counts', 'Did you mean tokenizer.count?'],
    ['an ids object', { ids: {} }, 'ids', 'a function'],
    ['empty peers', { peers: {} }, 'peers.announce', 'announce, listen, close'],
  ];
  it.each(cases)('is refused at opening: %s', async (_, options, option, words) => {
    const error = await refusal(() => open(options));
    expect(error).toMatchObject({ code: 'invalid-option', details: { option } });
    expect(error.message).toContain(words);
  });

  it('may be an object of a class, and have more than the port asks for', async () => {
    class Tokenizer {
      readonly perWord = 2;
      count(text: string): number {
        return text.split(' ').length * this.perWord;
      }
    }
    const memory = await open({ tokenizer: new Tokenizer() });
    expect((await memory.items.memorize('two words')).items[0]?.tokens).toBe(4);
    await memory.close();
  });
});

describe('the options of a storage adapter', () => {
  const cases: readonly (readonly [name: string, make: () => unknown, option: string, words: string])[] = [
    ['an unknown name', () => fileStorage({ directory: '/tmp' } as never), 'fileStorage.directory', 'root'],
    ['a path', () => fileStorage('/tmp' as never), 'fileStorage', 'root'],
    ['nothing', () => fileStorage(undefined as never), 'fileStorage', 'root'],
    ['no root', () => fileStorage({} as never), 'fileStorage.root', 'text'],
    ['a root that is no text', () => fileStorage({ root: 7 } as never), 'fileStorage.root', 'text'],
    ['no client', () => redisStorage({} as never), 'redisStorage.client', 'client'],
    ['a client itself', () => redisStorage({ call: () => undefined } as never), 'redisStorage.call', 'client'],
    ['a client that is none', () => redisStorage({ client: {} } as never), 'redisStorage.client', 'ioredis'],
    ['no storage', () => unstorageStorage({} as never), 'unstorageStorage.storage', 'createStorage'],
    [
      'a storage without methods',
      () => unstorageStorage({ storage: {} } as never),
      'unstorageStorage.storage.getItem',
      'a function',
    ],
    [
      'a state instead of its storage',
      () => durableObjectStorage({ storage: {} } as never),
      'durableObjectStorage.storage.transaction',
      'a function',
    ],
  ];
  it.each(cases)('are checked: %s', async (_, make, option, words) => {
    const error = await refusal(make);
    expect(error).toMatchObject({ name: 'WorkingMemoryError', code: 'invalid-option', details: { option } });
    expect(error.message).toContain(words);
  });
});

describe('a tokenizer that answers no count', () => {
  const answers: readonly unknown[] = [-1, 1.5, Number.NaN, Infinity, '3', null, undefined, {}];
  for (const answer of [...answers, ...answers.map((each) => Promise.resolve(each))]) {
    it(`fails the command with a code: ${String(answer)}`, async () => {
      const memory = await open({ tokenizer: { count: () => answer } });
      const error = await refusal(() => memory.items.memorize('text'));
      expect(error).toMatchObject({ code: 'port-failed', details: { port: 'tokenizer' } });
      expect(error.message).toContain('Nothing was changed');
      expect((await memory.items.capacity()).usage).toEqual({ items: 0, tokens: 0 });
      const messages = [{ role: 'user' as const, content: 'hello' }];
      expect(await refusal(() => memory.context.prepare(plainMessages, messages))).toMatchObject({
        code: 'port-failed',
      });
      await memory.close();
    });
  }

  it('is found out behind a calibrated one, too', async () => {
    for (const answer of ['3', Number.NaN, -2]) {
      const memory = await open({ tokenizer: calibratedTokens({ count: () => answer } as TokenCounter) });
      expect(await refusal(() => memory.items.memorize('text'))).toMatchObject({ code: 'port-failed' });
      await memory.close();
    }
    expect(await refusal(() => calibratedTokens({} as TokenCounter))).toMatchObject({ code: 'invalid-input' });
  });

  it('passes its own errors on', async () => {
    const memory = await open({
      tokenizer: { count: () => Promise.reject(new Error('the vocabulary is not loaded')) },
    });
    await expect(memory.items.memorize('text')).rejects.toThrow('the vocabulary is not loaded');
    await memory.close();
  });
});

describe('F60: a clock that answers no time', () => {
  const answers: readonly unknown[] = [Number.NaN, Infinity, -1, '2026-01-01', undefined, new Date(), 8.64e15 + 1];
  it.each(answers)('fails every call with a code: %s', async (answer) => {
    const error = await refusal(() => open({ clock: () => answer }));
    expect(error).toMatchObject({ code: 'port-failed', details: { port: 'clock' } });

    const clock = fakeClock();
    const memory = await open({ clock: () => (clock.now === 0 ? answer : clock.now) });
    await memory.items.memorize('before');
    clock.now = 0;
    expect(await refusal(() => memory.items.memorize('during'))).toMatchObject({ code: 'port-failed' });
    expect(await refusal(() => memory.items.list())).toMatchObject({ code: 'port-failed' });
    clock.now = fakeClock().now;
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['before']);
    await memory.close();
  });
});

describe('peers that break their contract', () => {
  it('fail no command, however they throw and whatever they announce', async () => {
    const refuse = (): never => {
      throw new Error('no channel');
    };
    let hear: (head: unknown) => void = refuse;
    const quiet = { announce: () => undefined, close: () => undefined, listen: () => undefined };
    for (const peers of [
      { announce: refuse, listen: refuse, close: refuse },
      { ...quiet, listen: (listener: typeof hear) => void (hear = listener) },
    ]) {
      const memory = await open({ peers });
      await memory.items.memorize('stored once');
      for (const head of [undefined, null, 'newest', Number.NaN, Infinity, {}, -1, 0.5])
        if (hear !== refuse) hear(head);
      await memory.items.memorize('and more');
      expect((await memory.items.list()).map(({ text }) => text)).toEqual(['stored once', 'and more']);
      await memory.close();
    }
  });
});

describe('ids that are none', () => {
  const answers: readonly unknown[] = [
    '',
    ' ',
    'two words',
    'line\nbreak',
    'x'.repeat(65),
    7,
    null,
    undefined,
    {},
    '__proto__',
  ];
  it.each(answers)('fail the command with a code: %s', async (answer) => {
    const memory = await open({ ids: () => answer });
    const error = await refusal(() => memory.items.memorize('text'));
    expect(error).toMatchObject({ code: 'port-failed', details: { port: 'ids' } });
    expect((await memory.items.capacity()).usage.items).toBe(0);
    await memory.close();
  });

  it('repeat themselves are refused, in one batch, beside an item of the store, of the long tail, or a forgotten one', async () => {
    const ids = ['a', 'a', 'a', 'b', 'a', 'b', 'c', 'c'].values();
    const memory = await open({ ids: () => ids.next().value, limits: { maxItems: 1 }, tokenizer: wordTokens });
    const { items } = memory;
    const repeated = { code: 'port-failed', details: { port: 'ids' } };
    await expect(items.memorize([{ text: 'one' }, { text: 'other' }])).rejects.toMatchObject(repeated);
    await items.memorize('the first a');
    await items.memorize('the first b');
    expect(await items.get('a'), 'it is in the long tail').toBeUndefined();
    await expect(items.memorize('the second a')).rejects.toMatchObject(repeated);
    await expect(items.memorize('the second b')).rejects.toMatchObject(repeated);
    expect((await items.list()).map(({ id, text }) => [id, text])).toEqual([['b', 'the first b']]);
    await items.memorize('the first c');
    await items.forget({ ids: ['c'] }, { mode: 'hard' });
    const error = await refusal(() => items.memorize('the second c'));
    expect(error).toMatchObject(repeated);
    expect(error.message).toContain('Nothing was changed');
    await memory.close();
  });
});

describe('memorize', () => {
  it('takes texts in a batch, with the fields of the options', async () => {
    const memory = await open({ ids: countingIds() });
    await memory.items.memorize(['one', { text: 'two', importance: 0.2 }, 'three'], {
      importance: 0.9,
      tags: ['plan'],
    });
    expect((await memory.items.list()).map(({ text, importance, tags }) => [text, importance, tags])).toEqual([
      ['one', 0.9, ['plan']],
      ['two', 0.2, undefined],
      ['three', 0.9, ['plan']],
    ]);
    await memory.close();
  });

  it('says what an item must be', async () => {
    const memory = await open();
    for (const wrong of [[7], 7, null, [null], [['a']]]) {
      const error = await refusal(() => memory.items.memorize(wrong as never));
      expect(error).toMatchObject({ code: 'invalid-input', details: { argument: 'item' } });
      expect(error.message).toContain("a text, or an object with a text such as { text: 'a fact' }");
    }
    expect((await refusal(() => memory.items.memorize(''))).message).toContain('got a text of 0 characters');
    await memory.close();
  });
});
