// The default counter against the exact tokenizers that it replaces.
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../src/ports/token-scan.ts';
import { CHINESE_PROSE } from '../support/messages/chinese-prose.ts';
import { EUROPEAN_PROSE } from '../support/messages/european-prose.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}${name}`)
    .sort();
}

const sample = read('test/support/messages/chat-sample.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { content: string });
const chineseMessages = sample.map(({ content }) => content).filter((content) => /\p{Script=Han}/u.test(content));

const CORPORA: Record<string, readonly string[]> = {
  'English prose': ['README.md', 'ARCHITECTURE.md', ...filesIn('docs/', '.md')].map(read),
  'Chinese prose': [CHINESE_PROSE, ...chineseMessages],
  // Sources compiled to wasm are code in a string, not text.
  TypeScript: filesIn('src/', '.ts')
    .filter((path) => !path.endsWith('-text.ts'))
    .map(read),
  'a list of paths': filesIn('src/', '.ts'),
  'JSON, a record per line': sample.map((record) => JSON.stringify(record)),
  'JSON, indented': [JSON.stringify(sample, null, 2)],
};

const EXACT = { o200k: countO200k, cl100k: countCl100k };
const PROFILES = ['o200k', 'cl100k'] as const;

const counted = (text: string, profile?: (typeof PROFILES)[number]): number => tokenScan(profile).count(text) as number;
const sum = (texts: readonly string[], count: (text: string) => number): number =>
  texts.reduce((total, text) => total + count(text), 0);

describe('the default token counter', () => {
  for (const profile of PROFILES) {
    for (const [corpus, texts] of Object.entries(CORPORA)) {
      it(`totals what ${profile} does within 5 % (${corpus})`, () => {
        const exact = sum(texts, (text) => EXACT[profile](text));
        const estimate = sum(texts, (text) => counted(text, profile));
        expect(exact, 'else the corpus is too small to tell').toBeGreaterThan(1000);
        const percent = (estimate / exact - 1) * 100;
        expect(Math.abs(percent), `${estimate} instead of ${exact}: ${percent.toFixed(1)} %`).toBeLessThanOrEqual(5);
      });
    }
  }

  for (const profile of PROFILES) {
    for (const [language, text] of Object.entries(EUROPEAN_PROSE)) {
      it(`is within 10 % of ${profile} on a page of ${language}`, () => {
        const percent = (counted(text, profile) / EXACT[profile](text) - 1) * 100;
        expect(Math.abs(percent), `${percent.toFixed(1)} %`).toBeLessThanOrEqual(10);
      });
    }
  }

  it('stands in for o200k unless it is told otherwise', () => {
    expect(counted(CHINESE_PROSE)).toBe(counted(CHINESE_PROSE, 'o200k'));
    expect(counted(CHINESE_PROSE)).not.toBe(counted(CHINESE_PROSE, 'cl100k'));
  });

  it('gives Chinese its weight: 1,200 characters are several hundred tokens', () => {
    const text = CHINESE_PROSE.slice(0, 1200);
    for (const profile of PROFILES) {
      expect(counted(text, profile)).toBeGreaterThan(600);
      expect(counted(text, profile)).toBeLessThan(1800);
    }
  });

  it('is exact where a tokenizer knows no choice: digits, blanks, line breaks, words that everybody knows', () => {
    const texts = [
      '1',
      '12345',
      ' 7',
      'a 1 2 3 4',
      'of the\n\nand the',
      'so;\nit',
      'if  it',
      '    1',
      'one \n two',
      '. \n.',
    ];
    for (const profile of PROFILES) {
      for (const text of texts) expect([text, counted(text, profile)]).toEqual([text, EXACT[profile](text)]);
    }
  });

  it('counts nothing as 0 and anything readable as at least 1', () => {
    for (const profile of PROFILES) {
      expect(counted('', profile)).toBe(0);
      for (const text of ['a', '1', '.', '字', 'é', '👍', 'ß'])
        expect(counted(text, profile)).toBeGreaterThanOrEqual(1);
    }
  });

  it('gives whole numbers, the same for the same text, for any text at all', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROFILES), fc.string({ unit: 'binary', maxLength: 200 }), (profile, text) => {
        const tokens = counted(text, profile);
        expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true);
        expect(counted(text, profile)).toBe(tokens);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('grows with its text, and hardly by more than what is added counts alone', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.lorem({ maxCount: 20 }),
      fc.constantFrom('  ', '\n', '12', '...', '漢字'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...PROFILES), text, text, (profile, first, second) => {
        const whole = counted(first + second, profile);
        expect(whole).toBeGreaterThanOrEqual(counted(first, profile));
        expect(whole).toBeLessThanOrEqual(counted(first, profile) + counted(second, profile) + 1);
      }),
      { seed: 6, numRuns: 500 },
    );
  });
});
