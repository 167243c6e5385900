// Pure parts of the inspector: curves, windows of rows, diffs, maps, bars and the state at a commit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../src/api/watching/audit.ts';
import { decayCurve, weightAt } from '../../src/inspector/figures/decay-curve.ts';
import { laneOf, lanesOf, typesOf } from '../../src/inspector/figures/lanes.ts';
import { leaveOrder } from '../../src/inspector/figures/leave-order.ts';
import { hunksOf, lineDiff } from '../../src/inspector/figures/line-diff.ts';
import { percentile } from '../../src/inspector/figures/percentiles.ts';
import { type MapPoint, projection, symmetric, wordLikeness } from '../../src/inspector/figures/projection.ts';
import { comparedRequests, jsonOf, outlineOf } from '../../src/inspector/figures/request-diff.ts';
import { scoreShares } from '../../src/inspector/figures/score-bar.ts';
import { scrolledTo, shownRows } from '../../src/inspector/figures/shown-rows.ts';
import { type CommitEntry, stateAt } from '../../src/inspector/figures/state-at.ts';
import { finished, stepsOf } from '../support/inspector/steps.ts';
import { openFixed } from '../support/fixed-memory.ts';

const RULE = { factor: 0.95, periodMs: 21_600_000, floor: 0.1 };
const DAY = 86_400_000;
const NOTHING = { items: [], files: [], messages: 0 } as const;

describe('the curve of an item', () => {
  it('weighs as the memory does', async () => {
    let now = 1_700_000_000_000;
    const memory = await openFixed({ clock: () => now });
    await memory.items.memorize({ text: 'A fact.', importance: 0.8 });
    now += 1.5 * DAY;
    const [item] = await memory.items.list();
    const { policy } = await memory.items.capacity();
    const { past, ahead } = decayCurve(
      policy.decay,
      { importance: 0.8, ageMs: 1.5 * DAY },
      { backMs: DAY, aheadMs: DAY, steps: 4 },
    );
    expect(past.at(-1)?.weight).toBeCloseTo(item?.priority ?? 0, 10);
    expect(ahead[0]).toEqual(past.at(-1));
    expect(past.map(({ at }) => at)).toEqual([-DAY, -0.75 * DAY, -0.5 * DAY, -0.25 * DAY, 0]);
    await memory.close();
  });

  it('begins with the item, never rises and never falls below its floor', () => {
    const young = decayCurve(RULE, { importance: 1, ageMs: 1000 }, { backMs: DAY, aheadMs: DAY, steps: 2 });
    expect(young.past[0]?.at).toBe(-1000);
    fc.assert(
      fc.property(fc.nat(1e12), fc.double({ min: 0, max: 1, noNaN: true }), (ageMs, importance) => {
        const { past, ahead } = decayCurve(RULE, { importance, ageMs }, { backMs: DAY, aheadMs: DAY, steps: 6 });
        const weights = [...past, ...ahead].map(({ weight }) => weight);
        expect(weights.every((one, place) => one <= (weights[place - 1] ?? Infinity) + 1e-12)).toBe(true);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(RULE.floor * importance);
      }),
    );
    expect(weightAt(RULE, -5)).toBe(1);
  });
});

describe('who leaves next', () => {
  it('is who the memory evicts next, by either key', async () => {
    for (const profile of ['default', 'priority'] as const) {
      const memory = await openFixed({ profile, limits: { maxItems: 6 } });
      const importances = [0.5, 0.1, 0.9, 0.4, 0.2, 0.6];
      for (const [place, importance] of importances.entries()) {
        await memory.items.memorize({ text: `Fact number ${place}`, importance, pinned: place === 1 });
      }
      const order = leaveOrder(await memory.items.list(), (await memory.items.capacity()).policy.key);
      expect(order.at(-1)?.pinned).toBe(true);
      const { evicted } = await memory.items.memorize({ text: 'One more', importance: 1 });
      expect(evicted.map(({ id }) => id)).toEqual([order[0]?.id]);
      await memory.close();
    }
  });
});

describe('the rows that are drawn', () => {
  it('are those in view and a few around, and the gaps fill the rest', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(600_000), fc.nat(2000), (count, top, height) => {
        const { from, to, above, below } = shownRows(count, 28, { top, height });
        expect(above + (to - from) * 28 + below).toBe(count * 28);
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / 28) + 18);
        for (let row = Math.floor(top / 28); row * 28 < top + height && row < count; row++) {
          expect([from <= row, row < to]).toEqual([true, true]);
        }
      }),
    );
  });

  it('scroll no further than needed to show a row', () => {
    const view = { top: 280, height: 280 };
    expect(scrolledTo(12, 28, view)).toBe(280);
    expect(scrolledTo(3, 28, view)).toBe(84);
    expect(scrolledTo(30, 28, view)).toBe(31 * 28 - 280);
  });
});

describe('the difference of two texts', () => {
  it('gives both texts back, whatever they are', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = lineDiff(before, after);
        const without = (kind: string): string =>
          diff
            .filter((line) => line.kind !== kind)
            .map(({ text }) => text)
            .join('\n');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });

  it('keeps as many lines as it can', () => {
    const kinds = lineDiff('a\nb\nc\nd', 'a\nc\nx\nd').map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toEqual(['same a', 'removed b', 'same c', 'added x', 'same d']);
  });

  it('leaves out and counts what is far from any change', () => {
    const before = Array.from({ length: 100 }, (_, line) => `line ${line}`);
    const after = before.map((line, place) => (place === 50 ? 'changed' : line));
    const hunks = hunksOf(lineDiff(before.join('\n'), after.join('\n')), 2);
    expect(hunks.map(({ skipped, lines }) => [skipped, lines.length])).toEqual([
      [48, 6],
      [47, 0],
    ]);
    expect(hunksOf(lineDiff('a', 'a'), 2)).toEqual([{ skipped: 1, lines: [] }]);
  });
});

describe('the map', () => {
  it('lays what is alike close together, the same way each time', () => {
    const texts = ['the red boat sails', 'the red boat leaves', 'invoice march paid', 'invoice april paid'];
    const drawn = (): readonly MapPoint[] => finished(projection(finished(wordLikeness(texts)), 4));
    const points = drawn();
    expect(drawn()).toEqual(points);
    const distance = (one: number, other: number): number =>
      Math.hypot((points[one]?.x ?? 0) - (points[other]?.x ?? 0), (points[one]?.y ?? 0) - (points[other]?.y ?? 0));
    expect(Math.max(distance(0, 1), distance(2, 3))).toBeLessThan(distance(0, 2));
  });

  it('gives distances of points in a plane back, up to turning and scale', () => {
    const given = [
      [0, 0],
      [3, 0],
      [0, 1],
      [3, 1],
      [1, 2],
    ] as const;
    const likeness = symmetric(5, (one, other) => {
      const [a, b] = [given[one] ?? [0, 0], given[other] ?? [0, 0]];
      return 1 - ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 100;
    });
    const points = finished(projection(finished(likeness), 5));
    const between = (all: readonly (readonly [number, number])[], one: number, other: number): number =>
      Math.hypot((all[one]?.[0] ?? 0) - (all[other]?.[0] ?? 0), (all[one]?.[1] ?? 0) - (all[other]?.[1] ?? 0));
    const drawn = points.map(({ x, y }) => [x, y] as const);
    const scale = between(drawn, 0, 1) / between(given, 0, 1);
    for (const [one, other] of [
      [0, 2],
      [1, 4],
      [2, 3],
    ] as const) {
      expect(between(drawn, one, other) / scale).toBeCloseTo(between(given, one, other), 2);
    }
  });

  it('stays within its frame, also where all are alike or none is', () => {
    for (const likeness of [() => 1, () => 0]) {
      const points = finished(projection(finished(symmetric(4, likeness)), 4));
      expect(points.every(({ x, y }) => Math.abs(x) <= 1 && Math.abs(y) <= 1)).toBe(true);
    }
    expect(finished(projection(new Float64Array(0), 0))).toEqual([]);
  });

  it('is drawn in steps: a text or a row of likenesses at once, or one round over all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 30 }), (size) => {
        let asked = 0;
        const likeness = symmetric(size, (one, other) => (asked++, 1 / (1 + Math.abs(one - other))));
        const perStep: number[] = [];
        for (let before = 0; !likeness.next().done; before = asked) perStep.push(asked - before);
        expect(Math.max(...perStep)).toBeLessThan(size);
        const texts = Array.from({ length: size }, (_, at) => `word${at} word${at + 1} other`);
        expect(stepsOf(wordLikeness(texts))).toBe(2 * size);
        expect(stepsOf(projection(finished(wordLikeness(texts)), size))).toBeGreaterThan(60);
      }),
    );
  });
});

describe('the bar of a score', () => {
  it('is as long as the score is beside the best one, and divided as its parts are', () => {
    const parts = { relevance: 0.8, decay: 1, importanceWeight: 1, text: 0.6, window: 0.2, dense: 0.2 };
    const shares = scoreShares(parts, 0.4, 0.8);
    expect(shares.map(({ part }) => part)).toEqual(['words', 'neighbours', 'meaning']);
    expect(shares.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(0.5);
    expect(shares[0]?.width).toBeCloseTo(0.3);
    const blank = { relevance: 1, decay: 1, importanceWeight: 1 };
    expect(scoreShares(blank, 1, 1)).toEqual([{ part: 'words', width: 1 }]);
  });
});

describe('a request beside the one before', () => {
  it('is the same up to the first message that differs, by object or by JSON', () => {
    const said = { role: 'user', content: 'Hello' };
    const compared = comparedRequests(
      [{ role: 'system', content: 'Be brief.' }, said, { role: 'assistant', content: 'A' }],
      [{ role: 'system', content: 'Be brief.' }, said, { role: 'assistant', content: 'B' }, { role: 'user' }],
    );
    expect([compared.common, compared.gone.length, compared.come.length]).toEqual([2, 1, 2]);
  });

  it('is outlined whatever the format of its messages, line by line as they are', () => {
    expect(outlineOf({ role: 'user', content: 'Hello\n there\n' })).toEqual({ role: 'user', text: 'Hello\n there' });
    expect(
      outlineOf({
        role: 'user',
        content: [
          { type: 'text', text: 'A' },
          { type: 'text', text: 'B' },
        ],
      }).text,
    ).toBe('A B');
    expect(outlineOf({ type: 'function_call', name: 'look' })).toEqual({ role: 'function_call', text: '→ look' });
    expect(outlineOf({ role: 'user', parts: [{ text: 'Gemini' }] }).text).toBe('Gemini');
    const calls = [{ id: 'c', type: 'function', function: { name: 'write', arguments: '{}' } }];
    expect(outlineOf({ role: 'assistant', content: null, tool_calls: calls }).text).toBe('→ write');
    expect(outlineOf({ role: 'assistant', content: 'Noted.', tool_calls: calls }).text).toBe('Noted. → write');
    expect(outlineOf({ role: 'assistant', content: null }).text).toBe('');
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(jsonOf(circle)).toBe('[object Object]');
  });
});

describe('the state at a commit', () => {
  const entry = (head: number, ...events: AuditRecord['event'][]): CommitEntry => {
    const usage = { items: 0, tokens: 0 };
    return { head, time: 0, step: 0, usage: { before: usage, after: usage }, events };
  };

  it('is what stood in the store then, by a real journal', async () => {
    const memory = await openFixed({ limits: { maxItems: 3 } });
    const then: string[][] = [];
    for (let place = 0; place < 8; place++) {
      await memory.items.memorize({ text: `Fact number ${place}`, importance: 0.5 });
      if (place === 4)
        await memory.items.restore((await memory.items.remember('', { scope: 'tail' })).hits[0]?.id ?? '');
      then.push((await memory.items.list()).map(({ id }) => id));
    }
    await memory.items.forget({ ids: [then.at(-1)?.[0] ?? ''] }, { mode: 'hard' });
    const entries: CommitEntry[] = [];
    for await (const { event, ...record } of memory.items.audit()) {
      const open = entries.at(-1);
      if (open?.head === record.head) (open.events as AuditRecord['event'][]).push(event);
      else entries.push({ ...record, events: [event] });
    }
    const items = (await memory.items.list()).map(({ id }) => id);
    const states = entries.map(({ head }) =>
      [...finished(stateAt(entries, head, { ...NOTHING, items })).items].sort().join(),
    );
    for (const ids of then) expect(states).toContain([...ids].sort().join());
    expect(states.at(-1)).toBe([...items].sort().join());
    await memory.close();
  });

  it('counts what the kept journal names only as it leaves or changes, and what it never names', () => {
    const left = { position: 0, victimClass: 4, importance: 0.5, priority: 0.5 } as const;
    const entries = [
      entry(7, { type: 'file-written', path: 'detail/a.md', revision: 3, bytes: 4, source: 'user' }),
      entry(
        8,
        { type: 'item-evicted', id: 'old', reason: 'capacity-exceeded', ...left },
        { type: 'item-touched', id: 'touched', sequence: 9 },
        { type: 'item-restored', id: 'archived', place: 'tail' },
        { type: 'item-touched', id: 'archived', sequence: 10 },
        { type: 'item-replaced', id: 'former', by: 'touched', place: 'tail' },
        { type: 'file-deleted', path: 'detail/b.md', revision: 5 },
        { type: 'file-written', path: 'detail/c.md', revision: 1, bytes: 4, source: 'user' },
        { type: 'message-appended', index: 6, role: 'user' },
      ),
    ];
    const present = { items: ['silent', 'touched', 'archived'], files: [['detail/d.md', 2]] as const, messages: 7 };
    const before = finished(stateAt(entries, 7, present));
    expect(stepsOf(stateAt(entries, 7, present))).toBe(9);
    expect([...before.items].sort()).toEqual(['old', 'silent', 'touched']);
    expect(Object.fromEntries(before.files)).toEqual({ 'detail/a.md': 3, 'detail/b.md': 4, 'detail/d.md': 2 });
    expect([before.tail.size, before.messages, before.isPartial]).toEqual([0, 6, true]);
    const after = finished(stateAt(entries, 8, present));
    expect([...after.items].sort()).toEqual(['archived', 'silent', 'touched']);
    expect(Object.fromEntries(after.files)).toEqual({ 'detail/a.md': 3, 'detail/c.md': 1, 'detail/d.md': 2 });
    expect([...after.tail].map(([id, { head, turn, reason }]) => [id, head, turn, reason])).toEqual([
      ['old', 8, 0, 'capacity-exceeded'],
      ['former', 8, 4, 'replaced'],
    ]);
    expect(after.messages).toBe(7);
  });

  it('has a lane for every event', () => {
    expect(
      ['item-memorized', 'file-renamed', 'message-appended', 'request-prepared', 'vectors-stored'].map(laneOf),
    ).toEqual(['items', 'files', 'messages', 'requests', 'vectors']);
    expect(laneOf('anything-new')).toBe('session');
    const one = entry(1, { type: 'tail-dropped', id: 'a' }, { type: 'tail-dropped', id: 'b' });
    expect([lanesOf(one), typesOf(one)]).toEqual([{ items: 2 }, 'tail-dropped ×2']);
  });
});

describe('a percentile', () => {
  it('is the value that this share does not exceed', () => {
    expect([percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.95), percentile([], 0.5)]).toEqual([
      2,
      4,
      undefined,
    ]);
  });
});
