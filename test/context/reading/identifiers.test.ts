import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifiersOf } from '../../../src/context/reading/identifiers.ts';

describe('identifiersOf', () => {
  it('finds paths and leaves out what points into them', () => {
    expect(
      identifiersOf('see src/a/b.ts:42, ./x/y, ../z.md. (~/notes/a) and /usr/local/bin/node; README.md#install'),
    ).toEqual(['src/a/b.ts', './x/y', '../z.md', '~/notes/a', '/usr/local/bin/node', 'README.md']);
    expect(identifiersOf('`package.json` C:\\Users\\me\\a.txt "docs/设计/总体.md"')).toEqual([
      'package.json',
      'C:\\Users\\me\\a.txt',
      'docs/设计/总体.md',
    ]);
  });

  it('leaves anchors out, however short the name before them', () => {
    expect(identifiersOf('README.md#getUserById, b#getUserById')).toEqual(['README.md']);
  });

  it('finds the pairs of JSON, also inside a JSON text or as Python prints them', () => {
    expect(identifiersOf('{"user_id": "mia_li_3668", "city":"San Diego", "items": [12345], "note": ""}')).toEqual([
      'user_id=mia_li_3668',
      'city=San Diego',
      '12345',
    ]);
    expect(identifiersOf(String.raw`{\"path\": \"src/a.ts\"}\nfile_b.ts\tmax_items`)).toEqual([
      'path=src/a.ts',
      'file_b.ts',
      'max_items',
    ]);
    expect(identifiersOf(`{'id': 'A1B2C', 'n': 3}`)).toEqual(['id=A1B2C']);
    expect(identifiersOf('{"card_7397998": {"source": "x"}, "saved_cards": []}')).toEqual(['card_7397998', 'source=x']);
  });

  it('takes a long value for text and looks into it', () => {
    const value = `${'word '.repeat(12)}src/a.ts`;
    expect(identifiersOf(`{"text": "${value}"}`)).toEqual(['src/a.ts']);
    expect(identifiersOf('{"a": "x <!-- y", "b": "c\u2028d"}')).toEqual([]);
    const longest = identifiersOf(`{"k": "${'v'.repeat(58)}", "l": "${'w'.repeat(59)}"}`);
    expect(longest).toEqual([`k=${'v'.repeat(58)}`]);
  });

  it('finds codes, ids, versions and numbers', () => {
    expect(identifiersOf('ZFA04Y, #42 #W1234567 owner/repo#7 ABC-123 gpt-4o 555-123-4567 98765')).toEqual([
      'ZFA04Y',
      '#42',
      '#W1234567',
      'owner/repo#7',
      'ABC-123',
      'gpt-4o',
      '555-123-4567',
      '98765',
    ]);
    expect(identifiersOf('1.2.3 v2.0 10.0.0.1 jackson-core-2.15.1 a1b2c3d')).toEqual([
      '1.2.3',
      'v2.0',
      '10.0.0.1',
      'jackson-core-2.15.1',
      'a1b2c3d',
    ]);
    const uuid = '550e8400-e29b-41d4-a716-446655440000';
    expect(identifiersOf(`id ${uuid}!`)).toEqual([uuid]);
  });

  it('finds dates and times', () => {
    expect(identifiersOf('on 2024-05-15, at 2024-05-15T15:00:00Z or 2024/06/01; 2024-05-15-notes.md')).toEqual([
      '2024-05-15',
      '2024-05-15T15:00:00Z',
      '2024/06/01',
      '2024-05-15-notes.md',
    ]);
  });

  it('finds addresses of mail and of pages', () => {
    expect(identifiersOf('mail a.b+c@d.org, see https://x.y/z?a=1&b=2. Or <http://x.org/a_(b)>')).toEqual([
      'a.b+c@d.org',
      'https://x.y/z?a=1&b=2',
      'http://x.org/a_',
    ]);
  });

  it('finds the names of code', () => {
    expect(
      identifiersOf('IOException from getUserById(max_items, MAX_ITEMS) in _private_name, foo.barBaz #writeObject'),
    ).toEqual(['IOException', 'getUserById', 'max_items', 'MAX_ITEMS', '_private_name', 'barBaz', 'writeObject']);
  });

  it('finds identifiers amid Chinese, Japanese and Korean', () => {
    expect(
      identifiersOf('修改src/context/fence.ts文件，用户user_id为ABC12，截止2024年5月15日。发布v1.2.3，参见设计.md'),
    ).toEqual(['src/context/fence.ts', 'user_id', 'ABC12', '2024年5月15日', 'v1.2.3', '参见设计.md']);
    expect(identifiersOf('ファイルsrc/a.tsを開く 파일 max_items를')).toEqual(['src/a.ts', 'max_items']);
    expect(identifiersOf(`${'汉'.repeat(500)}user_id${'字'.repeat(500)}`)).toEqual(['user_id']);
  });

  it('finds nothing in ordinary prose', () => {
    const prose =
      "I don't know; state-of-the-art and/or e.g. this. End.Next line? OK, 12 of 345 (3.14) iOS APIs: yes! 你好，世界";
    expect(identifiersOf(prose)).toEqual([]);
    expect(identifiersOf('')).toEqual([]);
  });

  it('finds no blobs, and no address that hides a control character', () => {
    expect(identifiersOf('https://x.y/\u001b[2J https://x.y/\u202ea')).toEqual([]);
    expect(identifiersOf(`data:${'aB3/x+'.repeat(40)}== https://x.y/${'q'.repeat(200)}`)).toEqual([]);
  });

  it('gives each identifier once, in order, on one line, as the text has it', () => {
    expect(identifiersOf('b_name a_name b_name')).toEqual(['b_name', 'a_name']);
    const parts = [
      'src/a.ts',
      '"k": "v"',
      "'a':",
      '2024-05-15T',
      '#1',
      'aB',
      '_x',
      '\\n',
      '漢',
      ' ',
      '\u2028',
      '://',
      'http',
      '@',
      '.',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 20 })
      .map((drawn) => drawn.join(''));
    fc.assert(
      fc.property(text, (text) => {
        const found = identifiersOf(text);
        expect(new Set(found).size).toBe(found.length);
        for (const identifier of found) {
          expect(identifier).not.toMatch(/[\n\r\u2028\u2029\0]/);
          expect(identifier.length).toBeLessThanOrEqual(160);
          const [key = '', value = ''] = identifier.split(/=(.*)/);
          expect(text.includes(identifier) || (text.includes(key) && text.includes(value))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  /** One that backtracks over its whole input would take hours for these. */
  const HOSTILE: Record<string, string> = {
    quotes: '"',
    keys: '"a":',
    'keys that never end': `"${'a'.repeat(59)}`,
    'pairs with blanks': '"a"    :    ',
    protocols: 'http://',
    dots: '.',
    'dots before a letter': `${'.'.repeat(159)}a `,
    underscores: '_',
    'letters and underscores': 'a_',
    'letters and hyphens': 'a-',
    camels: 'aB',
    digits: '1',
    dates: '2024-05-15T',
    'numbers with dots': `${'1.'.repeat(78)}x `,
    hashes: 'a#',
    addresses: 'a@a.',
    slashes: '/',
    backslashes: '\\',
    drives: 'a:\\',
    Chinese: '汉',
    'Chinese with letters': '汉a',
    blanks: ' ',
  };
  for (const [kind, unit] of Object.entries(HOSTILE)) {
    it(`finds the identifier behind a megabyte of ${kind}`, () => {
      const text = `${unit.repeat(Math.ceil(1_000_000 / unit.length))} src/last.ts`;
      expect(identifiersOf(text).some((identifier) => identifier.endsWith('src/last.ts'))).toBe(true);
    });
  }
});
