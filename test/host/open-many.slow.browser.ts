// Many sessions of a page in one worker.
import { afterEach, expect, it } from 'vitest';
import { openMany, type WorkingMemory } from '../../src/entries/index.ts';
import type { ManyMemories } from '../../src/host/open-many.ts';
import { start as worker } from '../../worker/memory.ts?bundled-worker';

const SESSIONS = 1000;
const AWAKE = 24;
const AT_ONCE = 20;

let memories: ManyMemories | undefined;
afterEach(() => memories?.close());

it('a page holds a thousand memories, of which a few are in its worker, and each answers', async () => {
  const many = (memories = openMany({
    worker,
    workspace: `many ${crypto.randomUUID()}`,
    recall: { workspace: { background: false } },
    max: AWAKE,
  }));
  const all: WorkingMemory[] = [];
  for (let from = 0; from < SESSIONS; from += AT_ONCE) {
    const opening = Array.from({ length: AT_ONCE }, async (_, turn) => {
      const memory = await many.open(`s${from + turn}`);
      await memory.items.memorize(`fact ${from + turn}`);
      return memory;
    });
    all.push(...(await Promise.all(opening)));
    expect(many.awake).toBeLessThanOrEqual(AWAKE);
  }
  for (const [turn, memory] of [...all.entries()].filter(([turn]) => turn % 37 === 0)) {
    expect((await memory.items.list()).map(({ text }) => text)).toEqual([`fact ${turn}`]);
    expect(memory.runtime.place).toBe('worker');
    expect(memory.health()).toMatchObject({ state: 'ok', restarts: 0 });
  }
  expect(many.awake).toBe(AWAKE);
}, 300_000);
