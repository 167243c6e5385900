// The model of the soak accepts the acknowledged calls and one more, and nothing else.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import type { Bundle } from '../../src/bundle/form.ts';
import { runLane } from './run-lane.mjs';
import { carriedOut, ROOMY } from './workload.ts';

async function after(calls: number): Promise<Bundle> {
  const memory = await openWorkingMemory({ session: 'soak', storage: memoryStorage(), worker: false, limits: ROOMY });
  let done = 0;
  await runLane(
    memory,
    'one',
    () => done++,
    () => done === calls,
  );
  const bundle = JSON.parse(await memory.export({ format: 'json' })) as Bundle;
  await memory.close();
  return bundle;
}

describe('the model of a lane', () => {
  it('knows what each call does', async () => {
    for (let calls = 1; calls <= 11; calls++) {
      const bundle = await after(calls);
      expect(carriedOut(bundle, 'one', calls)).toBe(calls);
      expect(carriedOut(bundle, 'one', calls - 1)).toBe(calls);
      expect(() => carriedOut(bundle, 'one', calls + 1)).toThrow('or one more');
    }
  });

  it('misses an item, a message, a file and half a batch, and sees one that should be gone', async () => {
    const bundle = await after(9);
    const [, ...items] = bundle.items;
    const spoilt: readonly Partial<Bundle>[] = [
      { items },
      { messages: bundle.messages.slice(1) },
      { files: bundle.files.filter(({ path }) => path === 'overview.md') },
      { items: bundle.items.filter(({ text }) => !text.endsWith(' b')) },
      { items: [...bundle.items, { ...bundle.items[0], text: 'one-0 was said' } as Bundle['items'][number]] },
    ];
    for (const each of spoilt)
      expect(() => carriedOut({ ...bundle, ...each }, 'one', 9)).toThrow('9 calls acknowledged');
  });
});
