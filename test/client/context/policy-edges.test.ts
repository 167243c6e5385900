// The policy compacts at the beginning of a fuller band, not in the middle of one.
import { expect, it } from 'vitest';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { Chat, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

it('autonomy auto compacts nothing in a band that the model knows of', async () => {
  const storage = memoryStorage();
  const context = { window: 1000, fallbackAt: 0.95, foldAbove: 0.9 };
  const before = await openFixed({ storage, context: { ...context, autonomy: 'llm' } });
  const chat = new Chat(before);
  await chat.turns(8, (turn) => words(31, `t${turn}w`));
  expect((await chat.ask('And now?')).meta.fill).toBeGreaterThan(0.6);
  chat.answer('Well.');
  await before.close();
  const memory = await openFixed({ storage, context: { ...context, autonomy: 'auto' } });
  const later = new Chat(memory);
  later.messages.push(...chat.messages);
  const within = await later.ask('Go on.');
  expect(within.meta.fill).toBeLessThan(0.75);
  expect([within.compaction, within.hidden]).toEqual([undefined, []]);
  later.answer(words(70, 'more'));
  const edge = await later.ask('Go on.');
  expect(edge.compaction?.trigger).toBe('policy');
});

it('autonomy auto puts away old results in the first band, and hides turns from the second on', async () => {
  const context = { placement: 'literal', window: 8000, fallbackAt: 0.95, foldAbove: 0.9, autonomy: 'auto' } as const;
  const chat = new Chat(await openFixed({ context }));
  chat.messages.push({ role: 'user', content: 'Look at both.' });
  chat.called('look', { at: 'one' }, words(300, 'one'));
  chat.called('look', { at: 'two' }, words(300, 'two'));
  chat.answer('I saw them.');
  const made: object[] = [];
  for (let turn = 0; turn < 60; turn++) {
    const { compaction } = await chat.ask(`Question ${turn}.`);
    chat.answer(words(40, `a${turn}w`));
    if (compaction) made.push({ stubs: compaction.stub.length, hides: compaction.hide.length > 0 });
  }
  const [first, second] = made;
  expect(first).toEqual({ stubs: 2, hides: false });
  expect(second).toEqual({ stubs: 0, hides: true });
});
