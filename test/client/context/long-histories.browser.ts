// A page that passes on thousands of messages stays responsive while they are planned.
import { expect, it } from 'vitest';
import type { ContextProgress } from '../../../src/api/context.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import { start as worker } from '../../../worker/memory.ts?bundled-worker';

const list = Array.from({ length: 5001 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index}: the ticket T-${1000 + index} was decided on Friday in ${index % 3 ? 'Lyon' : 'Berlin'}.`,
}));

/** Counts the tasks of others that the page's thread lets through. */
function ticking(): { readonly ticks: () => number; stop(): void } {
  const { port1, port2 } = new MessageChannel();
  let ticks = 0;
  port1.addEventListener('message', () => {
    ticks++;
    port2.postMessage(undefined);
  });
  port1.start();
  port2.postMessage(undefined);
  return { ticks: () => ticks, stop: () => port1.close() };
}

it('lets the page work between the steps of a plan over 5,000 messages', async () => {
  const memory = await openWorkingMemory({
    session: `long ${crypto.randomUUID()}`,
    context: { window: 8000 },
    deadlineMs: 600_000,
    worker,
  });
  const others = ticking();
  let [read, stored] = [0, 0];
  const onProgress = ({ step }: ContextProgress): void => {
    if (step === 'sum-up') read = others.ticks();
    if (step === 'store' && stored === 0) stored = others.ticks();
  };
  const { compaction } = await memory.context.prepare(openaiChat, list, { onProgress });
  others.stop();
  expect(compaction?.archivedTo.length).toBeGreaterThan(0);
  expect(stored - read).toBeGreaterThan(40);
  await memory.close();
});
