// The check of a row is stored: it never changes, however it is computed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifiedFields, withChecksum } from '../../src/engine/session/row-checksum.ts';
import { hash } from '../../src/tree/hash.ts';

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const key = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'B', 'é', '7', '10', '07', 'toJSON', '__proto__'));
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Number.NaN, Infinity, new Date(0)),
);
const { fields } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('fields')),
  fields: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
}));

it('is the hash of the JSON with sorted keys', () => {
  fc.assert(
    fc.property(fields, (given) => {
      const row = withChecksum(given as object);
      expect(row['check']).toBe(hash(JSON.stringify(given, sorted)));
    }),
    { numRuns: 2000 },
  );
});

it('is none of another text, order or type', () => {
  const row = withChecksum({ text: 'a', tags: ['b', 'c'], step: 1 });
  expect(verifiedFields(row)).toEqual({ text: 'a', tags: ['b', 'c'], step: 1 });
  for (const change of [{ text: 'A' }, { tags: ['c', 'b'] }, { step: '1' }, { step: null }, { more: 0 }])
    expect(verifiedFields({ ...row, ...change })).toBeUndefined();
});
