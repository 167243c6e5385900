// A write of the overview and a compaction in one turn: each has the effect that it would have alone.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { Chat, type ChatMessage, words } from '../../support/messages/chat.ts';
import type { Prepared } from '../../../src/context/plan/prepared.ts';
import { openFixed, overviewOf } from '../../support/fixed-memory.ts';

const TEXT = '# Mine\n\n## Current task\n\n- ship the heron\n';
const TIDY = { target: 'all', keep_recent: 1 } as const;

async function filled(): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await openFixed({
    context: { window: 1000, overviewShare: 0.2, autonomy: 'llm', foldAbove: 0.5, fallbackAt: 0.95 },
  });
  const chat = new Chat(memory);
  await chat.turns(8, (turn) => words(30, `t${turn}w`));
  await chat.ask('Now tidy up.');
  return { memory, chat };
}

const deeds = {
  compact_history: (chat: Chat) => chat.call('compact_history', TIDY),
  write: (chat: Chat) => chat.call('write', { path: 'overview.md', content: TEXT }),
  'a tool of the app’s own': async (chat: Chat) =>
    chat.called('write_file', { path: 'overview.md', content: TEXT }, 'Saved.'),
};
type Deed = keyof typeof deeds;

async function after(...names: Deed[]) {
  const { memory, chat } = await filled();
  for (const name of names) await deeds[name](chat);
  const within = await chat.prepare();
  chat.answer('Done.');
  return { memory, within, next: await chat.ask('Go on.') };
}

const hiddenIn = ({ hidden }: Prepared<ChatMessage>): string[] =>
  hidden.map(({ from, to, why }) => `${from}–${to} ${why}`);

describe('a write of the overview and a compaction in one turn', () => {
  it.each<[Deed, Deed]>([
    ['write', 'compact_history'],
    ['compact_history', 'write'],
    ['a tool of the app’s own', 'compact_history'],
    ['compact_history', 'a tool of the app’s own'],
  ])(
    '%s, then %s: hides what the compaction hides, keeps text and summary, and counts as an update',
    async (...pair) => {
      const alone = await after('compact_history');
      const { memory, within, next } = await after(...pair);
      expect(within.epochReason).toBe('compacted');
      expect(hiddenIn(within)).toEqual(hiddenIn(alone.within));
      expect(within.phase).toEqual({ phase: 2, reason: 'maintained' });
      const text = await overviewOf(memory);
      expect(text.startsWith(TEXT)).toBe(true);
      expect(text).toContain(
        'Messages 0–11 of this conversation are not shown. Full text: detail/conversation-0-11.md',
      );
      // The write stands in the model's own call, and is not told again.
      expect(JSON.stringify(next.messages).split('ship the heron')).toHaveLength(2);
      expect(next.epochReason).toBeUndefined();
    },
  );

  it('folds what the overview covers in the epoch of a compaction that hid too little', async () => {
    const { memory, chat } = await filled();
    await deeds.write(chat);
    await chat.prepare();
    chat.answer('Done.');
    await memory.context.compact.apply({ target: 'conversation', keepRecent: 17 });
    const next = await chat.ask('Go on.');
    expect(next).toMatchObject({ epoch: 2, epochReason: 'overview-written' });
    const alone = await after('write');
    expect(hiddenIn(alone.next)).toEqual(['0–14 overview-written']);
    expect(hiddenIn(next).at(-1)).toMatch(/^\d+–14 overview-written$/);
    expect(JSON.stringify(next.messages)).not.toContain('Question 5');
    chat.answer('Well.');
    expect((await chat.ask('And now?')).epochReason).toBeUndefined();
  });

  it('are told once each: neither the summary nor the write stands twice in the prompt', async () => {
    const { chat } = await filled();
    await deeds.compact_history(chat);
    await chat.prepare();
    chat.answer('Done.');
    await chat.ask('Go on.');
    await deeds['a tool of the app’s own'](chat);
    const prompt = JSON.stringify((await chat.prepare()).messages);
    for (const told of ['are not shown. Full text: detail/conversation-0-11.md', 'ship the heron'])
      expect(prompt.split(told)).toHaveLength(2);
  });
});
