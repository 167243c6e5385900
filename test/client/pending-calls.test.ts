// Deadlines of pending calls, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingCalls } from '../../src/client/calls/pending-calls.ts';
import { outcome } from '../support/promises.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly found: { value?: unknown };
  readonly answer: (value: unknown) => void;
}

function waiting(ms = 10): { readonly calls: PendingCalls; ask(name: string): Asked } {
  const calls = new PendingCalls(ms);
  return {
    calls,
    ask(name) {
      let answer: Asked['answer'] = () => undefined;
      const work = (): Promise<unknown> => new Promise((resolve) => (answer = resolve));
      const found = outcome(calls.run(work, () => new Error(`${name} is late`)));
      return { found, answer: (value) => answer(value) };
    },
  };
}

describe('a call', () => {
  it('answers with its work, or with what it throws, and leaves no timer behind', async () => {
    const calls = new PendingCalls(10);
    const late = (): Error => new Error('late');
    expect(await calls.run(async () => 'done', late)).toBe('done');
    await expect(calls.run(() => Promise.reject(new Error('failed')), late)).rejects.toThrow('failed');
    const broken = (): Promise<never> => {
      throw new Error('at once');
    };
    await expect(calls.run(broken, late)).rejects.toThrow('at once');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('expires when nothing answers, together with all that were made at the same time', async () => {
    const { ask } = waiting();
    const asked = ['a', 'b', 'c'].map(ask);
    await vi.advanceTimersByTimeAsync(9);
    expect(asked.map(({ found }) => found.value)).toEqual([undefined, undefined, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ found }) => String(found.value))).toEqual(
      ['a', 'b', 'c'].map((name) => `Error: ${name} is late`),
    );
    expect(vi.getTimerCount()).toBe(0);
    asked[0]?.answer('too late');
    await vi.advanceTimersByTimeAsync(0);
    expect(String(asked[0]?.found.value)).toBe('Error: a is late');
  });

  it('waits on while the calls before it are answered', async () => {
    const { ask } = waiting();
    const asked = Array.from({ length: 100 }, (_, index) => ask(`call ${index}`));
    for (const { answer } of asked) {
      await vi.advanceTimersByTimeAsync(9);
      answer('done');
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ found }) => found.value)).toEqual(asked.map(() => 'done'));
  });

  it('does not wait on for answers to calls that were made after it', async () => {
    const { ask } = waiting();
    const stuck = ask('stuck');
    for (let count = 0; count < 3; count++) {
      const later = ask('later');
      await vi.advanceTimersByTimeAsync(3);
      later.answer('done');
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(String(stuck.found.value)).toBe('Error: stuck is late');
  });

  it('is not delayed by a stuck one before it, whose neighbours are answered in any order', async () => {
    const { ask } = waiting();
    const [stuck, one, other, last] = ['stuck', 'one', 'other', 'last'].map(ask) as [Asked, Asked, Asked, Asked];
    await vi.advanceTimersByTimeAsync(8);
    other.answer('done');
    await vi.advanceTimersByTimeAsync(2);
    expect([stuck, one].map(({ found }) => String(found.value))).toEqual([
      'Error: stuck is late',
      'Error: one is late',
    ]);
    expect(last.found.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(7);
    expect(last.found.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(String(last.found.value)).toBe('Error: last is late');
  });

  it('never expires without a deadline', async () => {
    const { ask } = waiting(Infinity);
    const { found } = ask('patient');
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(found.value).toBeUndefined();
  });
});

describe('what is drained', () => {
  it('are the calls made so far, answered, failed or expired', async () => {
    const { calls, ask } = waiting();
    const [one] = ['one', 'two'].map(ask);
    const drained = outcome(calls.drained().then(() => 'drained'));
    ask('later');
    one?.answer('done');
    await vi.advanceTimersByTimeAsync(9);
    expect(drained.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(drained.value).toBe('drained');
  });
});
