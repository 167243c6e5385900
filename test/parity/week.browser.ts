// A week of one owner's conversations in a page, over IndexedDB.
import { expect, it } from 'vitest';
import { open } from '../support/browser/hooked-memories.ts';
import { week, WEEK } from '../support/week.ts';

it('brings what helps, the current value alone, and nothing that was erased, on both devices', async () => {
  const owner = crypto.randomUUID();
  const lived = await week((device, session, clock) =>
    open({ session, workspace: `${owner} ${device}`, worker: false, clock }),
  );
  expect(lived).toEqual(WEEK);
});
