import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../src/storage/json-text.ts';
import { decode, encode } from '../../src/storage/row-json.ts';

const names = fc.oneof(fc.string(), fc.constantFrom('$', '$number', '$array', '$$bytes', '__proto__', 'toJSON', '0'));
const leaves = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.integer(),
  fc.constantFrom(-0, NaN, Infinity, -Infinity),
  fc.uint8Array({ maxLength: 9 }),
  fc.float32Array({ maxLength: 9 }),
);
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    leaves,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('the JSON text of a row', () => {
  it('is that of the row with its tags, and reads back as the row', () => {
    fc.assert(
      fc.property(values, (inside) => {
        const row = { inside, none: undefined };
        expect(jsonText(row)).toBe(JSON.stringify(encode(row)));
        expect(decode(JSON.parse(jsonText(row)))).toStrictEqual({ inside });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a function', () => undefined],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['nothing in a list', [undefined]],
    ['a hole in a list', Array.from({ length: 1 })],
  ])('refuses %s, also far inside', (_, value) => {
    for (const row of [{ value }, { text: 'a', list: ['b', value] }, { inside: { value, $own: 1 } }])
      expect(() => jsonText(row)).toThrow(/A row cannot hold/);
  });
});
