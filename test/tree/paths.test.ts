import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { addressOf, checkPath, foldKey, namesOverview } from '../../src/tree/paths.ts';

const ruleOf = (path: unknown): string => {
  try {
    return `accepted: ${checkPath(path)}`;
  } catch (error) {
    if (!isWorkingMemoryError(error, 'path-not-allowed')) throw error;
    return error.details.rule;
  }
};

describe('virtual paths', () => {
  it('are the overview and what lies under detail/ and archive/', () => {
    for (const path of ['overview.md', 'detail/plan.md', 'archive/2026/会议 记录.md', 'detail/a/b/c.json']) {
      expect(checkPath(path)).toBe(path);
    }
  });

  it('are refused by the rule they break', () => {
    const cases: readonly (readonly [unknown, string])[] = [
      ['', 'empty'],
      [7, 'not-a-text'],
      ['detail/../../secret', 'traversal'],
      ['/etc/passwd', 'absolute'],
      ['~/notes.md', 'absolute'],
      ['detail\\plan.md', 'forbidden-character'],
      ['detail/%2e%2e/x', 'forbidden-character'],
      ['C:/x', 'forbidden-character'],
      ['detail/a\0b', 'control-character'],
      ['detail/a\u202eb', 'invisible-character'],
      ['detail/a\u200bb', 'invisible-character'],
      ['detail/a\u2215b', 'look-alike'],
      ['detail/\uff0e\uff0e/x', 'look-alike'],
      ['detail/cafe\u0301.md', 'not-nfc'],
      ['detail//x', 'empty-segment'],
      ['detail/', 'empty-segment'],
      ['detail/.git', 'hidden'],
      ['detail/x.', 'outer-space-or-dot'],
      ['detail/ x', 'outer-space-or-dot'],
      ['detail/CON.md', 'reserved-name'],
      ['detail/__proto__', 'reserved-name'],
      ['detail/a/b/c/d', 'too-deep'],
      [`detail/${'x'.repeat(101)}`, 'segment-too-long'],
      [`detail/${'x'.repeat(300)}`, 'too-long'],
      ['detail/half\ud800', 'half-surrogate'],
      ['notes.md', 'unknown-root'],
      ['detail', 'unknown-root'],
      ['Overview.md', 'unknown-root'],
      ['messages.jsonl', 'unknown-root'],
    ];
    for (const [path, rule] of cases) expect([path, ruleOf(path)]).toEqual([path, rule]);
  });

  it('never leave the tree: what is accepted is canonical', () => {
    const piece = fc.oneof(
      fc.constantFrom('detail', 'archive', 'overview.md', '..', '.', '/', '\\', '%2f', '\u2044', ' ', 'a', 'ﬁ', '会'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('');
        if (!ruleOf(path).startsWith('accepted')) return;
        expect(new URL(path, 'tree:///root/').href.startsWith('tree:///root/')).toBe(true);
        expect(path.normalize('NFC')).toBe(path);
        expect(foldKey(path).split('/')).toHaveLength(path.split('/').length);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('addresses of texts', () => {
  it('count messages in the list or in the transcript, and results of one of them', () => {
    const message = (number: number, stored: boolean, result?: number) => ({
      kind: 'message',
      number,
      stored,
      ...(result !== undefined && { result }),
    });
    expect(addressOf('messages/3')).toEqual(message(3, false));
    expect(addressOf('results/3.1')).toEqual(message(3, false, 1));
    expect(addressOf('transcript/3')).toEqual(message(3, true));
    expect(addressOf('transcript/3.1')).toEqual(message(3, true, 1));
    expect(addressOf('results/call_3')).toEqual({ kind: 'call', id: 'call_3' });
    expect(addressOf('results/3')).toEqual({ kind: 'call', id: '3' });
    for (const path of ['messages/3.1', 'messages/x', 'message/3', '', 3])
      expect(addressOf(path), String(path)).toBeUndefined();
  });
});

describe('an argument names the overview', () => {
  it.each([
    'overview.md',
    ' ./overview.md ',
    '/overview.md',
    '/memories/overview.md',
    'working-memory/overview.md',
    'C:\\notes\\working-memory\\overview.md',
  ])('as %s', (path) => expect(namesOverview(path)).toBe(true));

  it.each(['detail/overview.md', 'my-overview.md', 'notes/overview.md', 'archive/a.md', '', 7])(
    'but not as %s',
    (path) => expect(namesOverview(path)).toBe(false),
  );
});
