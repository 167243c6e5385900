// A planned compaction: hidden messages, files and stubs, costs, and what stays in view.
import { describe, expect, it } from 'vitest';
import { applyCompaction, type CompactionInput } from '../../../src/context/compaction/apply-compaction.ts';
import type { Fold, Range } from '../../../src/context/compaction/compaction.ts';
import { planCompaction } from '../../../src/context/compaction/plan-compaction.ts';
import { fileOfMessage } from '../../../src/context/offloaded/conversation-files.ts';
import { atOnce } from '../../../src/context/steps.ts';
import { fenced } from '../../../src/context/view/fence.ts';
import { planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, step, system, user } from '../../support/messages/seen-messages.ts';

const LONG = 'word '.repeat(100);
/** Turns begin at 1, 3, 7 and 9; a result of 500 characters stands at 5, another at 6. */
const history = historyOf(
  system('Be brief.'),
  user(`First ${LONG}`),
  assistant('One.'),
  user(`Second ${LONG}`),
  step('a', LONG),
  assistant('Two.'),
  user(`Third ${LONG}`),
  assistant('Three.'),
  user('Now?'),
);
const hash = (index: number): string => history.messages[index]?.hash ?? '';
const sizeOf = ({ from, to }: Range): number =>
  history.messages.slice(from, to).reduce((sum, { tokens }) => sum + tokens, 0);
const fold = (from: number, to: number, more: Partial<Fold> = {}) => ({
  from,
  to,
  why: 'compacted' as const,
  hash: hash(to - 1),
  ...more,
});

const inputOf = ({
  hide = [],
  stub = [],
  ...others
}: Partial<CompactionInput> & Partial<CompactionInput['selection']>): CompactionInput => ({
  history,
  state: stateOf(),
  selection: { hide, stub, tokens: 0 },
  strategy: 'archive',
  trigger: 'app',
  overview: '',
  window: 10_000,
  canArchive: true,
  now: Date.UTC(2026, 0, 5, 23),
  summary: 'What was said.',
  planning: planningOf(),
  ...others,
});
const applied = (asked: Parameters<typeof inputOf>[0]) => atOnce(applyCompaction(inputOf(asked)));
/** Tokens of the block in the notes, one for each character. */
const told = (block: string): number => {
  const { nonce } = stateOf().ledger;
  const fence = fenced(block, { name: 'working_memory', nonce });
  return `${planningOf().wording.changedBlocks(nonce)}\n\n${fence}`.length;
};
const pathsOf = ({ archives }: ReturnType<typeof applied>): string[] => archives.map(({ path }) => path);

describe('what is hidden', () => {
  it('goes to a file of its day, in the folder of whoever asked, and the fold names it', () => {
    const folders = { app: 'detail', tool: 'detail', policy: 'archive', fallback: 'archive' } as const;
    for (const trigger of ['app', 'tool', 'policy', 'fallback'] as const) {
      const { archives, state } = applied({ hide: [{ from: 1, to: 3 }], trigger });
      const path = `${folders[trigger]}/conversation-1-2.md`;
      expect(archives.map((file) => file.path)).toEqual([path]);
      expect(archives[0]?.text).toMatch(/^# Conversation, messages 1–2 \(archived 2026-01-05\)\n/);
      const why = trigger === 'fallback' ? 'fallback-compaction' : 'compacted';
      expect(state.ledger.folds).toEqual([{ from: 1, to: 3, why, hash: hash(2), path }]);
    }
  });

  it('has no file where a summary is enough, the tree is full, or nothing of it was in view', () => {
    const hide = [{ from: 1, to: 3 }];
    for (const asked of [
      { hide, strategy: 'summarize' },
      { hide, canArchive: false },
      { hide, state: stateOf({ folds: [fold(1, 3)] }) },
      { hide: [] },
    ] as const) {
      const outcome = applied(asked);
      expect(outcome.archives).toEqual([]);
      for (const one of outcome.state.ledger.folds) expect(one).not.toHaveProperty('path');
    }
  });

  it('is written from where the former file ends', () => {
    const former = fold(1, 3, { path: 'detail/a.md' });
    const outcome = applied({ hide: [{ from: 1, to: 7 }], state: stateOf({ folds: [former] }) });
    expect(pathsOf(outcome)).toEqual(['detail/conversation-3-6.md']);
    expect(outcome.state.ledger.folds).toEqual([former, fold(1, 7, { path: 'detail/conversation-3-6.md' })]);
  });

  it('is several files where one would be too large, and the fold says where each begins', () => {
    const planning = { ...planningOf(), files: { ...planningOf().files, maxFileBytes: 800 } };
    const { archives, state } = applied({ hide: [{ from: 1, to: 7 }], planning });
    expect(archives.map(({ path }) => path)).toEqual([
      'detail/conversation-1-6-part-1.md',
      'detail/conversation-1-6-part-2.md',
      'detail/conversation-1-6-part-3.md',
    ]);
    expect(state.ledger.folds).toEqual([fold(1, 7, { path: 'detail/conversation-1-6-part-1.md', parts: [1, 4, 6] })]);
    // Each message begins in the file that is named for it.
    for (const index of [1, 2, 3, 4, 5, 6]) {
      const file = archives.find(({ path }) => path === fileOfMessage(state.ledger.folds, index));
      expect(file?.text).toMatch(new RegExp(`^## .*\\b${index}\\b`, 'm'));
    }
  });

  it('is found in the part that it begins in', () => {
    const large = historyOf(user('Look.'), assistant('word '.repeat(14_000)), user('And?'), assistant('Yes.'), user());
    const planning = { ...planningOf(), files: { ...planningOf().files, maxFileBytes: 40_000 } };
    const { state } = applied({ history: large, hide: [{ from: 0, to: 4 }], planning });
    const [{ parts = [] } = { parts: [] }] = state.ledger.folds;
    expect(parts).toEqual([0, 1, 1, 2]);
    const found = [0, 1, 2, 3, 4].map((index) => fileOfMessage(state.ledger.folds, index)?.slice(-'1.md'.length));
    expect(found).toEqual(['1.md', '2.md', '4.md', '4.md', undefined]);
    // Groups of up to 65,536 characters share their files, to the last character.
    const partsOf = (...sizes: readonly number[]): readonly number[] => {
      const texts = sizes.map((size, at) => (at % 2 === 0 ? user : assistant)('x'.repeat(size)));
      const hide = [{ from: 0, to: sizes.length }];
      return applied({ history: historyOf(texts, user()), hide, planning }).state.ledger.folds[0]?.parts ?? [];
    };
    expect(partsOf(70_000, 5)).toEqual([0, 0, 1]);
    expect(partsOf(65_000, 536, 5)).toEqual([0, 1, 2]);
    expect(partsOf(65_000, 537, 5)).toEqual([0, 0, 1]);
  });

  it('is one fold for ranges that touch, and takes the place of those inside it that name no file', () => {
    const [inside, named, beside] = [fold(2, 3), fold(1, 3, { path: 'detail/a.md' }), fold(7, 9)];
    const { state } = applied({
      hide: [
        { from: 3, to: 5 },
        { from: 1, to: 3 },
      ],
      strategy: 'summarize',
      state: stateOf({ folds: [inside, named, beside] }),
    });
    expect(state.ledger.folds).toEqual([named, beside, fold(1, 5)]);
    const again = applied({ hide: [{ from: 1, to: 5 }], strategy: 'summarize', state });
    expect(again.state.ledger.folds).toEqual([named, beside, fold(1, 5)]);
  });
});

describe('the block', () => {
  it('is an extract where the given summary would be no shorter than what it replaces', () => {
    const hide = [{ from: 1, to: 3 }];
    // Another line, after its prefix.
    const around = told(applied({ hide, summary: '' }).block) + '\n| '.length;
    const most = sizeOf({ from: 1, to: 3 }) - around - 1;
    const fits = 's'.repeat(most);
    expect(applied({ hide, summary: fits })).toMatchObject({ summary: fits });
    const { block, summary } = applied({ hide, summary: `${fits}s` });
    expect(summary).not.toContain('sss');
    expect(summary.length).toBeLessThanOrEqual(0.4 * sizeOf({ from: 1, to: 3 }));
    expect(told(block)).toBeLessThan(sizeOf({ from: 1, to: 3 }));
  });

  it('holds no marks of a comment, whatever the summary says', () => {
    const { block } = applied({ hide: [{ from: 1, to: 7 }], summary: 'a <!-- b --> <!-- c -->' });
    expect(block).toContain('a <! -- b -- > <! -- c -- >');
  });
});

describe('a stub', () => {
  it('takes the place of a result, says why, and has a file of its own', () => {
    for (const trigger of ['app', 'fallback'] as const) {
      const { archives, state } = applied({ stub: [{ index: 5, callId: 'a', shown: 20 }], trigger });
      const why = trigger === 'fallback' ? 'fallback-compaction' : 'compacted';
      const path = 'archive/result-5.md';
      expect(state.ledger.stubs).toEqual([
        { index: 5, callId: 'a', why, tokens: LONG.length, shown: 20, hash: hash(5), path },
      ]);
      expect(state.stubTexts).toMatchObject([{ index: 5, callId: 'a', hash: hash(5) }]);
      expect(archives).toEqual([
        { path, text: `# Result of read, ${LONG.length} tokens (archived 2026-01-05)\n\n${LONG}\n` },
      ]);
      expect(state).not.toHaveProperty('summary.text');
    }
  });

  it('that is there already only shows more or less, and others stay', () => {
    const first = applied({ stub: [{ index: 5, callId: 'a', shown: 20 }] });
    const other = { index: 2, callId: 'b', why: 'oversized', tokens: 9, shown: 3, hash: hash(2) } as const;
    const text = { index: 2, callId: 'b', text: 'b', hash: hash(2) };
    const { ledger, stubTexts } = first.state;
    const state = {
      ...first.state,
      stubTexts: [text, ...stubTexts],
      ledger: { ...ledger, stubs: [other, ...ledger.stubs] },
    };
    const again = applied({ stub: [{ index: 5, callId: 'a', shown: 400 }], trigger: 'fallback', state });
    expect(again.archives).toEqual([]);
    expect(again.state.ledger.stubs).toEqual([other, { ...ledger.stubs[0], shown: 400 }]);
    expect(again.state.stubTexts).toMatchObject([text, { index: 5, callId: 'a' }]);
    expect(again.state.stubTexts[1]?.text.length).toBeGreaterThan(stubTexts[0]?.text.length ?? Infinity);
  });
});

describe('the plan of a compaction', () => {
  const planned = ({
    tokens = 5000,
    pendingBlockTokens,
    isNeeded = false,
    ...asked
  }: Parameters<typeof inputOf>[0] & { tokens?: number; pendingBlockTokens?: number; isNeeded?: boolean }) =>
    atOnce(
      planCompaction({
        isNeeded,
        ...inputOf(asked),
        tokens,
        ...(pendingBlockTokens !== undefined && { pendingBlockTokens }),
      }),
    );
  const selecting = (hide: readonly Range[], tokens: number) => ({ selection: { hide, stub: [], tokens } });

  it('counts the new block, and takes off the notes and the block that it replaces', () => {
    const asked = selecting([{ from: 1, to: 3 }], 4000);
    const { plan, outcome } = planned(asked);
    expect(plan).toMatchObject({ possible: true, tokens: { before: 5000, after: 4000 + told(outcome.block) } });
    expect(plan).not.toHaveProperty('reason');
    const rides = [
      { index: 1, text: 'n'.repeat(70), hash: hash(1) },
      { index: 9, text: 'n'.repeat(30), hash: hash(9) },
    ];
    const cheaper = planned({ ...asked, state: { ...stateOf(), rides }, pendingBlockTokens: 200 });
    expect(cheaper.plan.tokens.after).toBe(plan.tokens.after - 300);
  });

  it('pauses between its parts, so that a page can draw', () => {
    const pauses = (asked: CompactionInput): number => {
      const steps = planCompaction({ ...asked, tokens: 5000 });
      let count = 0;
      while (!steps.next().done) count++;
      return count;
    };
    const given = inputOf({ hide: [{ from: 1, to: 7 }] });
    const { summary: _, ...extract } = given;
    const small = { ...planningOf(), files: { ...planningOf().files, maxFileBytes: 800 } };
    expect(pauses(inputOf({})), 'around files, block and names').toBe(6);
    expect(pauses(given), 'one file').toBe(8);
    expect(pauses({ ...given, planning: small }), 'three files').toBe(10);
    expect(pauses(extract), 'a summary of names and of what was said').toBe(14);
  });

  it('is not possible where it hides nothing, or saves nothing', () => {
    expect(planned({}).plan).toMatchObject({
      possible: false,
      reason: 'nothing-to-hide',
      tokens: { before: 5000, after: 5000 },
    });
    const { block } = planned(selecting([{ from: 1, to: 3 }], 0)).outcome;
    const saving = (saved: number) => planned(selecting([{ from: 1, to: 3 }], 5000 - told(block) - saved)).plan;
    expect(saving(0)).toMatchObject({ possible: false, reason: 'would-not-shrink' });
    const needed = planned({ ...selecting([{ from: 1, to: 3 }], 4999), isNeeded: true }).plan;
    expect(needed, 'without the block').toMatchObject({ possible: true, tokens: { after: 4999 } });
    expect(saving(1)).toMatchObject({ possible: true, tokens: { after: 4999 } });
    const stub = [{ index: 5, callId: 'a', shown: 20 }];
    expect(planned({ selection: { hide: [], stub, tokens: 4000 } }).plan).toMatchObject({
      possible: true,
      stub: [{ index: 5, callId: 'a' }],
    });
  });

  it('says what stays, of what this and former compactions hide', () => {
    const kept = (hide: readonly Range[], folds: readonly ReturnType<typeof fold>[] = []) =>
      planned({ ...selecting(hide, 0), state: stateOf({ folds: [...folds] }) }).plan.kept;
    expect(kept([])).toEqual({ messages: 9, turns: 4, callGroups: 1 });
    expect(kept([{ from: 1, to: 3 }])).toEqual({ messages: 7, turns: 3, callGroups: 1 });
    expect(kept([{ from: 3, to: 7 }], [fold(1, 3)])).toEqual({ messages: 3, turns: 2, callGroups: 0 });
  });

  it('names what goes out of sight, and counts what stays in the block or in view', () => {
    const named = historyOf(
      user(`Look at src/a.ts and src/b.ts. ${LONG}`),
      step('c', 'src/c.ts src/d.ts'),
      assistant('Done with src/e.ts.'),
      user('Now src/e.ts?'),
    );
    const retention = (asked: Parameters<typeof inputOf>[0]) => planned({ history: named, ...asked }).plan.retention;
    // The path in the arguments of a call is the fifth name.
    const all = retention({ selection: { hide: [{ from: 0, to: 4 }], stub: [], tokens: 0 }, summary: 'src/b.ts' });
    expect(all.identifiers).toBe(6);
    expect(all.kept).toBe(2);
    expect([...all.atRisk].sort()).toEqual(['path=a.ts', 'src/a.ts', 'src/c.ts', 'src/d.ts'].sort());
    const stub = [{ index: 2, callId: 'c', shown: 20 }];
    expect(retention({ selection: { hide: [], stub, tokens: 0 } })).toMatchObject({ identifiers: 2, kept: 0 });
  });
});
