// Parsing JSON in slices gives the results of `JSON.parse`, for valid and for broken texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInSlices } from '../../src/bundle/reading/json-in-slices.ts';
import { SliceMeter } from '../../src/bundle/reading/slices.ts';
import { finished, pausesOf } from '../support/storage/bundles.ts';

const inSlices = (text: string) => jsonInSlices(text, new SliceMeter());

const outcome = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch (error) {
    return (error as Error).name;
  }
};
const expectTheSame = (text: string): void => {
  expect(outcome(() => finished(inSlices(text)))).toEqual(outcome(() => JSON.parse(text)));
};

/** Beyond what is parsed at once, so that the text is walked through. */
const LONG = 'long "text" \\ {[ '.repeat(1200);
const SPACE = ' \t\r\n'.repeat(5000);

/** A value in lists and objects, of which some are long. */
const { value: nested } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 7 },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(LONG),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string({ maxLength: 5 }), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
}));
const texts = fc
  .tuple(nested, nested, fc.constantFrom(undefined, 1, '\t'))
  .map(([one, other, indent]) => JSON.stringify([{ one, LONG, other }, other], undefined, indent));

describe('JSON in slices', () => {
  it('is what JSON.parse makes of it', () => {
    fc.assert(fc.property(texts, expectTheSame), { numRuns: 200 });
  });

  it('is refused where JSON.parse refuses it', () => {
    const broken = fc
      .tuple(texts, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...'{}[],:"\\ 1e\u00a0', '"a":', ',,', ''))
      .map(([text, seed, removed, put]) => {
        // Near the ends, where the structure stands, as often as anywhere.
        const at = seed % 2 ? seed % text.length : seed % 20;
        return text.slice(0, at) + put + text.slice(at + removed);
      });
    fc.assert(fc.property(broken, expectTheSame), { numRuns: 1000 });
  });

  it('knows empty, nested, doubled, spaced and cut texts', () => {
    const list = `["${'x'.repeat(20_000)}"`;
    for (const text of [
      '',
      ' ',
      `[${SPACE}]`,
      `{${SPACE}}`,
      `${SPACE}[${SPACE}1${SPACE},${SPACE}{"a"${SPACE}:${SPACE}[${SPACE}]}]${SPACE}`,
      `[${SPACE},]`,
      `[1${SPACE},]`,
      `[1${SPACE}}`,
      `{"a":1${SPACE},}`,
      `{"a":1${SPACE}]`,
      `{1:1${SPACE}}`,
      `{"a"${SPACE}1}`,
      `{"a":1,"a":2,"__proto__":{"b":1}${SPACE}}`,
      `{"a":${list}],"b":1:2}`,
      `${list}] ]`,
      `${list}],1`,
      list,
      `"${'x'.repeat(20_000)}`,
      `"${'x'.repeat(20_000)}\\`,
      '['.repeat(200_000),
      `${'['.repeat(1000)}"${'x'.repeat(20_000)}"${']'.repeat(1000)}`,
    ])
      expectTheSame(text);
  });

  it('pauses within a list, however deep in a workspace it lies', () => {
    const items = Array.from({ length: 5000 }, (_, at) => ({ id: `item-${at}`, text: LONG.slice(0, 200) }));
    expect(pausesOf(inSlices(JSON.stringify({ items })))).toBeGreaterThan(10);
    expect(pausesOf(inSlices(JSON.stringify({ sessions: [{ items }] }, undefined, 2)))).toBeGreaterThan(10);
    expect(pausesOf(inSlices(JSON.stringify({ items: items.slice(0, 100) })))).toBe(0);
  });
});
