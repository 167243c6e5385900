import { describe, expect, it } from 'vitest';
import type { RequestNews } from '../../../src/api/watching/request-news.ts';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { Chat, words } from '../../support/messages/chat.ts';

const SMALL = { tokenizer: tokenScan(), context: { window: 4000 } };

describe('a listener of prepared requests', () => {
  it('hears of each what was cached and new, by a clock that may be injected', async () => {
    let now = 1_700_000_000_000;
    const memory = await openFixed({ ...SMALL, clock: () => (now += 5) });
    const chat = new Chat(memory);
    const heard: RequestNews[] = [];
    memory.context.subscribe((news) => heard.push(news));
    const first = await chat.ask('Hello there.');
    chat.answer('Hello.');
    await chat.ask('And now?');
    expect(heard[0]).toMatchObject({
      requestId: first.requestId,
      repeated: false,
      epoch: 1,
      epochReason: 'session-started',
      tokens: { sent: first.meta.tokensUsed, list: first.meta.tokensUsed, cached: 0, fresh: first.meta.tokensUsed },
      own: {},
      hidden: [],
      recalled: [],
    });
    expect(heard[1]?.epochReason).toBeUndefined();
    expect(heard[1]?.tokens.cached).toBe(first.meta.tokensUsed);
    for (const { ms } of heard) expect([ms > 0, ms % 5]).toEqual([true, 0]);
  });

  it('hears of hidden messages, the reason of the epoch, and the memory’s own words by part', async () => {
    const memory = await openFixed(SMALL);
    const guide = await memory.context.guide();
    const tools = await memory.tools();
    const chat = new Chat(memory, { system: `Be brief.\n${guide}`, tools });
    const heard: RequestNews[] = [];
    memory.context.subscribe((news) => heard.push(news));
    await chat.turns(30, () => words(60));
    const folded = heard.find(({ epochReason }) => epochReason === 'fallback-compaction');
    expect(folded?.hidden.length).toBeGreaterThan(0);
    expect(folded?.tokens.list).toBeGreaterThan(folded?.tokens.sent ?? Infinity);
    expect(folded?.own.guide).toBeGreaterThan(50);
    expect(folded?.own.tools).toBeGreaterThan(200);
    expect((folded?.own.overview ?? 0) + (folded?.own.news ?? 0)).toBeGreaterThan(20);
    expect(heard.some(({ own }) => (own.meter ?? 0) > 0)).toBe(true);
    expect(heard.some(({ own, reminder }) => reminder !== undefined && (own.reminder ?? 0) > 0)).toBe(true);
  });

  it('hears no text but where it asks for texts', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    const [plain, whole]: [string[], RequestNews[]] = [[], []];
    memory.context.subscribe((news) => plain.push(JSON.stringify(news)));
    memory.context.subscribe((news) => whole.push(news), { texts: true });
    await memory.items.memorize('The harbour office closes at noon on Fridays.');
    await chat.ask('When does the harbour office close on Fridays?');
    await chat.turns(20, () => words(60, 'secret'));
    expect(plain.join('\n')).not.toMatch(/secret|harbour/);
    const texts = whole.flatMap((news) => news.texts ?? []);
    expect(texts.some(({ kind, text }) => kind === 'notes' && text.includes('closes at noon'))).toBe(true);
    expect(whole[0]?.recalled).toMatchObject([{ scope: 'items', id: 'item-1' }]);
  });

  it('gets the messages of the request by reference where it asks for them', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    const [plain, whole]: [RequestNews[], RequestNews[]] = [[], []];
    memory.context.subscribe((news) => plain.push(news));
    memory.context.subscribe((news) => whole.push(news), { messages: true });
    const { messages } = await chat.ask('Hello there.');
    expect(whole[0]?.messages).toBe(messages);
    expect(whole[0]?.texts).toBeUndefined();
    expect(plain[0]?.messages).toBeUndefined();
  });

  it('hears nothing after it unsubscribed, or the memory closed, and stops no request by throwing', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    let heard = 0;
    const stop = memory.context.subscribe(() => void heard++);
    await chat.ask('One.');
    stop();
    chat.answer('Two.');
    await chat.ask('Three.');
    expect(heard).toBe(1);
    expect(() => memory.context.subscribe('listener' as never)).toThrow(/function/);
  });
});
