// The structured state in the system's `state` block of overview.md: a fenced YAML text. Pure.
import type { Blocks } from '../overview/system-blocks.ts';
import { applyStateEvent, emptyState, readState, type StateEvent, type StructuredState } from './structured-state.ts';
import type { YamlMap } from './yaml.ts';
import { updatedYaml } from './yaml-update.ts';

/** What the engine gives out for reading or changing the state. */
export interface StateBasis {
  /** Text of the `state` block; undefined if the overview has none. */
  readonly body: string | undefined;
  readonly session: string;
  /** ms since 1970 */
  readonly now: number;
}

const FENCED = /^```yaml[ \t]*\r?\n([\s\S]*?)^```[ \t]*$/m;

/**
 * The state that the block holds; a new one if there is no block.
 * @throws invalid-input with the line or the field that cannot be read
 */
export function stateOf({ body, session, now }: StateBasis): StructuredState {
  const yaml = yamlIn(body);
  return yaml === undefined ? emptyState(session, now) : readState(yaml);
}

/**
 * The state after an event, and the blocks that record it; whatever the event did not touch keeps its letters.
 * @throws invalid-input naming the line or the field
 */
export function stateAfter(basis: StateBasis, event: StateEvent): { state: StructuredState; blocks: Blocks } {
  const { state, summary } = applyStateEvent(stateOf(basis), event, basis.now);
  const compaction = summary?.replace(/<!--|-->/g, '');
  return { state, blocks: { state: stateBlock(state, basis.body), ...(compaction !== undefined && { compaction }) } };
}

/** The block that holds the state; whatever is the same in the former block keeps its letters. */
export function stateBlock(state: StructuredState, former?: string): string {
  const fenced = `\`\`\`yaml\n${updatedYaml(yamlIn(former) ?? '', state as unknown as YamlMap)}\`\`\``;
  return former !== undefined && FENCED.test(former) ? former.replace(FENCED, () => fenced) : fenced;
}

/** Without its fence, which an editor may have taken away; undefined where nothing is in the block. */
function yamlIn(body = ''): string | undefined {
  return FENCED.exec(body)?.[1] ?? (body.trim() === '' ? undefined : `${body}\n`);
}
