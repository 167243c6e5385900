// Texts for prompts in languages whose function words are terms of the index.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/options/policy.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { plainMessages } from '../../src/sdks/lenses/plain.ts';
import { EVERYDAY, type Everyday } from '../support/texts/everyday.ts';
import { openFixed } from '../support/fixed-memory.ts';

const today = Date.UTC(2026, 0, 20);

/** Opens a memory that was told these facts ten days before. */
async function told(facts: readonly string[]): Promise<WorkingMemory> {
  let now = today - 10 * DAY_MS;
  const memory = await openFixed({ clock: () => now });
  await memory.items.memorize([...facts]);
  now = today;
  return memory;
}

async function inBlock(memory: WorkingMemory, question: string): Promise<string[]> {
  return (await memory.recall(question, { maxTokens: 2000 })).hits.map(({ text }) => text);
}

async function inPrompt(memory: WorkingMemory, question: string): Promise<string> {
  const prepared = await memory.context.prepare(plainMessages, [{ role: 'user', content: question }]);
  return JSON.stringify(prepared.messages);
}

describe.each(EVERYDAY)('asked in $language', ({ facts, questions, most }: Everyday) => {
  it('a block of a prompt has the answers, and few texts that only share function words', async () => {
    const memory = await told(facts);
    let wrong = 0;
    for (const [question, ...answers] of questions) {
      const texts = await inBlock(memory, question);
      const right = answers.map((at) => facts[at]);
      expect(texts, question).toEqual(expect.arrayContaining(right));
      wrong += texts.filter((text) => !right.includes(text)).length;
    }
    expect(wrong / questions.length).toBeLessThanOrEqual(most);
  });

  it('the notes of a prepared request have nearly all answers, and no text that only shares function words', async () => {
    const memory = await told(facts);
    let found = 0;
    for (const [question, answer = 0] of questions) {
      const prompt = await inPrompt(memory, question);
      const shown = facts.filter((fact) => prompt.includes(fact));
      expect([facts[answer]], question).toEqual(expect.arrayContaining(shown));
      found += shown.length;
    }
    expect(found).toBeGreaterThanOrEqual(questions.length - 2);
  });
});

it('a time is read with its function words', async () => {
  const memory = await told(['Ich bin mit Lena im Zoo gewesen.', 'Der Zahnarzt ist nett.']);
  expect(await inBlock(memory, 'Was war zwischen dem 9. und dem 11. Januar?')).toHaveLength(2);
});

it('a question of function words alone finds what holds them, not everything', async () => {
  const memory = await told([...(EVERYDAY[0]?.facts ?? []), 'Tee']);
  const texts = await inBlock(memory, 'ich und');
  expect(texts.length).toBeGreaterThan(0);
  expect(texts).not.toContain('Tee');
});

it('an abbreviation that is a function word elsewhere is a word of an English question', async () => {
  const memory = await told(['The OS on my laptop is Fedora', 'The laptop is five years old', 'I met Peter in LA']);
  expect(await inBlock(memory, 'which os do I have?')).toEqual(['The OS on my laptop is Fedora']);
  expect(await inBlock(memory, 'Who lives in LA?')).toEqual(['I met Peter in LA']);
});
