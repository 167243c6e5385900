// A text in several places is one hit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deduplicated } from '../../src/recall/deduplication.ts';
import type { HitAddress } from '../../src/recall/hit-address.ts';

const ITEM: HitAddress = { scope: 'items', id: 'i1' };
const MESSAGE: HitAddress = { scope: 'transcript', message: 7 };
const ARCHIVE: HitAddress = { scope: 'archive', path: 'archive/old.md' };

const SAID = 'The staging cluster moves to Frankfurt on the third of May.';

const finding = (standing: HitAddress, text: string, { snippet = text, words = 1 } = {}) => ({
  hit: { ...standing, snippet, matches: Array.from({ length: words }) },
  text,
});

describe('deduplication', () => {
  it('puts a message behind the item that was made of it', () => {
    expect(
      deduplicated([finding(ITEM, SAID), finding(MESSAGE, `  ${SAID.replace(' moves', '\n moves')}`)]),
    ).toMatchObject([{ ...ITEM, also: [MESSAGE] }]);
  });

  it('puts an archive that holds the message behind the message, and the other way round', () => {
    const passage = `[6] user: When do we move?\n[7] assistant: ${SAID}\n[8] user: Fine.`;
    expect(deduplicated([finding(MESSAGE, SAID), finding(ARCHIVE, passage)])).toMatchObject([
      { ...MESSAGE, also: [ARCHIVE] },
    ]);
    expect(deduplicated([finding(ARCHIVE, passage), finding(MESSAGE, SAID)])).toMatchObject([
      { ...ARCHIVE, also: [MESSAGE] },
    ]);
  });

  it('compares what is shown of a long text, without the marks of its cuts', () => {
    const long = `${'Before that, much was said. '.repeat(30)}${SAID}${' And after it, too.'.repeat(30)}`;
    expect(deduplicated([finding(ITEM, SAID), finding(MESSAGE, long, { snippet: `…${SAID}…` })])).toMatchObject([
      { ...ITEM, also: [MESSAGE] },
    ]);
  });

  it('leaves apart a note and a passage of many, which shows more of the prompt', () => {
    const notes = `${SAID} ${SAID.replace('third', 'fourth')}`;
    expect(deduplicated([finding(ARCHIVE, notes, { words: 2 }), finding(ITEM, SAID)])).toHaveLength(2);
    expect(deduplicated([finding(ITEM, SAID), finding(ARCHIVE, notes, { words: 2 })])).toHaveLength(2);
  });

  it('leaves apart what only begins alike, short words that stand in everything, and two items of one text', () => {
    const kept = (...findings: readonly ReturnType<typeof finding>[]): number => deduplicated(findings).length;
    expect(kept(finding(ITEM, SAID), finding(MESSAGE, `${SAID.slice(0, 40)} tomorrow.`))).toBe(2);
    expect(kept(finding(ITEM, 'ok'), finding(MESSAGE, 'ok, but the cluster?'))).toBe(2);
    expect(kept(finding(ITEM, 'ok'), finding(MESSAGE, 'ok'))).toBe(1);
    expect(kept(finding(ITEM, SAID), finding({ scope: 'items', id: 'i2' }, SAID))).toBe(2);
    expect(kept(finding(ITEM, SAID), finding({ scope: 'tail', id: 'i3' }, SAID))).toBe(2);
  });

  it('loses no place and changes no order', () => {
    const text = fc.constantFrom('ok', SAID, `${SAID} So it was said.`, 'a b c', '');
    const scope = fc.constantFrom<HitAddress['scope']>('items', 'tail', 'archive', 'transcript');
    fc.assert(
      fc.property(fc.array(fc.tuple(scope, text)), (list) => {
        const findings = list.map(([where, said], id) => finding({ scope: where, id: String(id) }, said));
        const hits = deduplicated(findings);
        const places = hits.flatMap(({ id, also = [] }) => [id, ...also.map((other) => other.id)]);
        expect(places.sort()).toEqual(findings.map(({ hit }) => hit.id).sort());
        const order = hits.map(({ id }) => Number(id));
        expect(order).toEqual([...order].sort((one, other) => one - other));
      }),
    );
  });
});
