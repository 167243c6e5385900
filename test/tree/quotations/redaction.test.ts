// Redaction of a text: quotations are cut out wherever they are, short ones as whole words; the rest stays.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { REDACTED, redactor } from '../../../src/tree/quotations/redaction.ts';

const without = (passage: string, text: string): string => redactor([passage])(text);

describe('a short passage', () => {
  for (const [passage, text, rest] of [
    ['4711', 'my pin is 4711', 'my pin is [forgotten]'],
    ['4711', '4711, 47110, 14711, 4711_ and 4711.', '[forgotten], 47110, 14711, 4711_ and [forgotten].'],
    ['tea', 'team tea Tea steady tea-time', 'team [forgotten] [forgotten] steady [forgotten]-time'],
    ['4711', 'PIN是4711吗', 'PIN是[forgotten]吗'],
    ['密码', '我的密码是这个', '我的[forgotten]是这个'],
    ['민수', '민수는 왔다', '[forgotten]는 왔다'],
    ['コーヒー', 'コーヒーmug', '[forgotten]mug'],
    ['ชา', 'ดื่มชาร้อน', 'ดื่ม[forgotten]ร้อน'],
    ['cafe', 'cafe cafe\u0301 café', '[forgotten] cafe\u0301 café'],
    ['чай', 'чайка и чай', 'чайка и [forgotten]'],
    ['I ❤ Rex', 'Say I \u2764\ufe0f Rex.', 'Say [forgotten].'],
    ['I \u2764\ufe0f Rex', 'Say I ❤ Rex.', 'Say [forgotten].'],
    ['I ❤ Rex', 'Say I \u{1f44d}\ufe0f Rex.', 'Say I \u{1f44d}\ufe0f Rex.'],
    ['Rex', 'R\ufe0fe\u034fx\u3164', '[forgotten]\u3164'],
    ['葛飾', '\u845b\u{e0100}飾区', '[forgotten]区'],
    [' 4711\n', 'it is 4711 now', 'it is [forgotten] now'],
    ['C++', 'C++ or C', '[forgotten] or C'],
    ['$&', 'a $& b', 'a [forgotten] b'],
    ['a a', 'ba a a', 'ba [forgotten]'],
    ['4711', 'printf("\\n4711")', 'printf("\\n[forgotten]")'],
    ['say "x"', 'he sent {"a":"say \\"x\\""', 'he sent {"a":"[forgotten]"'],
    ['forgotten', 'a [forgotten] text was forgotten', 'a [forgotten] text was [forgotten]'],
  ] as const) {
    it(`${JSON.stringify(passage)} turns ${JSON.stringify(text)} into ${JSON.stringify(rest)}`, () => {
      expect(without(passage, text)).toBe(rest);
    });
  }
});

describe('a passage of twelve characters or more', () => {
  it('is cut inside of words too', () => {
    expect(without('abcdefghijkl', 'xabcdefghijkly')).toBe('x[forgotten]y');
  });

  it('is cut behind signs that stand for many characters each', () => {
    const ligatures = 'ﷺ'.repeat(9);
    expect(without('abcdefghijkl', `abcdefghijkl ${ligatures} abcdefghijkl`)).toBe(
      `[forgotten] ${ligatures} [forgotten]`,
    );
    expect(without(`${ligatures} abcdefghijkl`, `so ${ligatures} abcdefghijkl.`)).toBe('so [forgotten].');
  });

  it('is cut before what is a part of it', () => {
    expect(redactor(['pin', 'my pin is 4711'])('so my pin is 4711; a pin')).toBe('so [forgotten]; a [forgotten]');
    expect(redactor(['4711', 'abcdefghijkl'])('abcdefghijkl4711')).toBe('[forgotten][forgotten]');
  });
});

describe('a text in markup', () => {
  it('is cut over its cells, each a word of its own', () => {
    const row = '<tr><td>my bank pin</td><td>4711</td></tr>';
    expect(without('my bank pin 4711', row)).toBe('<tr><td>[forgotten]</td></tr>');
    expect(without('4711', row)).toBe('<tr><td>my bank pin</td><td>[forgotten]</td></tr>');
    expect(without('my bank pin', row)).toBe('<tr><td>[forgotten]</td><td>4711</td></tr>');
  });

  it('is cut where the passage has marks at the beginning of its lines and the text has none, or others', () => {
    for (const sign of ['>', '-', '#', '*', '+', '|'])
      for (const before of ['', '\n', ' ']) {
        const passage = `${before}${sign} my bank pin\n${sign} is 4711`;
        expect(without(passage, 'my bank pin is 4711 today'), passage).toBe('[forgotten] today');
        expect(without('my bank pin is 4711', `${passage} today`), passage).toMatch(/^\s*.? ?\[forgotten\] today$/);
      }
  });
});

describe('a text that is JSON', () => {
  for (const [json, rest] of [
    ['{"pin":"4711"}', '{"pin":"[forgotten]"}'],
    ['{"pin": 4711, "big": 12345678901234567890}', '{"pin": "[forgotten]", "big": 12345678901234567890}'],
    ['{"4711":{"4711":1.50}}', '{"[forgotten]":{"[forgotten]":1.50}}'],
    ['["a\\n4711", -4711, 4711.5, 47110]', '["a\\n[forgotten]", "-[forgotten]", "[forgotten].5", 47110]'],
    ['["\\u0034711"]', '["[forgotten]"]'],
    ['{"in":"{\\"pin\\":4711}"}', '{"in":"{\\"pin\\":\\"[forgotten]\\"}"}'],
    ['{"__proto__":4711}', '{"__proto__":"[forgotten]"}'],
  ] as const) {
    it(`${json} becomes ${rest}`, () => {
      expect(without('4711', json)).toBe(rest);
    });
  }

  it('becomes a text where the passage reaches over its parts', () => {
    const rest = without('"a":1', '{"x":{"a":1}}');
    expect(JSON.parse(rest)).toBe('{"x":{[forgotten]}}');
  });

  it('keeps a bare number as JSON when it is known to be some', () => {
    expect(without('4711', '4711.5')).toBe('[forgotten].5');
    expect(redactor(['4711'])('4711.5', true)).toBe('"[forgotten].5"');
  });

  it('may be deep and long', () => {
    const deep = `${'['.repeat(200_000)}4711${']'.repeat(200_000)}`;
    expect(without('4711', deep)).toBe(deep.replace('4711', `"${REDACTED}"`));
    const long = JSON.stringify([`${'x\n'.repeat(6_000_000)}${'\\'.repeat(3_000_000)} 4711`]);
    expect(without('4711', long)).toBe(long.replace('4711', REDACTED));
  });
});

it('the marks of the system’s blocks are no quotation', () => {
  const overview = withBlocks('The state of it\n', { state: 'the state' });
  const rest = without('state', overview);
  expect(rest).toBe(overview.replace('The state', `The ${REDACTED}`).replace('\nthe state\n', `\nthe ${REDACTED}\n`));
});

describe('over any texts', () => {
  const WORD = /\w|é/;
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '_', '-', ' ', '密', '"'), maxLength: 30 });
  const passage = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '密'), minLength: 1, maxLength: 4 });

  /** A space beside a script without spaces says nothing. */
  const joined = (text: string): string => text.replaceAll(/ *密 */g, '密');
  /** Said in another way than the code does. */
  const standsIn = (text: string, sought: string): boolean => {
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const isJoined = (left = '', right = ''): boolean => WORD.test(left) && WORD.test(right);
      const end = at + sought.length;
      if (!isJoined(text[at - 1], text[at]) && !isJoined(text[end - 1], text[end])) return true;
    }
    return false;
  };

  it('no whole-word occurrence is left, and a text without one is untouched', () => {
    fc.assert(
      fc.property(letters, fc.array(passage, { minLength: 1, maxLength: 3 }), (text, passages) => {
        const rest = redactor(passages)(text);
        for (const sought of passages) expect(standsIn(rest, sought)).toBe(false);
        if (!passages.some((sought) => standsIn(joined(text), sought))) expect(rest).toBe(text);
        expect(redactor(passages)(rest)).toBe(rest);
      }),
      { numRuns: 2000 },
    );
  });

  it('JSON stays JSON without it, and JSON without it stays as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), passage, (value, indent, sought) => {
        const json = JSON.stringify({ value }, null, indent);
        const rest = without(sought, json);
        JSON.parse(rest);
        expect(standsIn(rest, sought)).toBe(false);
        if (!json.toLowerCase().includes(sought)) expect(rest).toBe(json);
      }),
      { numRuns: 1000 },
    );
  });
});
