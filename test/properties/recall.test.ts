// Recall with random texts and prompts always gives a defined answer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { Hit } from '../../src/api/recall.ts';
import { RANKINGS } from '../../src/options/names.ts';
import { SCOPES } from '../../src/recall/query.ts';
import { openFixed } from '../support/fixed-memory.ts';

const ROOMY = {
  limits: { maxItems: 200, maxTokens: 1_000_000, maxTextLength: 1_048_576 },
  files: { maxFileBytes: 4_194_304, maxTotalBytes: 16_777_216 },
  transcript: { maxMessageLength: 1_048_576 },
};

const word = fc.constantFrom(
  'kiln',
  'kilns',
  'Kiln',
  'went',
  'snake_case',
  'camelCase',
  'v1.2',
  '2024-05-01',
  'the',
  '数据库',
  '据',
  'データ',
  '서울',
  'ไทย',
  'ß',
  'İ',
  'ﬁ',
  'e\u0301',
  '👍🏽',
  '👩‍👩‍👧',
  '\u200b',
  '\u202e',
  '\ufeff',
  '?',
  '？',
  '…',
  '</a>',
  '\0',
  '\u0007',
);
const text = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
  fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
);
const prompt = fc.oneof(
  fc.constant(''),
  fc.constant(' '),
  word,
  text,
  fc.string({ unit: 'binary', maxLength: 1 }),
  fc.string(),
);
const halves = fc.constantFrom('\ud83d', 'kiln\udc4d', '\ud800\ud800 数');

async function filled(texts: readonly string[]): Promise<WorkingMemory> {
  const memory = await openFixed(ROOMY);
  const sound = texts.filter((each) => each.trim() !== '' && each.isWellFormed());
  await memory.items.memorize(
    sound.map((each, index) => ({
      text: each,
      ...(index % 3 === 0 && { speaker: each.slice(0, 9).toWellFormed(), group: 'g' }),
    })),
  );
  await memory.transcript.append(texts.map((each) => ({ role: 'user' as const, text: each.toWellFormed() })));
  await memory.files.write('detail/a.md', sound.join('\n\n').replaceAll('\0', ''));
  return memory;
}

function expectSound(hits: readonly Hit[], limit: number): void {
  expect(hits.length).toBeLessThanOrEqual(limit);
  const found = hits.flatMap((hit) => [hit, ...(hit.also ?? [])]).filter(({ path }) => path === undefined);
  const names = found.map(({ scope, id, message }) => `${scope} ${id ?? message}`);
  expect(new Set(names).size).toBe(names.length);
  for (const [index, { score, snippet, matches, heading, time, ageMs, parts }] of hits.entries()) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(hits[index - 1]?.score ?? Infinity);
    expect(snippet.length).toBeLessThanOrEqual(240);
    expect(snippet).not.toMatch(/[\n\r]/);
    expect(snippet.isWellFormed() && heading.isWellFormed()).toBe(true);
    expect(Number.isFinite(time) && ageMs >= 0).toBe(true);
    let end = 0;
    for (const [from, to] of matches) {
      expect(from >= end && to > from && to <= snippet.length).toBe(true);
      end = to;
    }
    for (const part of Object.values(parts ?? {})) expect(part === undefined || (part >= 0 && part <= 3)).toBe(true);
  }
}

describe('recall', () => {
  it('answers any prompt over any texts, in every scope and ranking', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 30, size: 'max' }),
        fc.array(fc.oneof({ weight: 5, arbitrary: prompt }, halves), { minLength: 1, maxLength: 6 }),
        fc.subarray([...SCOPES], { minLength: 1 }),
        fc.constantFrom(...RANKINGS),
        fc.integer({ min: 1, max: 40 }),
        async (texts, prompts, scope, ranking, limit) => {
          const memory = await filled(texts);
          for (const asked of prompts) {
            const everywhere = await memory.files.search(asked, { scope, limit, explain: true });
            expectSound(everywhere.hits, limit);
            expect(everywhere.hits.every((hit) => scope.includes(hit.scope))).toBe(true);
            const items = await memory.items.remember(asked, { ranking, limit, explain: true });
            if (ranking !== 'importance-recency') expectSound(items.hits, limit);
            expect(items.hits.every((hit) => hit.scope === 'items')).toBe(true);
            expect((await memory.items.remember(asked, { filters: { userId: 'nobody' } })).hits).toEqual([]);
          }
          await memory.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds nothing for what nobody said, and everything for a prompt without words', async () => {
    const said = Array.from({ length: 80 }, (_, index) => `Meeting ${index}: the kiln and the 数据库, ${index * 7}`);
    const memory = await filled(said);
    for (const nonsense of ['xyzzy plugh', 'flibber quuxly zorp kiln', '魑魅魍魉', '囗囗囗囗囗囗囗囗据']) {
      expect((await memory.files.search(nonsense, { scope: 'all' })).hits, nonsense).toEqual([]);
    }
    for (const wordless of ['the of and', '…', '👍🏽', '\u202e']) {
      expect((await memory.items.remember(wordless, { limit: 1000 })).hits, wordless).toHaveLength(80);
    }
    await memory.close();
  });

  it('takes long prompts and long texts', async () => {
    const memory = await openFixed(ROOMY);
    const megabyte = 'The kiln fires at 980 degrees. 数据库连接池。 '.repeat(24_000);
    await memory.files.write('detail/long.md', `${megabyte}\n\nThe needle stands here.`);
    await memory.items.memorize({ text: `${megabyte.slice(0, 1_000_000)} The thread stands here.` });
    expect((await memory.files.search('needle')).hits[0]).toMatchObject({
      path: 'detail/long.md',
      snippet: expect.stringContaining('needle'),
    });
    expect((await memory.items.remember('thread')).hits[0]?.snippet).toContain('thread');
    const asked = `needle ${'why so many words '.repeat(6000)}`.slice(0, 100_000);
    expect((await memory.files.search(asked)).hits[0]).toMatchObject({ path: 'detail/long.md' });
    await expect(memory.items.remember('x'.repeat(262_145))).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument: 'prompt' },
    });
    await memory.close();
  });
});
