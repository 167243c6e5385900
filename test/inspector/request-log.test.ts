// The log of requests over a long journal.
import { describe, expect, it, vi } from 'vitest';
import { type CommitEntry } from '../../src/inspector/figures/state-at.ts';
import { RequestLog } from '../../src/inspector/model/request-log.ts';

const prepared = (at: number): CommitEntry =>
  ({
    head: at,
    time: at,
    step: 0,
    events: [{ type: 'request-prepared', epoch: 1, reason: 'first', tokens: at }],
  }) as unknown as CommitEntry;

describe('a journal of 10,000 requests', () => {
  it('is sorted once and shown once, however many requests it tells of', () => {
    const log = new RequestLog();
    let shown = 0;
    log.requests.subscribe(() => shown++);
    const sort = vi.spyOn(Array.prototype, 'sort');
    log.told(Array.from({ length: 10_000 }, (_, at) => prepared(at + 1)));
    expect([sort.mock.calls.length, shown]).toEqual([1, 1]);
    sort.mockRestore();
    const requests = log.requests.get();
    expect([requests.length, requests[0]?.tokens.sent, requests.at(-1)?.number]).toEqual([200, 9801, 10_000]);
    log.told([]);
    expect(shown).toBe(1);
  });
});
