// A worker that owes answers and gives none, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Silence } from '../../../src/boundary/workers/silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watched = (ms = 10) => {
  const said: string[] = [];
  const silence = new Silence(
    ms,
    () => {
      said.push('asked');
      silence.sent();
    },
    () => said.push('given up'),
  );
  return { silence, said };
};

describe('an endpoint', () => {
  it('that owes an answer is asked after one period and given up after two', () => {
    const { silence, said } = watched();
    silence.sent();
    vi.advanceTimersByTime(9);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['asked']);
    vi.advanceTimersByTime(10);
    expect(said).toEqual(['asked', 'given up']);
  });

  it('that answers anything is heard, and what it still owes is waited for anew', () => {
    const { silence, said } = watched();
    silence.sent();
    silence.sent();
    vi.advanceTimersByTime(10);
    silence.answered();
    vi.advanceTimersByTime(10);
    expect(said).toEqual(['asked', 'asked']);
    vi.advanceTimersByTime(9);
    expect(said).toEqual(['asked', 'asked']);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['asked', 'asked', 'given up']);
  });

  it('that owes nothing is left alone, without a timer', () => {
    const { silence, said } = watched();
    silence.sent();
    silence.answered();
    expect(vi.getTimerCount()).toBe(0);
    silence.sent();
    silence.stop();
    vi.advanceTimersByTime(100);
    expect(said).toEqual([]);
  });

  it('is never given up where there is no deadline', () => {
    const { silence, said } = watched(Infinity);
    silence.sent();
    vi.advanceTimersByTime(2 ** 31);
    expect(said).toEqual([]);
  });
});
