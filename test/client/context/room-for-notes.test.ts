// Notes fill the room left in the window by the provider's count, and the meter counts the notes that are sent.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import { Chat, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const WINDOW = 2000;

async function opened(context: NonNullable<OpenOptions['context']>): Promise<WorkingMemory> {
  const memory = await openFixed({ context });
  onTestFinished(() => memory.close());
  return memory;
}

describe('the summary of a fold', () => {
  it('is left out where it does not fit as the provider counts it, which is half as much again', async () => {
    let folds = 0;
    for (const rules of [850, 900]) {
      const memory = await opened({ window: WINDOW });
      const scale = await opened({ window: 1_000_000, reminder: { enabled: false } });
      const chat = new Chat(memory, { system: words(rules, 'rule'), tools: undefined });
      for (let turn = 0; turn < 14; turn++) {
        const { messages, meta, compaction } = await chat.ask(
          `${words(20 + ((turn * 37) % 60), `t${turn}w`)} id=HAT${turn}`,
        );
        if (compaction) folds++;
        expect(meta.tokensUsed, `${rules} rules, turn ${turn}`).toBeLessThanOrEqual(WINDOW);
        const { meta: counted } = await scale.context.prepare(openaiChat, messages, { requestId: `${turn}` });
        memory.context.observe({ inputTokens: Math.round(counted.tokensUsed * 1.5) });
        chat.answer(words(60, `a${turn}w`));
      }
    }
    expect(folds).toBeGreaterThan(2);
  });
});

describe('the meter', () => {
  it.each(['line', 'block'] as const)('counts no note that found no room, as a %s', async (meter) => {
    const scale = await opened({ window: 1_000_000 });
    let left = 0;
    for (let said = 80; said < 240; said += 10) {
      const chat = new Chat(await opened({ window: WINDOW, meter }), {
        system: words(1700, 'rule'),
        tools: undefined,
      });
      const { messages, meta } = await chat.ask(words(said));
      if (messages.some((message, at) => message !== chat.messages[at])) continue;
      left++;
      const counted = await scale.context.prepare(openaiChat, messages, { requestId: `${said}` });
      expect(meta.tokensUsed).toBe(counted.meta.tokensUsed);
    }
    expect(left, 'requests without a note').toBeGreaterThan(0);
  });
});

describe('a request in a smaller window', () => {
  it('is refused by a count that was made in the larger one, as that was a true count', async () => {
    const memory = await opened({});
    const chat = new Chat(memory, { system: words(1500, 'rule') });
    for (const counted of [1900, 2500]) {
      await chat.ask('Hello.', { contextWindow: 128_000 });
      memory.context.observe({ inputTokens: counted });
      chat.answer('Hello!');
      const asked = chat.ask(words(300), { contextWindow: WINDOW });
      await expect(asked, `counted ${counted}`).rejects.toMatchObject({ code: 'window-too-small' });
      chat.messages.pop();
    }
  });

  it('is not refused by a count above its own window: the provider takes more, or it is none', async () => {
    const memory = await opened({ window: WINDOW });
    const chat = new Chat(memory, { system: words(1500, 'rule') });
    await chat.ask('Hello.');
    memory.context.observe({ inputTokens: 2500 });
    chat.answer('Hello!');
    await expect(chat.ask(words(300))).resolves.toMatchObject({ messages: { length: 4 } });
  });
});
