// Pathological texts through the calls of an app.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { BAD_ANSWERS, badAnswers, badTexts, ROOMY } from '../support/bad-texts.ts';
import { openFixed } from '../support/fixed-memory.ts';

const LENGTH = 20_000;

describe.each(Object.entries(badTexts(LENGTH)))('%s', (_, text) => {
  const sound = text.toWellFormed();
  const found = async (memory: WorkingMemory, scope: 'items' | 'transcript') =>
    (await memory.items.remember(text, { scope })).hits.map((hit) => hit.id ?? hit.message);

  it('is memorized, appended, and found in both by itself', async () => {
    const memory = await openFixed(ROOMY);
    const { items } = await memory.items.memorize([{ text: sound }]);
    await memory.transcript.append([{ role: 'user', text: sound }]);
    expect(await found(memory, 'items')).toEqual([items[0]?.id]);
    expect(await found(memory, 'transcript')).toEqual([0]);
    await memory.close();
  });

  it('is sent as it is, after a request that it stands in', async () => {
    const memory = await openFixed({ ...ROOMY, context: { window: 1_000_000 } });
    const messages = [
      { role: 'user' as const, content: text },
      { role: 'assistant' as const, content: 'Read.' },
      { role: 'user' as const, content: `${text} What was it?` },
    ];
    const prepared = await memory.context.prepare(openaiChat, messages);
    expect(prepared.messages.slice(-messages.length)).toEqual(messages);
    await memory.close();
  });
});

it('refuses halves of characters where it would keep them, and says so', async () => {
  const memory = await openFixed(ROOMY);
  for (const text of ['\ud83d', 'kiln \ude00', '\ude00\ud83d'.repeat(1000)]) {
    const refused = { code: 'invalid-input', message: expect.stringContaining('Nothing was changed.') };
    await expect(memory.items.memorize(text)).rejects.toMatchObject(refused);
    await expect(memory.transcript.append([{ role: 'user', text }])).rejects.toMatchObject(refused);
  }
  await memory.close();
});

it('gives the same answers, to the last bit, as in every engine', async () => {
  expect(await badAnswers((options) => openFixed(options))).toBe(BAD_ANSWERS);
});
