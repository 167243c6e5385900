// Implements memory.state: computes the structured state on the app's side, so that the engine needs no YAML parser.
import type { Engine } from '../../boundary/engine.ts';
import { untilTaken } from '../retry.ts';
import { stateAfter, stateBlock, stateOf } from '../../tree/state/state-block.ts';
import type { StateEvent, StructuredState } from '../../tree/state/structured-state.ts';

export async function readStructuredState(engine: Engine): Promise<StructuredState> {
  return stateOf(await engine.stateBasis());
}

/** Writes the initial state block, for the `yaml` template. */
export async function ensureState(engine: Engine): Promise<void> {
  const basis = await engine.stateBasis();
  if (basis.body !== undefined) return;
  // False when another owner wrote the block first; either block will do.
  await engine.updateBlocks({
    expected: undefined,
    blocks: { state: stateBlock(stateOf(basis)) },
    kind: 'state_created',
  });
}

/** Applies an event to the state. @throws invalid-input: nothing was changed; session-busy */
export function takeEvent(engine: Engine, event: StateEvent): Promise<StructuredState> {
  return untilTaken(async () => {
    const basis = await engine.stateBasis();
    const { state, blocks } = stateAfter(basis, event);
    return (await engine.updateBlocks({ expected: basis.body, blocks, kind: event.type })) ? state : undefined;
  });
}
