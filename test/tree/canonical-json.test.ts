import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/tree/canonical-json.ts';

it('is the same for values whose keys differ in order alone', () => {
  expect(canonicalJson({ b: [{ d: 1, c: -0 }], a: undefined, e: NaN })).toBe('{"b":[{"c":0,"d":1}],"e":null}');
  expect(canonicalJson({ e: NaN, b: [{ c: 0, d: 1 }] })).toBe('{"b":[{"c":0,"d":1}],"e":null}');
});

it('is read back as the same value, also one with a key that names the prototype', () => {
  const jsons = fc.json();
  fc.assert(
    fc.property(fc.oneof(jsons, fc.constant('{"b":1,"__proto__":{"d":[],"c":null},"10":0,"9":0}')), (json) => {
      const value: unknown = JSON.parse(json);
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});

it('takes a value as its own JSON where it has one', () => {
  expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
});
