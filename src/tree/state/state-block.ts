// The structured state in the system's `state` block of overview.md: a fenced YAML text. Pure.
import type { Blocks } from '../overview/system-blocks.ts';
import { applyStateEvent, emptyState, readState, type StateEvent, type StructuredState } from './structured-state.ts';
import type { YamlMap } from './yaml.ts';
import { updatedYaml } from './yaml-update.ts';

/** Data that the engine hands out for reading or changing the state. */
export interface StateBasis {
  /** Text of the `state` block; undefined if the overview has none. */
  readonly body: string | undefined;
  readonly session: string;
  /** Time of the call, ms since 1970. */
  readonly now: number;
}

const FENCED = /^```yaml[ \t]*\r?\n([\s\S]*?)^```[ \t]*$/m;

/**
 * Returns the state in the block; a new one if there is no block.
 * @throws invalid-input with the line or the field that cannot be read
 */
export function stateOf({ body, session, now }: StateBasis): StructuredState {
  const yaml = yamlIn(body);
  return yaml === undefined ? emptyState(session, now) : readState(yaml);
}

/**
 * Returns the state after an event, and the blocks that record it; untouched parts keep their spelling.
 * @throws invalid-input naming the line or the field
 */
export function stateAfter(basis: StateBasis, event: StateEvent): { state: StructuredState; blocks: Blocks } {
  const { state, summary } = applyStateEvent(stateOf(basis), event, basis.now);
  const compaction = summary?.replace(/<!--|-->/g, '');
  return { state, blocks: { state: stateBlock(state, basis.body), ...(compaction !== undefined && { compaction }) } };
}

/** Returns the block for the state; parts equal to the former block keep their spelling. */
export function stateBlock(state: StructuredState, former?: string): string {
  const fenced = `\`\`\`yaml\n${updatedYaml(yamlIn(former) ?? '', state as unknown as YamlMap)}\`\`\``;
  return former !== undefined && FENCED.test(former) ? former.replace(FENCED, () => fenced) : fenced;
}

/** Returns the YAML without its fence, which an editor may have removed; undefined for an empty block. */
function yamlIn(body = ''): string | undefined {
  return FENCED.exec(body)?.[1] ?? (body.trim() === '' ? undefined : `${body}\n`);
}
