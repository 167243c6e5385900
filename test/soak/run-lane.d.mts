import type { WorkingMemory } from '../../src/entries/index.ts';

/** Makes calls until `isOver`; rejects with the first that is refused. */
export function runLane(
  memory: WorkingMemory,
  name: string,
  acknowledge: (lane: string, turn: number) => unknown,
  isOver: () => boolean,
): Promise<void>;
