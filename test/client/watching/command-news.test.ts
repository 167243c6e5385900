// The app is told of each finished call: name, time, attempts, bytes, code and ids, never a text.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type CommandNews, memoryStorage, type OpenOptions, type WorkingMemory } from '../../../src/entries/index.ts';
import { plainMessages } from '../../../src/entries/lenses.ts';
import { countingIds, fakeClock } from '../../support/fakes/fakes.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { IMMEDIATE, prepareForAll, wholeApi } from '../../support/whole-api.ts';

async function observed(options: Partial<OpenOptions> = {}): Promise<[WorkingMemory, CommandNews[]]> {
  const heard: CommandNews[] = [];
  const memory = await openFixed({ storage: memoryStorage(), onCommand: (news) => heard.push(news), ...options });
  return [memory, heard];
}

/** Listeners hear of a call right after its caller does. */
const told = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('onCommand', () => {
  it('tells of a call that was answered', async () => {
    const clock = fakeClock(1000);
    const [memory, heard] = await observed({ clock });
    await memory.items.memorize(['Grüße', { text: 'two' }]);
    await told();
    expect(heard).toEqual([
      {
        command: 'items.memorize',
        session: 'test',
        at: 1000,
        ms: 0,
        attempts: 1,
        bytes: 10,
        ids: ['item-1', 'item-2'],
      },
    ]);
    await memory.close();
  });

  it('says the same in the console with `debug`, beside `onCommand` or without it', async () => {
    const logged = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    const [memory, heard] = await observed({ debug: true, clock: fakeClock(1000) });
    await memory.items.memorize('a secret text');
    await memory.items.revise('no such item', 'a secret text').catch(() => undefined);
    await told();
    expect(heard).toHaveLength(2);
    expect(logged.mock.calls).toEqual([
      ['[working-memory] items.memorize (test) 0.0 ms'],
      ['[working-memory] items.revise (test) 0.0 ms: not-found'],
    ]);
    await memory.close();
    logged.mockClear();
    const alone = await openFixed({ storage: memoryStorage(), debug: true });
    await alone.items.list();
    await told();
    expect(logged).toHaveBeenCalledOnce();
    await alone.close();
    logged.mockRestore();
  });

  it('tells of a call that failed, with its code alone', async () => {
    const [memory, heard] = await observed();
    await expect(memory.items.revise('no such item', 'a secret text')).rejects.toMatchObject({ code: 'not-found' });
    await expect(memory.items.list({ limit: -1 })).rejects.toMatchObject({ code: 'invalid-input' });
    await memory.close();
    await expect(memory.items.step()).rejects.toMatchObject({ code: 'closed' });
    await told();
    expect(heard.map(({ command, code }) => [command, code])).toEqual([
      ['items.revise', 'not-found'],
      ['items.list', 'invalid-input'],
      ['items.step', 'closed'],
    ]);
  });

  it('names every call but the closing one, and holds no text of any', async () => {
    const [memory, heard] = await observed({ workspace: 'ann' });
    const { bundle } = await prepareForAll(memory);
    const calls = Object.entries(wholeApi({ bundle, session: 'test' })).filter(
      ([path]) => !/^close$|^embedding/.test(path),
    );
    heard.length = 0;
    for (const [, ask] of calls) await ask(memory).catch(() => undefined);
    await told();
    const own = calls.map(([path]) => path.replace(/^shared\./, '')).filter((path) => !IMMEDIATE.includes(path));
    // It opens another memory; `pin` and `unpin` are `update`.
    const UNHEARD = ['sessions.open', 'items.pin', 'items.unpin'];
    expect(own.filter((path) => !UNHEARD.includes(path) && !heard.some(({ command }) => command === path))).toEqual([]);
    const said = JSON.stringify(heard);
    for (const text of ['fact', 'revised', 'hello', 'three', 'overview.md', 'A title', 'nobody']) {
      expect(said).not.toContain(text);
    }
    await memory.close();
  });

  it('counts the attempts of a call that met faster owners', async () => {
    const storage = memoryStorage();
    const [one, heard] = await observed({ storage });
    const other = await openFixed({ storage, ids: countingIds('other') });
    await one.items.memorize('first');
    await other.items.memorize('another owner is faster');
    await one.items.memorize('second');
    await other.items.memorize('and again');
    await one.context.prepare(plainMessages, [{ role: 'user', content: 'hello' }]);
    await told();
    expect(heard.map(({ command, attempts }) => [command, attempts])).toEqual([
      ['items.memorize', 1],
      ['items.memorize', 2],
      ['context.prepare', 2],
    ]);
    await one.close();
    await other.close();
  });

  it('does not harm the call when it throws', async () => {
    const errors: unknown[] = [];
    const listen = (error: unknown): number => errors.push(error);
    process.on('uncaughtException', listen);
    const [memory] = await observed({
      onCommand() {
        throw new Error('of the app');
      },
    });
    expect(await memory.items.memorize('a fact')).toMatchObject({ stored: true });
    await told();
    expect(errors).toMatchObject([{ message: 'of the app' }]);
    process.off('uncaughtException', listen);
    await memory.close();
  });
});

describe('the recipe for OpenTelemetry in docs/watching.md', () => {
  it('makes a span of each call, with its status', async () => {
    const page = readFileSync(new URL('../../../docs/watching.md', import.meta.url), 'utf8');
    const [, recipe = ''] = /```ts\nimport \{ SpanStatusCode, trace \}[^\n]*\n([^]*?)```/.exec(page) ?? [];
    expect(recipe).toContain('onCommand');
    const spans: { name: string; attributes: object; from: unknown; to?: unknown; status?: unknown }[] = [];
    // The parts of @opentelemetry/api that the recipe uses.
    const trace = {
      getTracer: () => ({
        startSpan(name: string, { startTime, attributes }: { startTime: unknown; attributes: object }) {
          const span: (typeof spans)[number] = { name, attributes, from: startTime };
          spans.push(span);
          return { setStatus: (status: object) => (span.status = status), end: (to: unknown) => (span.to = to) };
        },
      }),
    };
    const clock = fakeClock(5000);
    const open = (options: Partial<OpenOptions>): Promise<WorkingMemory> => openFixed({ ...options, clock });
    // The page as it stands, but for its types and imports.
    const body = recipe.replace(/^import.*$/gm, '').replace('const memory = ', 'return ');
    const run = new Function('trace', 'SpanStatusCode', 'openWorkingMemory', `return (async () => {${body}})()`);
    const memory = (await run(trace, { ERROR: 2 }, open)) as WorkingMemory;
    await memory.items.memorize('a fact');
    await memory.items.restore('none').catch(() => undefined);
    await told();
    expect(spans).toEqual([
      {
        name: 'items.memorize',
        from: 5000,
        to: 5000,
        attributes: {
          'db.system.name': 'working-memory',
          'db.namespace': 'chat-42',
          'db.operation.name': 'items.memorize',
          'working_memory.attempts': 1,
          'working_memory.bytes': 6,
          'working_memory.ids': ['item-1'],
        },
      },
      {
        name: 'items.restore',
        from: 5000,
        to: 5000,
        status: { code: 2, message: 'not-found' },
        attributes: expect.objectContaining({ 'error.type': 'not-found' }),
      },
    ]);
    await memory.close();
  });
});
