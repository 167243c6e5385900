// Deadlines and signals that end work, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadline, unlessAborted } from '../../src/ports/deadline.ts';
import { outcome, watched } from '../support/promises.ts';

const LONGEST = 2 ** 31 - 1;
const never = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
