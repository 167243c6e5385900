// Recall of prompts with words that no text holds.
import { expect, test } from 'vitest';
import { testEngine } from '../support/engine.ts';
import { appended } from '../support/messages/transcript.ts';
import { recalled } from '../support/recall.ts';

test('a misspelt word finds what the right one finds, in items and in messages', async () => {
  const { engine } = await testEngine();
  await engine.memorize([{ text: 'The greenhouse needs a new heater.' }, { text: 'The invoice is paid.' }]);
  await appended(engine, [{ role: 'user', text: 'Our greenhouse is full of tomatoes.' }]);
  const [wrong, right] = await Promise.all(
    ['the grenehouse', 'the greenhouse'].map(async (prompt) => (await recalled(engine, prompt, { scope: 'all' })).hits),
  );
  expect(right).toHaveLength(2);
  expect(wrong?.map(({ id, message, score }) => [id, message, score])).toEqual(
    right?.map(({ id, message, score }) => [id, message, score]),
  );
});

test('a misspelt name still names the speaker', async () => {
  const { engine } = await testEngine();
  await engine.memorize([
    { text: 'I like the harbour.', speaker: 'Melanie' },
    { text: 'I like the harbour.', speaker: 'Nikolas' },
  ]);
  const [hit] = (await recalled(engine, 'Does Nickolass like the harbour?')).hits;
  expect(hit?.item?.speaker).toBe('Nikolas');
});

test('a word that only another scope holds is not held', async () => {
  const { engine } = await testEngine();
  await engine.memorize([{ text: 'The conference is in May.' }]);
  await appended(engine, [{ role: 'user', text: 'No conferrence for me.' }]);
  expect((await recalled(engine, 'conferrence', { scope: 'items' })).hits).toHaveLength(1);
});
