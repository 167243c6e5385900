import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormerRevision, type HistoryLimits, keptHistory } from '../../src/tree/files/history-budget.ts';

const UNLIMITED: HistoryLimits = { keptRevisions: 20, maxHistoryBytes: 1_000_000, keptDeletedPaths: 100 };
const NONE = new Map<string, unknown>();
const kept = (revision: number, bytes: number, time: number): FormerRevision => ({ revision, bytes, time });
const document = (path: string, revision: number, bytes: number, time: number) => ({
  path,
  revision,
  text: 'x'.repeat(bytes),
  updatedAt: 0,
  step: 0,
  source: 'user' as const,
  trust: 2 as const,
  time,
});
const bytesOf = (former: ReadonlyMap<string, readonly FormerRevision[]>): number =>
  [...former.values()].flat().reduce((sum, { bytes }) => sum + bytes, 0);

describe('the history of files', () => {
  it('keeps the newest revisions of a path', () => {
    const former = new Map(Object.entries({ a: [kept(1, 5, 1), kept(2, 5, 2)] }));
    const after = keptHistory({ former, deleted: new Set(), untouchable: NONE }, [document('a', 3, 7, 3)], {
      ...UNLIMITED,
      keptRevisions: 2,
    });
    expect(after.former).toEqual(new Map([['a', [kept(2, 5, 2), kept(3, 7, 3)]]]));
    expect(after.dropped).toEqual([{ path: 'a', revision: 1 }]);
  });

  it('gives up deleted paths first, then what was replaced first', () => {
    const former = new Map(Object.entries({ old: [kept(1, 40, 1)], gone: [kept(4, 40, 8)], young: [kept(2, 40, 9)] }));
    const within = (maxHistoryBytes: number) =>
      keptHistory({ former, deleted: new Set(['gone']), untouchable: NONE }, [document('now', 1, 40, 10)], {
        ...UNLIMITED,
        maxHistoryBytes,
      }).dropped.map(({ path }) => path);
    expect(within(160)).toEqual([]);
    expect(within(159)).toEqual(['gone']);
    expect(within(119)).toEqual(['gone', 'old']);
    expect(within(0)).toEqual(['gone', 'old', 'young', 'now']);
  });

  it('leaves alone what must not be written', () => {
    const former = new Map(Object.entries({ held: [kept(1, 40, 1)] }));
    const untouchable = new Map([['held', true]]);
    const limits = { ...UNLIMITED, maxHistoryBytes: 50 };
    const { dropped } = keptHistory({ former, deleted: new Set(), untouchable }, [document('a', 1, 40, 2)], limits);
    expect(dropped).toEqual([{ path: 'a', revision: 1 }]);
  });

  it('forgets deleted paths beyond their number, those without a history first, then the first deleted', () => {
    const former = new Map(Object.entries({ a: [kept(1, 1, 5)], b: [kept(1, 1, 3), kept(2, 1, 4)] }));
    const deleted = new Set(['a', 'b', 'bare']);
    const limits = (keptDeletedPaths: number) => ({ ...UNLIMITED, keptDeletedPaths });
    const within = (count: number) => keptHistory({ former, deleted, untouchable: NONE }, [], limits(count));
    expect(within(2)).toEqual({ former: new Map(), dropped: [], forgotten: ['bare'] });
    expect(within(3)).toEqual({ former: new Map(), dropped: [], forgotten: [] });
    expect(within(4)).toEqual({ former: new Map(), dropped: [], forgotten: [] });
    expect(within(1)).toMatchObject({
      dropped: [
        { path: 'b', revision: 1 },
        { path: 'b', revision: 2 },
      ],
      forgotten: ['bare', 'b'],
    });
  });

  it('drops in the order of all revisions that are stored, whatever leaves', () => {
    const lists = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 60 }), since: fc.integer({ min: 0, max: 3 }) }), {
        maxLength: 8,
      }),
    );
    const deleted = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).map((paths) => new Set<string>(paths));
    fc.assert(
      fc.property(lists, deleted, fc.integer({ min: 0, max: 400 }), (given, gone, maxHistoryBytes) => {
        const former = new Map<string, readonly FormerRevision[]>();
        for (const [path, list] of Object.entries(given)) {
          let time = 0;
          former.set(
            path,
            list.map(({ bytes, since }, index) => kept(index + 1, bytes, (time += since))),
          );
        }
        const inOrder = [...former]
          .flatMap(([path, list]) => list.map((one) => ({ path, ...one, isLiving: !gone.has(path) })))
          .sort(
            (one, other) =>
              +one.isLiving - +other.isLiving ||
              one.time - other.time ||
              (one.path < other.path ? -1 : one.path > other.path ? 1 : one.revision - other.revision),
          );
        let excess = bytesOf(former) - maxHistoryBytes;
        const expected: { path: string; revision: number }[] = [];
        for (const { path, revision, bytes } of inOrder) {
          if (excess <= 0) break;
          expected.push({ path, revision });
          excess -= bytes;
        }
        const { dropped } = keptHistory({ former, deleted: gone, untouchable: NONE }, [], {
          ...UNLIMITED,
          maxHistoryBytes,
        });
        expect(dropped).toEqual(expected);
      }),
    );
  });

  it('compares the oldest revisions alone, however many there are', () => {
    const looks = (revisions: number): number => {
      let looked = 0;
      const former = new Map<string, readonly FormerRevision[]>();
      for (let path = 0; path < 40; path++) {
        former.set(
          `detail/${path}.md`,
          Array.from({ length: revisions }, (_, index) => ({
            revision: index + 1,
            bytes: 10,
            get time() {
              looked++;
              return index * 40 + path;
            },
          })),
        );
      }
      const limits = { ...UNLIMITED, keptRevisions: 1000, maxHistoryBytes: bytesOf(former) };
      const added = [document('detail/7.md', revisions + 1, 20, 1_000_000)];
      const { dropped } = keptHistory({ former, deleted: new Set(), untouchable: NONE }, added, limits);
      expect(dropped).toHaveLength(2);
      return looked;
    };
    expect(looks(400)).toBe(looks(10));
    expect(looks(10)).toBeGreaterThan(0);
  });

  it('never exceeds a limit, and says all that it drops', () => {
    const write = fc.record({
      path: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      bytes: fc.integer({ min: 0, max: 60 }),
      deletes: fc.boolean(),
    });
    const limits = fc.record({
      keptRevisions: fc.integer({ min: 0, max: 4 }),
      maxHistoryBytes: fc.integer({ min: 0, max: 200 }),
      keptDeletedPaths: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 60 }), limits, (writes, allowed) => {
        const former = new Map<string, readonly FormerRevision[]>();
        const deleted = new Set<string>();
        const stored = new Set<string>();
        for (const [time, { path, bytes, deletes }] of writes.entries()) {
          if (deletes) deleted.add(path);
          else deleted.delete(path);
          const after = keptHistory(
            { former, deleted, untouchable: NONE },
            [document(path, time + 1, bytes, time)],
            allowed,
          );
          stored.add(`${path} ${time + 1}`);
          for (const gone of after.dropped) expect(stored.delete(`${gone.path} ${gone.revision}`)).toBe(true);
          for (const [changed, list] of after.former) former.set(changed, list);
          for (const gone of after.forgotten) {
            deleted.delete(gone);
            former.delete(gone);
          }
          expect(bytesOf(former)).toBeLessThanOrEqual(allowed.maxHistoryBytes);
          expect(deleted.size).toBeLessThanOrEqual(allowed.keptDeletedPaths);
          for (const list of former.values()) expect(list.length).toBeLessThanOrEqual(allowed.keptRevisions);
          const listed = [...former].flatMap(([of, list]) => list.map(({ revision }) => `${of} ${revision}`));
          expect(listed.sort()).toEqual([...stored].sort());
        }
      }),
    );
  });
});
