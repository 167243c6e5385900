// A week of one owner's conversations in Node.
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import { week, WEEK } from '../support/week.ts';

describe('a week of conversations', () => {
  it('brings what helps, the current value alone, and nothing that was erased, on both devices', async () => {
    const devices = { desk: memoryStorage(), phone: memoryStorage() };
    const lived = await week(async (device, session, clock) => {
      const memory = await openWorkingMemory({
        session,
        workspace: 'ann',
        storage: devices[device],
        worker: false,
        clock,
      });
      onTestFinished(() => memory.close());
      return memory;
    });
    expect(lived).toEqual(WEEK);
  });
});
