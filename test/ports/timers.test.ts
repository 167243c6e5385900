// Pauses and the background timer, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackgroundTimer, pause } from '../../src/ports/timers.ts';
import { outcome, watched } from '../support/promises.ts';

const LONGEST = 2 ** 31 - 1;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a pause', () => {
  it('ends after its time and leaves no listener behind', async () => {
    const { controller, listeners } = watched();
    const found = outcome(pause(10, controller.signal).then(() => 'over'));
    await vi.advanceTimersByTimeAsync(9);
    expect(found.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(found.value).toBe('over');
    expect(listeners()).toBe(0);
  });

  it('ends with its signal and leaves no timer behind', async () => {
    const { controller } = watched();
    const found = outcome(pause(Infinity, controller.signal).then(() => 'over'));
    await vi.advanceTimersByTimeAsync(LONGEST);
    expect(found.value).toBeUndefined();
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(found.value).toBe('over');
    await pause(10, controller.signal);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a background timer', () => {
  it('runs once, at the latest delay it was set to', async () => {
    const run = vi.fn<() => void>();
    const timer = new BackgroundTimer(run);
    timer.set(10);
    timer.set(20);
    await vi.advanceTimersByTimeAsync(19);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not run once it is cleared, or set further away than a timer can be', async () => {
    const run = vi.fn<() => void>();
    const timer = new BackgroundTimer(run);
    timer.set(10);
    timer.clear();
    timer.set(10);
    timer.set(Infinity);
    await vi.advanceTimersByTimeAsync(LONGEST);
    expect(run).not.toHaveBeenCalled();
  });

  it('keeps no process alive', () => {
    vi.useRealTimers();
    const timer = new BackgroundTimer(() => undefined);
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    timer.set(60_000);
    const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    timer.clear();
    expect(after).toBe(before);
  });
});
