import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../../../src/context/reading/mentions.ts';

describe('a mention', () => {
  it('is a name with its words in order, whatever stands between them', () => {
    const mentioned = mentionsIn('{"user_id": "A1"} in /repo/src/a.ts at 2024-05-15; 参见设计文档v1.2。');
    for (const name of ['user_id=A1', 'src/a.ts', '/repo/src/a.ts', '2024-05-15', '设计', '文档v1', 'a.ts']) {
      expect(mentioned(name), name).toBe(true);
    }
    for (const name of ['user_id=A2', 'user=A1', 'src/a.tsx', 'a/src', 'A1=user_id', '设文', 'USER_ID', '', '//']) {
      expect(mentioned(name), name).toBe(false);
    }
  });

  it('is found after the escapes of a JSON text', () => {
    expect(mentionsIn(String.raw`"line\nmax_items\tfoo"`)('max_items')).toBe(true);
  });

  it('is found nowhere in nothing', () => {
    expect(mentionsIn('')('x')).toBe(false);
  });

  it('is what a search over the words would find', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'aa', '漢', 'x_1'), { maxLength: 12 });
    fc.assert(
      fc.property(
        words,
        fc.array(fc.constantFrom('a', 'b', 'c', 'aa', '漢'), { minLength: 1, maxLength: 3 }),
        (text, name) => {
          const found = ` ${text.join(' ')} `.includes(` ${name.join(' ')} `);
          expect(mentionsIn(text.join(', '))(name.join('/'))).toBe(found);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is sought at 64 places of its rarest word, from the end of the text', () => {
    const behindOthers = (others: number): boolean =>
      mentionsIn(`left right ${'x right '.repeat(others)}${'left '.repeat(others + 9)}`)('left-right');
    expect(behindOthers(63)).toBe(true);
    expect(behindOthers(64)).toBe(false);
  });

  it('is answered for many names over a text that repeats the half of each', () => {
    const mentioned = mentionsIn(`${'a_b '.repeat(200_000)}a_b c_d`);
    expect(mentioned('a_b/c_d')).toBe(true);
    for (let name = 0; name < 20_000; name++) expect(mentioned(`a_b/a_b/a_b/c_d/${name}`)).toBe(false);
  });
});
