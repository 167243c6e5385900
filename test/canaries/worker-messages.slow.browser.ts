// Messages between a page and its worker after a hard forget: only the one that names the text contains it.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import type { ForgetRequest } from '../../src/items/forgetting/request.ts';
import { freshSession, open } from '../support/browser/hooked-memories.ts';
import { answers } from '../support/canaries/answers.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { plant, writings } from '../support/canaries/plant.ts';
import { Chat } from '../support/messages/chat.ts';

interface Crossing {
  readonly to: 'worker' | 'page' | 'tabs';
  readonly data: unknown;
}
const crossed: Crossing[] = [];
const logged: unknown[] = [];

/** Watches every port and worker of the page, and what it logs. */
beforeEach(() => {
  crossed.length = 0;
  logged.length = 0;
  for (const kind of [MessagePort, Worker]) {
    const { postMessage, addEventListener } = kind.prototype;
    vi.spyOn(kind.prototype, 'postMessage').mockImplementation(function (this: MessagePort, ...given: unknown[]) {
      crossed.push({ to: 'worker', data: given[0] });
      return (postMessage as (...args: unknown[]) => void).apply(this, given);
    });
    vi.spyOn(kind.prototype, 'addEventListener').mockImplementation(function (this: MessagePort, ...given: unknown[]) {
      const [type, listener] = given as [string, unknown];
      const add = addEventListener as (...args: unknown[]) => void;
      if (type === 'message' && !watched.has(this)) {
        watched.add(this);
        add.call(this, 'message', ({ data }: MessageEvent) => crossed.push({ to: 'page', data }));
      }
      return add.apply(this, [type, listener, ...given.slice(2)]);
    });
  }
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...given: unknown[]) => void logged.push(given));
});
const watched = new WeakSet<object>();
afterEach(() => vi.restoreAllMocks());

/** Records what owners in other tabs hear of the session. */
function hearAsTab(session: string): void {
  const channel = new BroadcastChannel(`working-memory ${JSON.stringify(['/', session])}`);
  channel.addEventListener('message', ({ data }) => crossed.push({ to: 'tabs', data }));
  onTestFinished(() => channel.close());
}

const holding = (): Crossing[] => crossed.filter(({ data }) => traces(data).length > 0);

async function planted(canary: string): Promise<{ readonly memory: WorkingMemory; readonly id: string }> {
  const session = freshSession();
  hearAsTab(session);
  const options = { limits: { maxItems: 100, maxTokens: 100_000 }, context: { window: 4000 } } as const;
  const memory = await open({ session, template: 'yaml', ...options });
  expect(memory.runtime.place).toBe('worker');
  const { id } = await plant(memory, canary, { session, forms: writings(canary).slice(-3) });
  return { memory, id };
}

describe.each(Object.entries(CANARIES))('after a hard forget of a canary in %s', (_, canary) => {
  it.each<[string, (id: string) => ForgetRequest, number]>([
    ['no message holds it where its id was named', (id) => ({ ids: [id] }), 0],
    ['only the request holds it where its text was named', () => ({ text: canary }), 1],
  ])('%s', async (_by, request, most) => {
    const { memory, id } = await planted(canary);
    expect(new Set(holding().map(({ to }) => to))).toEqual(new Set(['worker', 'page']));
    expect(crossed.some(({ to }) => to === 'tabs')).toBe(true);

    crossed.length = 0;
    await memory.items.forget(request(id), { mode: 'hard' });
    expect(traces(await answers(memory, [id]))).toEqual([]);
    const chat = new Chat(memory);
    await chat.ask('What do you know of the café and the PIN, 密码?');
    await chat.turns(2);
    expect(holding().map(({ to }) => to)).toEqual(Array.from({ length: most }, () => 'worker'));
    expect(new Set(crossed.map(({ to }) => to))).toEqual(new Set(['worker', 'page', 'tabs']));
    expect(traces(logged)).toEqual([]);
  });
});
