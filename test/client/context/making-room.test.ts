// When the context engine makes room by itself, how much, and when it stops trying.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryStorage } from '../../../src/entries/index.ts';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import type { Prepared } from '../../../src/context/plan/prepared.ts';
import { Chat, type ChatMessage, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

async function opened(context: NonNullable<OpenOptions['context']>): Promise<WorkingMemory> {
  const memory = await openFixed({ context });
  onTestFinished(() => memory.close());
  return memory;
}

const winsLittle = ({ compaction }: Prepared<unknown>): boolean =>
  compaction !== undefined && compaction.tokens.after > compaction.tokens.before * 0.9;

/** Plays `turns` turns of about fifty tokens; returns all requests. */
async function talk(memory: WorkingMemory, turns: number) {
  const chat = new Chat(memory);
  const requests = [];
  for (let turn = 0; turn < turns; turn++) {
    requests.push(await chat.ask(`Question ${turn}: ${words(20, `t${turn}w`)}`));
    chat.answer(`Answer ${turn}: ${words(20, `a${turn}w`)}`);
  }
  return requests;
}

describe('the fallback', () => {
  it('makes room for many requests', async () => {
    const requests = await talk(await opened({ window: 2000 }), 45);
    const fallbacks = requests.flatMap(({ compaction }, turn) => (compaction ? [turn] : []));
    expect(fallbacks.length).toBeGreaterThanOrEqual(2);
    const [first = 0, second = 0] = fallbacks;
    // From a quarter of the window to three quarters of it, fifty tokens a turn.
    expect(second - first).toBeGreaterThanOrEqual(15);
    expect(requests[first]?.meta.fill).toBeLessThan(0.3);
  });

  it('makes it for the same list where the session is opened again with a smaller window', async () => {
    const storage = memoryStorage();
    const before = await openFixed({ storage, context: { window: 8000 } });
    const chat = new Chat(before);
    for (let turn = 0; turn < 40; turn++) {
      await chat.ask(`Question ${turn}: ${words(20, `t${turn}w`)}`);
      chat.answer(`Answer ${turn}: ${words(20, `a${turn}w`)}`);
    }
    await chat.ask('And now?');
    await before.close();
    const again = new Chat(await openFixed({ storage, context: { window: 1000 } }));
    again.messages.push(...chat.messages);
    const { meta, ...prepared } = await again.prepare();
    expect(prepared).toMatchObject({ repeated: false, epochReason: 'fallback-compaction', prefixChanged: true });
    expect(meta.tokensMax).toBe(1000);
    expect(meta.tokensUsed).toBeLessThan(1000);
  });

  it('says how large the request is that it leaves, with the summary in it', async () => {
    const requests = await talk(await opened({ window: 2000 }), 30);
    const made = requests.find(({ compaction }) => compaction);
    expect(made?.compaction?.tokens.after).toBe(made?.meta.tokensUsed);
  });

  it('keeps a tenth of the window free of what is only estimated, however late it is set', async () => {
    const requests = await talk(await opened({ window: 2000, fallbackAt: 0.99 }), 55);
    expect(requests.filter(({ compaction }) => compaction).length).toBeGreaterThanOrEqual(2);
    const largest = Math.max(...requests.map(({ meta }) => meta.tokensUsed));
    expect(largest * 1.1).toBeLessThanOrEqual(2000);
  });

  it('stops after two that won little in one turn, and tries again in the next', async () => {
    const memory = await opened({ window: 4000, fallbackAt: 0.2 });
    const chat = new Chat(memory, { system: words(3000, 'rule') });
    const turnOf = async (question: string): Promise<boolean[]> => {
      const requests = [await chat.ask(question)];
      for (let call = 0; call < 16; call++) {
        chat.called('look', { at: call }, words(12, `${question}${call}w`));
        requests.push(await chat.prepare());
      }
      expect(requests.at(-1)?.meta.fill, 'beyond the fallback, and yet none').toBeGreaterThan(0.25);
      return requests.filter(({ compaction }) => compaction).map(winsLittle);
    };
    expect(await turnOf('First')).toEqual([true, true]);
    expect(await turnOf('Second')).toEqual([true, true]);
  });
});

describe('a compaction that is asked for', () => {
  it('is not made where it would save nothing, and says how large the request is that it leaves', async () => {
    let [made, refused] = [0, 0];
    for (let turns = 4; turns < 16; turns += 2) {
      for (const said of [2, 8, 24]) {
        const memory = await opened({ window: 8000 });
        const chat = new Chat(memory);
        for (let turn = 0; turn < turns; turn++) {
          chat.messages.push({ role: 'user', content: words(said, `t${turn}w`) });
          chat.answer('That is done.');
        }
        const { meta } = await chat.ask('Now?');
        const { applied, reason, tokens } = await memory.context.compact.apply();
        const after = (await chat.prepare()).meta.tokensUsed;
        if (applied) made++;
        else refused++;
        expect(reason).toBe(applied ? undefined : 'would-not-shrink');
        expect(after, `${turns} turns of ${said} words`)[applied ? 'toBeLessThan' : 'toBe'](meta.tokensUsed);
        if (applied) expect(Math.abs(after - tokens.after)).toBeLessThan(10);
      }
    }
    expect(Math.min(made, refused)).toBeGreaterThan(2);
  });
});

describe('a request that a fold can make small enough', () => {
  /** The system prompt leaves room in the window for two turns, but not for a summary of earlier ones. */
  const nearlyFilled = async (): Promise<Prepared<ChatMessage>[]> => {
    const memory = await opened({ window: 2000 });
    const chat = new Chat(memory, { system: words(1850, 'rule') });
    const requests = [];
    for (let turn = 0; turn < 30; turn++) {
      requests.push(await chat.ask(`Question ${turn}: ${words(12, `t${turn}w`)}`));
      chat.answer(`Answer ${turn}: ${words(12, `a${turn}w`)}`);
    }
    return requests;
  };

  it('is never refused, also where the summary takes more than the turns that it hides', async () => {
    const requests = await nearlyFilled();
    expect(requests.at(-1)?.messages.length, 'what is hidden stays hidden').toBeLessThan(20);
    const folds = requests.flatMap(({ compaction }) => compaction ?? []);
    expect(folds.length).toBeGreaterThan(2);
    for (const { possible, applied, tokens } of folds) {
      expect([possible, applied]).toEqual([true, true]);
      expect(tokens.after).toBeLessThan(tokens.before);
    }
  });

  it('changes its prefix only with an epoch, and begins none while it fits', async () => {
    const requests = await nearlyFilled();
    for (const { epochReason, prefixChanged } of requests.slice(1)) expect(prefixChanged).toBe(!!epochReason);
    expect(requests.filter(({ epochReason }) => epochReason).length).toBeLessThan(requests.length / 2);
  });
});

describe('a summary', () => {
  const prices = Array.from({ length: 60 }, (_, at) => ({
    order: `ORD-${5000 + at}`,
    price: `${at}.50`,
    mail: `a${at}@b.org`,
  }));
  const CANCEL = { type: 'function', function: { name: 'cancel', parameters: { properties: { order: {} } } } };

  /** Sixty orders were shown by a call that takes an address, and hidden. */
  const namesAfter = async (
    hide: (memory: WorkingMemory, chat: Chat) => Promise<unknown>,
    tools?: readonly object[],
  ) => {
    const memory = await openFixed({ context: { window: 4000 }, tokenizer: tokenScan() });
    onTestFinished(() => memory.close());
    const chat = new Chat(memory, tools && { tools });
    await chat.ask('Which orders are there?');
    chat.called('orders', { mail: 'ann@b.org' }, prices.map((one) => JSON.stringify(one)).join('\n'));
    await chat.prepare();
    chat.answer('Sixty of them.');
    await chat.turns(3);
    await hide(memory, chat);
    return /Names, ids and paths\n(.*)/.exec((await memory.files.read('overview.md')).text)?.[1] ?? '';
  };
  const hidings: Record<string, (memory: WorkingMemory, chat: Chat) => Promise<unknown>> = {
    'of a fallback': (_, chat) => chat.ask('And now?', { contextWindow: 1500 }),
    'that was asked for': async (memory) => {
      const { applied } = await memory.context.compact.apply({ target: 'all', keepRecent: 1 });
      expect(applied).toBe(true);
    },
  };

  it.each(Object.entries(hidings))('%s names first what calls have taken, or may take', async (_, hide) => {
    expect(await namesAfter(hide)).toMatch(/^mail=((?!price=).)*$/);
    expect(await namesAfter(hide, [CANCEL])).toMatch(/^order=((?!price=).)*$/);
  });
});
