// The structured state for the app: worked out on the app's side, written by the engine if nobody was faster.
// Loaded when it is first used: reading YAML is nothing that the engine needs.
import type { Engine } from '../../boundary/engine.ts';
import { untilTaken } from '../retry.ts';
import { stateAfter, stateBlock, stateOf } from '../../tree/state/state-block.ts';
import type { StateEvent, StructuredState } from '../../tree/state/structured-state.ts';

export async function readStructuredState(engine: Engine): Promise<StructuredState> {
  return stateOf(await engine.stateBasis());
}

/** For the `yaml` template: the fields stand in the overview from the beginning. */
export async function ensureState(engine: Engine): Promise<void> {
  const basis = await engine.stateBasis();
  if (basis.body !== undefined) return;
  // Another owner may be making the same block: then there is one.
  await engine.updateBlocks({
    expected: undefined,
    blocks: { state: stateBlock(stateOf(basis)) },
    kind: 'state_created',
  });
}

/** @throws invalid-input: nothing was changed; session-busy */
export function takeEvent(engine: Engine, event: StateEvent): Promise<StructuredState> {
  return untilTaken(async () => {
    const basis = await engine.stateBasis();
    const { state, blocks } = stateAfter(basis, event);
    return (await engine.updateBlocks({ expected: basis.body, blocks, kind: event.type })) ? state : undefined;
  });
}
