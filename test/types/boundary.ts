// Checked by the compiler alone: the other side of the worker boundary is an Engine.
import type { Remote } from 'comlink';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import type { Exposed } from '../../src/boundary/protocol.ts';

export const acrossTheWorker = (remote: Remote<Exposed>): Engine => remote;

export function misuse(memory: WorkingMemory): void {
  // @ts-expect-error importance is a number
  void memory.items.memorize('text', { importance: 'high' });
  // @ts-expect-error an item needs a text
  void memory.items.memorize({ importance: 1 });
  // @ts-expect-error results are read-only
  memory.runtime.storage = 'elsewhere';
}
