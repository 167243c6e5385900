// The recall index, which derives from the state and can be dropped.
import { describe, expect, it } from 'vitest';
import { RecallIndex } from '../../src/engine/recall/recall-index.ts';
import type { Item } from '../../src/items/item.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { kernelModule, settings } from '../support/kernel/kernel-settings.ts';

const SIZE = 4000;
const KEPT = 10;

const item = (sequence: number): Item => ({
  id: `item-${sequence}`,
  text: `note ${sequence} about parcel ${sequence % 97} and lantern ${sequence % 89}, day ${sequence * 31}`,
  importance: 0.5,
  tokens: 10,
  sequence,
  createdAt: sequence,
  step: 0,
  pinned: false,
  forgotten: false,
  source: 'user',
  trust: 2,
});

function filled() {
  const memories: WebAssembly.Memory[] = [];
  const items = new Map<string, Item>();
  const usage = { items: 0, tokens: 0 };
  const state = { items, tail: new Map(), usage, files: new Map(), manifest: { head: 0, step: 0 } };
  const rules = { minimumMatch: 0, hardMs: Infinity, maxItems: 0 };
  const create = () =>
    createKernel(kernelModule, settings, (exports) => {
      memories.push(exports.memory);
      return exports;
    });
  const index = new RecallIndex(create, state, rules);
  for (let sequence = 0; sequence < SIZE; sequence++) items.set(`item-${sequence}`, item(sequence));
  const ask = (prompt: string) =>
    index.rank({ prompt, scopes: new Set(['items']), limit: 1000, now: SIZE, decayFloor: 0 }).map(({ entry }) => entry);
  return { index, items, memories, ask };
}

describe('the index of recall', () => {
  it('gives memory back when most of it has gone, and finds the rest', () => {
    const { index, items, memories, ask } = filled();
    expect(ask('parcel')).toHaveLength(1000);
    const full = memories[0]?.buffer.byteLength ?? 0;
    for (let sequence = 0; sequence < SIZE - KEPT; sequence++) {
      const id = `item-${sequence}`;
      items.delete(id);
      index.absorb([{ id, item: undefined }], []);
    }
    expect(ask('parcel')).toHaveLength(KEPT);
    expect(memories).toHaveLength(2);
    expect(memories[1]?.buffer.byteLength).toBeLessThan(full / 4);
  });

  it('asks one kernel again and again, whatever comes and goes', () => {
    const { index, items, memories, ask } = filled();
    ask('parcel');
    for (let sequence = SIZE; sequence < SIZE + 300; sequence++) {
      const added = item(sequence);
      items.set(added.id, added);
      const former = item(sequence - SIZE);
      items.delete(former.id);
      index.absorb(
        [
          { id: added.id, item: added },
          { id: former.id, item: undefined },
        ],
        [],
      );
      expect(ask(`day ${sequence * 31}`)[0]).toMatchObject({ item: { id: added.id } });
    }
    expect(memories).toHaveLength(1);
  });
});
