// Deadlines, pauses and the background timer, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackgroundTimer, deadline, pause, unlessAborted } from '../../src/ports/timers.ts';

const LONGEST = 2 ** 31 - 1;
const never = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a promise came to so far. */
function outcome(promise: Promise<unknown>): { value?: unknown } {
  const found: { value?: unknown } = {};
  promise.then(
    (value) => (found.value = value),
    (error: unknown) => (found.value = error),
  );
  return found;
}

/** A signal that counts its listeners. */
function watched(): { readonly controller: AbortController; listeners(): number } {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  };
  return { controller, listeners: () => count };
}

describe('a deadline', () => {
  const late = (): Error => new Error('late');

  it('answers with the work and leaves no timer behind', async () => {
    expect(await deadline(async () => 'done', 10, late)).toBe('done');
    await expect(deadline(() => Promise.reject(new Error('failed')), 10, late)).rejects.toThrow('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects when the work takes longer', async () => {
    const found = outcome(deadline(() => never, 10, late));
    await vi.advanceTimersByTimeAsync(9);
    expect(found.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(found.value).toMatchObject({ message: 'late' });
  });

  it('starts again when the work extends it, but not once it is over', async () => {
    let extend = (): void => undefined;
    const found = outcome(
      deadline(
        (more) => {
          extend = more;
          return never;
        },
        10,
        late,
      ),
    );
    await vi.advanceTimersByTimeAsync(9);
    extend();
    await vi.advanceTimersByTimeAsync(9);
    expect(found.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(found.value).toMatchObject({ message: 'late' });
    extend();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects with what the work throws before it answers', async () => {
    const broken = (): Promise<never> => {
      throw new Error('at once');
    };
    await expect(deadline(broken, 10, late)).rejects.toThrow('at once');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never comes when it is further away than a timer can be set', async () => {
    for (const ms of [LONGEST + 1, Infinity]) {
      const found = outcome(deadline(() => never, ms, late));
      await vi.advanceTimersByTimeAsync(LONGEST);
      expect(found.value, String(ms)).toBeUndefined();
    }
    const found = outcome(deadline(() => never, LONGEST, late));
    await vi.advanceTimersByTimeAsync(LONGEST);
    expect(found.value).toMatchObject({ message: 'late' });
  });
});

describe('work with a signal', () => {
  it('is the work itself without one', () => {
    const work = Promise.resolve(1);
    expect(unlessAborted(work, undefined)).toBe(work);
  });

  it('answers with the work and leaves no listener behind', async () => {
    const { controller, listeners } = watched();
    expect(await unlessAborted(Promise.resolve('done'), controller.signal)).toBe('done');
    await vi.advanceTimersByTimeAsync(0);
    expect(listeners()).toBeLessThanOrEqual(0);
  });

  it('rejects with the reason as soon as the signal is aborted', async () => {
    const { controller } = watched();
    const found = outcome(unlessAborted(never, controller.signal));
    controller.abort('enough');
    await vi.advanceTimersByTimeAsync(0);
    expect(found.value).toBe('enough');
  });

  it('rejects with an error of the caller where one is given', async () => {
    const signal = AbortSignal.abort('enough');
    const why = (reason: unknown): Error => new Error('stopped', { cause: reason });
    await expect(unlessAborted(never, signal, why)).rejects.toMatchObject({ message: 'stopped', cause: 'enough' });
  });

  it('handles a rejection that comes after the abort', async () => {
    const work = Promise.reject(new Error('too late to matter'));
    await expect(unlessAborted(work, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});

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
