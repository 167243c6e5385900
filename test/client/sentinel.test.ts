import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Commit } from '../../src/api/memory.ts';
import type { EngineStatus } from '../../src/boundary/engine.ts';
import { Sentinel } from '../../src/client/sentinel.ts';

const ADDRESS = { workspace: '/', session: 'chat' };
let kept: Map<string, string>;
const place = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
beforeEach(() => {
  kept = new Map();
});

const status = (generation: string, head: number, items = 0, messages = 0): EngineStatus => ({
  reach: 'session',
  storage: 'indexeddb',
  quarantined: [],
  step: 0,
  generation,
  head,
  recovery: { kind: 'none', kept: { items, messages }, lost: {} },
});
const opened = (...args: Parameters<typeof status>) => new Sentinel(place, ADDRESS).compare(status(...args));

describe('what a page remembers of a session', () => {
  it('says nothing of a first run, nor of a session that went on', () => {
    expect(opened('a', 1)).toBeUndefined();
    expect(opened('a', 1)).toBeUndefined();
    expect(opened('a', 9, 3, 4)).toBeUndefined();
  });

  it('tells that another session is there now', () => {
    opened('a', 9, 3, 4);
    expect(opened('b', 1)).toMatchObject({ kind: 'reset', lost: { items: 3, messages: 4 } });
    expect(opened('b', 1), 'said once').toBeUndefined();
  });

  it('tells that the session is older than it was', () => {
    opened('a', 9, 3, 4);
    expect(opened('a', 7, 3, 2)).toMatchObject({ kind: 'rolled-back', kept: { items: 3 }, lost: { messages: 2 } });
  });

  it('takes a session that was counted anew for the same one only where nothing is missing', () => {
    const repaired = (...args: Parameters<typeof status>): EngineStatus => {
      const found = status(...args);
      return { ...found, recovery: { ...found.recovery, kind: 'repaired' } };
    };
    const again = (...args: Parameters<typeof status>) => new Sentinel(place, ADDRESS).compare(repaired(...args));
    opened('a', 9, 3, 4);
    expect(again('b', 10, 3, 4)).toBeUndefined();
    expect(again('c', 11, 3, 2)).toMatchObject({ kind: 'reset' });
    expect(again('d', 7, 3, 2)).toMatchObject({ kind: 'rolled-back' });
  });

  it('follows commits, and says nothing of a session that was deleted on purpose', () => {
    vi.useFakeTimers();
    const sentinel = new Sentinel(place, ADDRESS);
    sentinel.compare(status('a', 1));
    const usage = { before: { items: 0, tokens: 0 }, after: { items: 2, tokens: 9 } };
    const events = Array.from(
      { length: 7 },
      (_, index) => ({ type: 'message-appended', index, role: 'user' }) as const,
    );
    sentinel.hear({ head: 5, time: 0, step: 0, usage, events });
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(opened('b', 1)).toMatchObject({ lost: { items: 2, messages: 7 } });
    Sentinel.forget(place, ADDRESS);
    expect(opened('c', 1)).toBeUndefined();
  });

  it('counts no message that the transcript dropped at its limit', () => {
    const sentinel = new Sentinel(place, ADDRESS);
    // Ten messages were dropped before.
    sentinel.compare(status('a', 1, 0, 20));
    const usage = { before: { items: 0, tokens: 0 }, after: { items: 0, tokens: 0 } };
    const hear = (head: number, event: Commit['events'][number]) =>
      sentinel.hear({ head, time: 0, step: 0, usage, events: [event] });
    hear(2, { type: 'message-appended', index: 30, role: 'user' });
    hear(3, { type: 'transcript-trimmed', from: 10, to: 25, bytes: 900 });
    sentinel.close();
    expect(opened('b', 1)).toMatchObject({ kind: 'reset', lost: { messages: 6 } });
  });

  it.each(['its timer', 'closing'])('does not come back by %s after a commit that came before the deletion', (by) => {
    vi.useFakeTimers();
    const sentinel = new Sentinel(place, ADDRESS);
    sentinel.compare(status('a', 1));
    const usage = { before: { items: 0, tokens: 0 }, after: { items: 1, tokens: 1 } };
    sentinel.hear({ head: 2, usage, events: [] } as unknown as Commit);
    Sentinel.forget(place, ADDRESS);
    if (by === 'closing') sentinel.close();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(kept.size).toBe(0);
  });

  it('does not come back when a memory of a deleted session is closed', () => {
    const sentinel = new Sentinel(place, ADDRESS);
    sentinel.compare(status('a', 1));
    Sentinel.forget(place, ADDRESS);
    sentinel.close();
    expect(kept.size).toBe(0);
  });

  it('F56: takes a note that was deleted, with the rows there, for no reset, and makes it anew', () => {
    opened('a', 9, 3, 4);
    expect(kept.size).toBe(1);
    kept.clear();
    expect(kept.size).toBe(0);
    expect(opened('a', 9, 3, 4)).toBeUndefined();
    expect(kept.size).toBe(1);
    expect(opened('a', 7, 3, 4)).toMatchObject({ kind: 'rolled-back' });
  });

  it('does no harm where it is damaged, refused or full', () => {
    opened('a', 9);
    for (const key of kept.keys()) kept.set(key, '{"gener');
    expect(opened('b', 1)).toBeUndefined();
    const full = {
      ...place,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(new Sentinel(full, ADDRESS).compare(status('c', 1))).toMatchObject({ kind: 'reset' });
  });
});
