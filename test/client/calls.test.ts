// Effects of a call after it was given up, on a clock that the test moves.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { WorkingMemoryError } from '../../src/errors.ts';
import { Calls } from '../../src/client/calls/calls.ts';
import { outcome } from '../support/promises.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DEADLINE = 10;
const calls = () =>
  new Calls({ engine: async () => ({}) as Engine }, DEADLINE, { answered: () => undefined, failed: () => undefined });

it('a call that expired behind another one never reaches the engine', async () => {
  const line = calls();
  const first = outcome(line.inTurn('first', () => new Promise<never>(() => undefined)));
  const asked: string[] = [];
  const held = outcome(line.call('held back', async () => asked.push('held back')));
  await vi.advanceTimersByTimeAsync(DEADLINE);
  expect([first.value, held.value]).toMatchObject([{ code: 'timeout' }, { code: 'timeout' }]);
  await line.call('next', async () => asked.push('next'));
  expect(asked).toEqual(['next']);
});

it('a call of several steps lets the next one go when it fails', async () => {
  const line = calls();
  const failing = outcome(line.inTurn('first', () => Promise.reject(new Error('no'))));
  expect(await line.call('next', async () => 'answered')).toBe('answered');
  expect(failing.value).toMatchObject({ message: 'no' });
});

it('an error from elsewhere, and one of the clock, name the line of the app that asked', async () => {
  const foreign = new WorkingMemoryError('closed', 'The memory was closed.', {});
  foreign.stack = 'WorkingMemoryError: The memory was closed.\n    at worker.js:9:8612';
  const line = calls();
  const theApp = () => line.call('recall', async () => Promise.reject(foreign));
  const stack = await theApp().catch((error: Error) => error.stack);
  expect(stack).toMatch(/^WorkingMemoryError: The memory was closed\.\n {4}at worker\.js:9:8612\ncalled from\n/);
  expect(stack).toMatch(/called from\n[^]*theApp/);
  expect(stack).not.toMatch(/\n[^]*Error: recall/);

  const theSlowApp = () => line.call('recall', () => new Promise<never>(() => undefined));
  const late = outcome(theSlowApp());
  await vi.advanceTimersByTimeAsync(DEADLINE);
  expect((late.value as Error).stack).toMatch(/called from\n[^]*theSlowApp/);
});

it('an error that passes two calls names who asked once', async () => {
  const line = calls();
  const outer = () => line.local('tool', () => line.call('recall', async () => Promise.reject(new Error('no'))));
  const stack = await outer().catch((error: Error) => error.stack ?? '');
  expect(stack.match(/called from/g)).toHaveLength(1);
});
