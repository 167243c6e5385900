import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import {
  identifierLedger as ledgerInSteps,
  type IdentifierRequest,
} from '../../../src/context/reading/identifier-ledger.ts';
import { atOnce } from '../../../src/context/steps.ts';

const tokens = (text: string): number => tokenScan().count(text) as number;
const MEASURES: Record<string, (text: string) => number> = {
  characters: (text) => text.length,
  tokens,
  // Longer texts may count for less: neither additive nor monotone.
  'tokens of an odd counter': (text) => Math.ceil(text.length / 3) + (text.length % 7) * 5,
};

const identifierLedger = (request: IdentifierRequest) => atOnce(ledgerInSteps(request));
const ledger = (
  texts: readonly string[],
  visible = '',
  maxTokens = 1000,
  taken: readonly string[] = [],
  outside = '',
) =>
  identifierLedger({
    hidden: texts.map((text, index) => ({ text, index })),
    visible,
    outside,
    messages: [{}, { calls: taken.map((text) => ({ arguments: text })) }],
    maxTokens,
    count: (text) => text.length,
  });

describe('the ledger of identifiers', () => {
  it('lists first what more messages hold, then what was seen later', () => {
    // 0.5 · messages + last index / 4: a 1.25, b 1, c 1.25 and later, d 0.5.
    const texts = ['a_first b_second d_fourth', 'a_first', 'b_none c_third', 'c_third'];
    expect(ledger(texts).text).toBe('c_third; a_first; b_none; b_second; d_fourth');
    // One message more is worth half of the history: at equal worth, what was seen later leads.
    expect(ledger(['a_first', 'a_first', 'none', 'b_second']).text).toBe('b_second; a_first');
    expect(ledger(['a_first', 'a_first', 'none', 'b_second', 'none']).text).toBe('a_first; b_second');
  });

  it('does not list what the visible text mentions, in whatever form', () => {
    const texts = ['{"order_id": "ORD-77", "city": "New York", "file": "src/a.ts"} /repo/src/b.ts max_items'];
    const visible = 'order ORD-77; {"city": "New York"} in /work/src/a.ts and max_items_total';
    expect(ledger(texts, visible).text).toBe('/repo/src/b.ts; max_items');
  });

  it('knows a name by itself and by its key for one, and shows the key', () => {
    const texts = ['found A1B2C and Z9Y8X', '{"id": "A1B2C"}', '{"ref": "A1B2C"}'];
    expect(ledger(texts)).toEqual({ text: 'id=A1B2C; Z9Y8X', listed: 2, left: 0 });
  });

  it('does not repeat the end of a path', () => {
    expect(ledger(['a.ts src/a.ts', '/repo/src/a.ts']).text).toBe('/repo/src/a.ts');
    expect(ledger(['/repo/src/a.ts', 'src/a.ts', 'a.ts']).text).toBe('a.ts; src/a.ts; /repo/src/a.ts');
  });

  it('lists plain words last, however often they come', () => {
    const texts = ['{"cabin": "economy", "status": "ok"} IMPORTANT', '{"cabin": "economy"}', 'late_name'];
    expect(ledger(texts).text).toBe('late_name; cabin=economy; IMPORTANT; status=ok');
  });

  it('lists values under a key that no call has taken behind all names, but before plain words', () => {
    const texts = ['{"order_id": "ORD-77", "price": "12.50", "state": "sent"} src/a.ts', '{"price": "12.50"}'];
    expect(ledger(texts).text).toBe('price=12.50; order_id=ORD-77; src/a.ts; state=sent');
    const taken = '{"order_id":"ORD-1","amount":3,"note":"{\\"price\\":\\"9.00\\"}"}';
    expect(ledger(texts, '', 1000, [taken]).text).toBe('order_id=ORD-77; src/a.ts; price=12.50; state=sent');
    expect(ledger(texts, '', 1000, [taken, '{"price" : 9}']).text).toBe(ledger(texts).text);
    // The schema of a tool tells of keys that no call has taken yet; without any call, JSON is no sign of tools.
    const schema = '{"parameters":{"properties":{"price":{"type":"string"}}}}';
    expect(ledger(texts, '', 1000, [taken], schema).text).toBe(ledger(texts).text);
    expect(ledger(texts, '', 1000, [], '{"amount": 1}').text).toBe(ledger(texts).text);
    // Without keys nothing is known of what calls take.
    expect(ledger(texts, '', 1000, ['{}', 'no JSON', '']).text).toBe(ledger(texts).text);
  });

  it('shows a name under the key that calls take', () => {
    const texts = ['{"id": "A1B2C"}', '{"order": "A1B2C"}', '{"ref": "A1B2C"}'];
    expect(ledger(texts).text).toBe('id=A1B2C');
    expect(ledger(texts, '', 1000, ['{"order": "Z9Y8X"}']).text).toBe('order=A1B2C');
  });

  it.each(['"', '"a":', `"${'a'.repeat(60)}`, '\\"', '{'])(
    'reads arguments of nothing but %j in linear time',
    (piece) => {
      expect(ledger(['src/a.ts'], '', 1000, [piece.repeat(1_000_000 / piece.length)]).text).toBe('src/a.ts');
    },
  );

  it('says a key once for all its values, but for plain words', () => {
    const texts = ['{"order": "A1B2C", "seat": "aisle"}', '{"order": "D3E4F", "seat": "window", "pin": "47110"}'];
    expect(ledger(texts).text).toBe('pin=47110; order=D3E4F, A1B2C; seat=window; seat=aisle');
  });

  it('says how many names did not fit', () => {
    const texts = ['one_1 two_2 three_3 four_4'];
    expect(ledger(texts, '', 14)).toEqual({ text: 'four_4; one_1', listed: 2, left: 2 });
    expect(ledger(texts, '', 3)).toEqual({ text: '', listed: 0, left: 4 });
    expect(ledger(texts, '', 0)).toEqual({ text: '', listed: 0, left: 4 });
    expect(ledger([])).toEqual({ text: '', listed: 0, left: 0 });
    expect(ledger(['nothing to note'])).toEqual({ text: '', listed: 0, left: 0 });
  });

  const names = [
    'src/a.ts',
    'user_id',
    '"id": "A1B2C"',
    '2024-05-15',
    '#42',
    'getName',
    '用户ABC12',
    'plain words',
    'ABC12',
  ];
  const texts = fc.array(
    fc
      .array(fc.constantFrom(...names, 'x_1', 'x_2', 'x_3', 'y/z.md'), { maxLength: 8 })
      .map((drawn) => drawn.join(' ')),
    { maxLength: 8 },
  );
  for (const [unit, measure] of Object.entries(MEASURES)) {
    it(`never exceeds its limit in ${unit}, and counts every name as listed or left`, () => {
      fc.assert(
        fc.property(texts, fc.integer({ min: 0, max: 120 }), (texts, maxTokens) => {
          const hidden = texts.map((text, index) => ({ text, index }));
          const whole = identifierLedger({ hidden, visible: '', maxTokens: 1e6, count: measure });
          const part = identifierLedger({ hidden, visible: '', maxTokens, count: measure });
          if (part.text !== '') expect(measure(part.text)).toBeLessThanOrEqual(maxTokens);
          expect(part.listed + part.left).toBe(whole.listed);
          expect(whole.text.startsWith(part.text)).toBe(true);
          expect(part.text === '').toBe(part.listed === 0);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('has one order, whatever order names of equal weight are found in', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['b_x12', 'a_x12', 'c_x12', 'aX_12', 'zZ_12', 'é_x12'], { minLength: 6 }),
        (names) => {
          expect(ledger([names.join(' ')]).text).toBe('aX_12; a_x12; b_x12; c_x12; zZ_12; é_x12');
        },
      ),
    );
  });

  it('counts little more than its budget, however much is hidden', () => {
    let counted = 0;
    const hidden = Array.from({ length: 40 }, (_, index) => ({
      index,
      text: Array.from({ length: 1000 }, (_, at) => `name_${index}_${at}`).join(' '),
    }));
    const { left } = identifierLedger({
      hidden,
      visible: 'name_1_1 '.repeat(100_000),
      maxTokens: 400,
      count: (text) => {
        counted += text.length;
        return text.length;
      },
    });
    expect(left).toBeGreaterThan(39_000);
    expect(counted).toBeLessThan(400 * 20);
  });
});
