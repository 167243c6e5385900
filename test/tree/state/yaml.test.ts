// Reading and writing YAML against the package's own core schema: accepted texts mean the same there, except numbers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { isWorkingMemoryError } from '../../../src/errors.ts';
import type { Yaml } from '../../../src/tree/state/yaml.ts';
import { readYaml } from '../../../src/tree/state/yaml-reader.ts';
import { writeYaml } from '../../../src/tree/state/yaml-writer.ts';

/** The one difference by design: a plain number that JSON would write otherwise is a text. */
function oracle(text: string, numbersAsWritten: boolean): unknown {
  const document = parseDocument(text, {
    schema: 'core',
    stringKeys: true,
    keepSourceTokens: true,
    prettyErrors: false,
  });
  if (document.errors.length > 0) throw document.errors[0];
  if (document.warnings.length > 0) throw document.warnings[0];
  const valueOf = (node: unknown): unknown => {
    if (node === null) return null;
    if (isAlias(node)) throw new Error('alias');
    if (isSeq(node)) return node.items.map(valueOf);
    if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), valueOf(value)]));
    if (!isScalar(node)) throw new Error('unknown node');
    if (typeof node.value !== 'number' || !numbersAsWritten) return node.value;
    return JSON.stringify(node.value) === node.source ? node.value : node.source;
  };
  const keyOf = (node: unknown): string => {
    if (isScalar(node)) return String(node.value ?? '');
    throw new Error('a key that is not a text');
  };
  return valueOf(document.contents);
}

function outcome(text: string): { value: Yaml } | { refused: string } {
  try {
    return { value: readYaml(text) };
  } catch (error) {
    if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
    expect(error.message).toContain('Expected: one document of YAML 1.2');
    expect(error.message).toContain('Nothing was changed.');
    return { refused: error.details.received ?? '' };
  }
}

const RUNS = Number(process.env['YAML_RUNS'] ?? 3000);

/** Texts that are close to syntax. */
const pieces = [
  'a',
  'b',
  'key',
  ' ',
  '  ',
  '    ',
  '\n',
  '\n  ',
  '\n    ',
  ':',
  ': ',
  ':\n',
  '- ',
  '-',
  '\n- ',
  '\n  - ',
  '"',
  "'",
  "''",
  '\\',
  '\\n',
  '\\"',
  '\\u0041',
  '#',
  ' #',
  ' # c',
  '|',
  ' |\n',
  ' |-\n',
  '|+',
  '>',
  '[]',
  '{}',
  '[',
  ']',
  '{',
  '}',
  ',',
  '&',
  '*',
  '!',
  '%',
  '@',
  '`',
  '?',
  '? ',
  '---',
  '...',
  '~',
  '~~~',
  '```',
  'null',
  'true',
  'True',
  'no',
  'on',
  '1',
  '1.0',
  '007',
  '-1',
  '1e3',
  '0x1F',
  '.inf',
  '+',
  '2025-01-15',
  '<<',
  '=',
  '\t',
  '\r\n',
  '\r',
  '\0',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ufffe',
  'é',
  '会',
  '😀',
  '__proto__',
];
const nearSyntax = (most: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) },
      ),
      {
        maxLength: most,
      },
    )
    .map((parts) => parts.join(''));

const someLines = fc.array(
  fc.oneof(fc.constantFrom('', 'one', '  two', '\ttabs', 'end  ', '# x', '- y', 'k: v'), nearSyntax(2)),
  { maxLength: 5 },
);
const anyText = fc.oneof(
  nearSyntax(8),
  someLines.map((lines) => lines.join('\n')),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.lorem({ maxCount: 3 }),
);
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];
const anyKey = anyText.filter((key) => key.length <= 128 && !FORBIDDEN.includes(key));
const anyValue: fc.Arbitrary<Yaml> = fc.letrec<{ value: Yaml }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    anyText,
    fc.constantFrom<Yaml>(null, true, false),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** Lines as a person or a model types them: mostly right, sometimes not. */
const lineOf = fc
  .tuple(
    fc.constantFrom('', '  ', '    ', '      ', ' ', '\t'),
    fc.constantFrom('', '', '- ', '- - ', '-   '),
    fc.constantFrom('', 'a:', 'b:', 'c :', 'd: ', '"e": ', "'f': ", '1: ', 'null: ', 'x:y', 'a b: '),
    fc.oneof(
      fc.constantFrom(
        '',
        '|',
        '|-',
        '| # c',
        'text',
        'two words',
        '"q"',
        '"q" # c',
        "'it''s'",
        '[]',
        '{}',
        '1.5',
        '1.0',
        '-x',
        ':x',
        '?x',
        '# c',
        'a #c',
        'a#c',
        '\ttab',
        'x  ',
      ),
      nearSyntax(3),
    ),
  )
  .map((parts) => parts.join(''));
const typed = fc.array(lineOf, { maxLength: 7 }).map((lines) => lines.join('\n'));

describe('reading YAML', () => {
  it('understands block form', () => {
    const text = [
      '# a comment',
      'plain: some text # trailing',
      '"quoted key": "say \\"hi\\"\\n\\u00e9\\t\\\\"',
      "single: 'it''s # no comment'",
      'numbers: # deeper by any step',
      '      - 1',
      '      - -2.5',
      '      - 1e+21',
      'texts:',
      '- 1.0', // in the column of its key
      '- 007',
      '- 1e3',
      '- http://x:80/#y',
      '- a#b',
      '- --mode rpc',
      'words: []',
      'none: {}',
      'nothing:',
      'yes: true',
      '',
      'list:',
      '  -   id: a',
      '      more:',
      '      - x',
      '  - - b',
      '    - null',
      '  - # the key: below',
      '    c: false',
      '  -',
      'literal: |',
      '  first',
      '',
      '    # second',
      'chomped: |-',
      '   one',
      '   two',
      '',
    ].join('\n');
    expect(readYaml(text)).toEqual({
      plain: 'some text',
      'quoted key': 'say "hi"\né\t\\',
      single: "it's # no comment",
      numbers: [1, -2.5, 1e21],
      texts: ['1.0', '007', '1e3', 'http://x:80/#y', 'a#b', '--mode rpc'],
      words: [],
      none: {},
      nothing: null,
      yes: true,
      list: [{ id: 'a', more: ['x'] }, ['b', null], { c: false }, null],
      literal: 'first\n\n  # second\n',
      chomped: 'one\ntwo',
    });
    expect(oracle(text, true)).toEqual(readYaml(text));
    expect(readYaml(text.replaceAll('\n', '\r\n'))).toEqual(readYaml(text));
  });

  it('takes blanks and comments at the edges as YAML does', () => {
    const cases: readonly (readonly [text: string, value: Yaml])[] = [
      ['a: |\n  x\n      \n  y', { a: 'x\n    \ny\n' }],
      ['a: |\n  x\n      \n', { a: 'x\n    \n' }],
      ['a: |-\n\n \n  x\n\n \nb: 1', { a: '\n\nx', b: 1 }],
      ['a: |\n  x', { a: 'x\n' }],
      ['a: | # comment\n  # text\n# comment\nb: 1', { a: '# text\n', b: 1 }],
      ['- # a: b\n- c # d: e', [null, 'c']],
      ['- # a: b\n  - c', [['c']]],
      ['a: # b: c\n- d', { a: ['d'] }],
      ['   \n  # x\na:\n # y\n  b: 1   \n    # z', { a: { b: 1 } }],
      ['a: \u00a0b\u3000', { a: '\u00a0b\u3000' }],
    ];
    for (const [text, value] of cases) {
      expect([text, readYaml(text)]).toEqual([text, value]);
      expect([text, oracle(text, true)]).toEqual([text, value]);
    }
  });

  it('takes a lone scalar and an empty text', () => {
    expect([readYaml(''), readYaml('# nothing\n'), readYaml('a text\n'), readYaml('"1"'), readYaml('1')]).toEqual([
      null,
      null,
      'a text',
      '1',
      1,
    ]);
  });

  it('understands what people and models type', () => {
    const cases: readonly (readonly [text: string, value: Yaml])[] = [
      ['a: [1, "two", three, [x]]', { a: [1, 'two', 'three', ['x']] }],
      ['a: [\n  one, # c\n  two,\n]', { a: ['one', 'two'] }],
      ['a: {b: 1, "c": [], d: }', { a: { b: 1, c: [], d: null } }],
      ['{"a": {"b": [1, true, null]}}', { a: { b: [1, true, null] } }],
      ['a: >\n  one\n  two\n\n  three\n', { a: 'one two\nthree\n' }],
      ['a: >-\n  one\n  two\n', { a: 'one two' }],
      ['a: |+\n  kept\n\n', { a: 'kept\n\n' }],
      ['a: |2\n    x', { a: '  x\n' }],
      ['a: one\n  two', { a: 'one two' }],
      ['a: "one\n  two\\x41"', { a: 'one twoA' }],
      ['a:\tb', { a: 'b' }],
      ['---\na: 1\n...\n', { a: 1 }],
      ['a: ~\nb: True\nc: NULL', { a: null, b: true, c: null }],
      ['1: one\nnull: none\non: push', { '1': 'one', null: 'none', on: 'push' }],
    ];
    for (const [text, value] of cases) {
      expect([text, readYaml(text)]).toEqual([text, value]);
      expect([text, readYaml(text.replaceAll('\n', '\r\n'))]).toEqual([text, value]);
      expect([text, oracle(text, true)]).toEqual([text, value]);
    }
  });

  it('changes the type of no date, version or number with zeros', () => {
    const texts = [
      '1.0',
      '1.10',
      '007',
      '1e3',
      '0x1F',
      '0o17',
      '+1',
      '1_000',
      '.5',
      '12:30',
      '.inf',
      '-0',
      '2025-01-15',
    ];
    for (const text of [...texts, '2025-01-15T10:30:00Z', 'no', 'y', '12345678901234567890']) {
      expect(readYaml(`a: ${text}\nb: [${text}]`)).toEqual({ a: text, b: [text] });
    }
    expect(readYaml('[0, -1, 2.5, 1e+21]')).toEqual([0, -1, 2.5, 1e21]);
  });

  it('takes what a hard forget left in place of a text for a text', () => {
    expect(readYaml('a: [forgotten]\n[forgotten]: x\nb: [forgotten] to you\nc: [x, [forgotten]]\n')).toEqual({
      a: '[forgotten]',
      '[forgotten]': 'x',
      b: '[forgotten] to you',
      c: ['x', '[forgotten]'],
    });
  });

  it('refuses with its line what is broken, ambiguous or shared between places', () => {
    const cases: readonly (readonly [text: string, line: number, what: RegExp])[] = [
      ['a: &anchor x', 1, /anchor.*leave it out/],
      ['a: 1\nb: &x\n  c: 1', 2, /anchor/],
      ['a: 1\nb: *anchor', 2, /alias.*write the value out/],
      ['a: !!str 1', 1, /tag.*quote the text/],
      ['!!js/function\na: 1', 1, /tag/],
      ['a: !important x', 1, /tag/],
      ['a: !!binary aGk=', 1, /tag/],
      ['a: [1, 2\nb: 3', 2, /end with a \]/],
      ['a: |\n    x\n  y', 3, /same column/],
      ['a: |\n      \n  y', 3, /indentation indicator/],
      ['a:\n\tb: 1', 2, /tab as indentation/],
      ['a: 1\nb: 2\na: 3', 3, /already has.*keep one/],
      ['"a": 1\na: 3', 2, /already has/],
      ['a: {x: 1,\n x: 2}', 2, /already has/],
      ['a: 1\n--- b: 1', 2, /second document/],
      ['a: 1\n---\nb: 1', 2, /second document/],
      ['a: 1\n...\nb: 1', 3, /second document/],
      ['%YAML 1.1\n---\na: no', 1, /directive/],
      ['%TAG ! tag:x,2000:\n---\na: 1', 1, /directive/],
      ['%FOO\n---\na: 1', 1, /directive/],
      ['? [a]\n: b', 1, /not a text/],
      ['a: : b', 1, /second colon/],
      ['a: b: c', 1, /second colon/],
      ['a: b:', 1, /second colon/],
      ['a: - b', 1, /same line/],
      ['a: @b', 1, /@/],
      ['a: `b`', 1, /`/],
      ['a: %b', 1, /%/],
      ['a: "open', 1, /closing "/],
      ["a: 'open", 1, /closing '/],
      ['a: "b" c', 1, /scalar at node end/],
      ['a: "b"#c', 1, /white space/],
      ['a: "\\u12"', 1, /escape sequence/],
      ['a: "\\ud800"', 1, /surrogate/],
      ['a: \ud800', 1, /surrogate/],
      ['a: 1\nb: x\0', 2, /invisible/],
      ['a: \u2028', 1, /invisible/],
      ['a:\n    b: 1\n  c: 2', 3, /same column/],
      ['  a: 1\nb: 2', 2, /scalar at node end/],
      ['a: 1\n- b', 2, /single line/],
      ['- a\nb: 1', 2, /scalar at node end/],
      ['a: 1\nb:2', 2, /map values/],
      ['<<: a', 1, /merge/],
      ['__proto__: 1', 1, /__proto__.*rename/],
      ['"__proto__": 1', 1, /__proto__/],
      ['"\\u005f_proto__": 1', 1, /__proto__/],
      ['a: {__proto__: {b: 1}}', 1, /__proto__/],
      ['a:\n  constructor: 1', 2, /constructor/],
      ['- prototype: 1', 1, /prototype/],
      [`${'k'.repeat(129)}: 1`, 1, /129 characters, over 128/],
      [`a:\n${'- '.repeat(40)}x`, 2, /32 levels/],
      [`a:\n  ${'['.repeat(40)}${']'.repeat(40)}`, 2, /32 levels/],
      ['['.repeat(100_000), 1, /32 levels/],
    ];
    expect(cases.length).toBeGreaterThanOrEqual(30);
    for (const [text, line, what] of cases) {
      for (const form of [text, text.replaceAll('\n', '\r\n')]) {
        expect([form.slice(0, 99), outcome(form)]).toEqual([
          form.slice(0, 99),
          { refused: expect.stringMatching(new RegExp(`^line ${line}: .*(?:${what.source})`)) },
        ]);
      }
    }
  });

  it('refuses an alias bomb before it grows', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const before = level === 0 ? '"lol"' : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array(9).fill(before).join(', ')}]`;
    });
    expect(outcome(levels.join('\n'))).toEqual({ refused: expect.stringMatching(/^line 1: an anchor/) });
    expect(outcome(levels.map((line) => line.replace(/&l\d /, '')).join('\n'))).toEqual({
      refused: expect.stringMatching(/^line 2: an alias/),
    });
  });

  it('gives a value or a refusal for any text, and every value is what the oracle reads', () => {
    const check = (text: string): void => {
      const result = outcome(text);
      if ('value' in result) expect([text, result.value]).toEqual([text, oracle(text, true)]);
    };
    fc.assert(fc.property(nearSyntax(14), check), { numRuns: RUNS });
    fc.assert(fc.property(typed, check), { numRuns: RUNS });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), check), { numRuns: 2000 });
  });

  it('accepts much of what people type, so that the comparison means something', () => {
    const accepted = fc.sample(typed, 2000).filter((text) => text.includes(':') && 'value' in outcome(text));
    expect(accepted.length).toBeGreaterThan(100);
  });

  it('changes one character of a good text and is refused or still agrees', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(), fc.constantFrom(...pieces, ''), (value, place, piece) => {
        const text = writeYaml(value);
        const at = place % text.length;
        const changed = text.slice(0, at) + piece + text.slice(at + 1);
        const result = outcome(changed);
        if ('value' in result) expect([changed, result.value]).toEqual([changed, oracle(changed, true)]);
      }),
      { numRuns: RUNS },
    );
  });

  it('is not stuck on long texts of one kind', () => {
    for (const unit of [
      ' ',
      'a ',
      '"',
      '\\',
      "'",
      '- ',
      ': ',
      '#',
      '\n',
      '\n ',
      'a:\n',
      '\n- ',
      '1',
      '\t',
      '`',
      '[',
      '{',
      '[]',
      '*a ',
    ]) {
      const long = unit.repeat(20_000 / unit.length);
      for (const text of [long, `a: ${long}x`, `a: "${long}"`, `a: |\n  ${long}\n  x`]) outcome(text);
      writeYaml({ a: `${long}x`, b: [long] });
    }
  });
});

describe('writing YAML', () => {
  it('is read back as the same value, here and by the oracle', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const text = writeYaml(value);
        expect([text, readYaml(text)]).toEqual([text, value]);
        expect([text, oracle(text, false)]).toEqual([text, value]);
        expect(writeYaml(readYaml(text))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it('reads the same with the rules of YAML 1.1', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(parseDocument(writeYaml(value), { version: '1.1', prettyErrors: false }).toJS()).toEqual(value);
      }),
      { numRuns: RUNS },
    );
  });

  it('quotes a text only where it would read as something else', () => {
    const plain = [
      'ai',
      'Go 1.24.0',
      'a#b',
      'a:b',
      'http://x/y',
      "it's",
      'say "hi"',
      '-v',
      '~/notes',
      'ZAI API (OpenAI-compatible)',
      '0c2c8ce1-ec0d',
      'né',
      '3 steps',
    ];
    for (const text of plain) expect(writeYaml(text)).toBe(`${text}\n`);
    const quoted = [
      '',
      ' a',
      'a ',
      '1.0',
      '007',
      '1e3',
      '0x1F',
      '12:30',
      '.inf',
      'null',
      'True',
      'no',
      'Y',
      '~',
      '<<',
      '2025-01-15T10:30:00Z',
      'a: b',
      'a:',
      'a #b',
      '- a',
      '-',
      '[]',
      '{',
      '&a',
      '*a',
      '!a',
      '%a',
      '@a',
      '`a',
      '|',
      '>',
      '? a',
      '---',
      '~~~',
      '# a',
    ];
    for (const text of quoted) expect(writeYaml(text)).toBe(`"${text}"\n`);
    expect(writeYaml({ 'a: b': '\u0007\t\\"', on: 'x' })).toBe('"a: b": "\\u0007\\t\\\\\\""\n"on": x\n');
  });

  it('writes texts of several lines as literals, unless they could not be read back or would close a fence', () => {
    expect(writeYaml({ a: 'one\n\n  two', b: ['x\ny\n'] })).toBe('a: |-\n  one\n\n    two\nb:\n  - |\n    x\n    y\n');
    for (const text of ['\na', ' a\nb', 'a\n  \nb', 'a\n\n', '\n', 'a\r\nb', 'a\n```\nb', 'a\n  ~~~js', 'a\u2028\nb']) {
      const written = writeYaml({ a: text });
      expect(written.split('\n')).toHaveLength(2);
      expect(readYaml(written)).toEqual({ a: text });
    }
  });

  it('indents by two, keeps the order of keys and ends with a line end', () => {
    const value = { b: { z: 1, a: [] }, a: [{ id: 'x', tags: ['p', ['q']] }, {}, null] };
    expect(writeYaml(value)).toBe(
      'b:\n  z: 1\n  a: []\na:\n  - id: x\n    tags:\n      - p\n      - - q\n  - {}\n  - null\n',
    );
  });

  it('never writes a line that opens or closes a fence', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(writeYaml(value)).not.toMatch(/^ {0,3}(?:```|~~~)/m);
      }),
      { numRuns: RUNS },
    );
  });

  it('refuses what YAML cannot hold', () => {
    const ring: Yaml[] = [];
    ring.push(ring);
    const wrong: readonly unknown[] = [
      Number.NaN,
      Infinity,
      undefined,
      { a: undefined },
      [() => 1],
      1n,
      Symbol('s'),
      Array(2),
      'half \ud800',
      { 'half \ud800': 1 },
      JSON.parse('{"__proto__": 1}'),
      { constructor: 1 },
      { ['k'.repeat(129)]: 1 },
      ring,
    ];
    for (const value of wrong) {
      let caught: unknown;
      try {
        writeYaml(value as Yaml);
      } catch (error) {
        caught = error;
      }
      expect(isWorkingMemoryError(caught, 'invalid-input'), String(caught)).toBe(true);
    }
    expect(writeYaml(-0)).toBe('0\n');
  });

  it('goes as deep as it reads', () => {
    const nested = (levels: number): Yaml =>
      levels === 0 ? 'x' : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) };
    expect(readYaml(writeYaml(nested(32)))).toEqual(nested(32));
    expect(() => writeYaml(nested(33))).toThrow('more than 32 levels');
  });
});
