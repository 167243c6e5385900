// Reading JSON member by member, compared with JSON.parse.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonValues } from '../../src/sdks/importers/reading/json-values.ts';
import { Unreadable } from '../../src/sdks/importers/refusals.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function valuesIn(text: string, { piece = 7, parsed = 10 } = {}): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of jsonValues(inPieces(text, piece), parsed)) values.push(value);
  return values;
}

/** Normalises values for comparison: objects without a prototype are objects. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('JSON that is read member by member', () => {
  it('gives the members of a list as JSON.parse does, whatever the pieces', async () => {
    const lists = fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 6 });
    const sizes = fc.record({ piece: fc.integer({ min: 1, max: 40 }), parsed: fc.integer({ min: 1, max: 60 }) });
    const property = fc.asyncProperty(lists, sizes, fc.constantFrom(undefined, 1), async (list, size, indent) => {
      const text = JSON.stringify(list, null, indent);
      expect(plain(await valuesIn(text, size))).toEqual(JSON.parse(text));
    });
    await fc.assert(property, { numRuns: 400 });
  });

  it('gives the objects of JSON Lines, and one object alone', async () => {
    expect(await valuesIn('{"a":1}\n{"a":{"b":[1,2]}}\r\n\n{"a":"}{"}')).toEqual([
      { a: 1 },
      { a: { b: [1, 2] } },
      { a: '}{' },
    ]);
    expect(plain(await valuesIn('  {"mapping":{"one":{"id":1},"two":{"id":[2,3]}},"last":true} '))).toEqual([
      { mapping: { one: { id: 1 }, two: { id: [2, 3] } }, last: true },
    ]);
  });

  it('lets no name reach a prototype', async () => {
    const [value] = await valuesIn('[{"a":"a long text","__proto__":{"bad":true},"b":"another long text"}]');
    expect((value as { bad?: unknown }).bad).toBeUndefined();
    expect(({} as { bad?: unknown }).bad).toBeUndefined();
  });

  it('says whether a text ends too early, is broken, nests too deep, or is empty', async () => {
    const whyOf = async (text: string): Promise<string> => {
      const error = await valuesIn(text).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error, text).toBeInstanceOf(Unreadable);
      return (error as Unreadable).message;
    };
    for (const text of ['[', '[{"a":"b', '[{"a":[1,2', '{"a":1', '[1,'])
      expect(await whyOf(text)).toContain('ends in the middle');
    expect(await whyOf('[{"a":1]')).toBe('is not JSON at character 8.');
    for (const text of ['<html>', '[{a:1}]', '[1] [2]', '{"a":1} x', '[1,,2 3]', '7'])
      expect(await whyOf(text)).toContain('is not JSON');
    expect(await whyOf('['.repeat(200))).toContain('nested deeper than 100');
    expect(await whyOf(' \n')).toBe('is empty.');
  });
});
