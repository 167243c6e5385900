// The structured state as it stands in the system's `state` block of overview.md: a fenced YAML text. Pure.
import type { Blocks } from '../overview/system-blocks.ts';
import { applyStateEvent, emptyState, readState, type StateEvent, type StructuredState } from './structured-state.ts';
import type { YamlMap } from './yaml.ts';
import { updatedYaml } from './yaml-update.ts';

/** What the state is worked out from. */
export interface StateBasis {
  /** Of the `state` block; undefined where the overview has none. */
  readonly body: string | undefined;
  readonly session: string;
  /** ms since 1970 */
  readonly now: number;
}

const FENCED = /^```yaml\n([\s\S]*?)^```$/m;

/** The state as the block holds it; a new one where there is none. */
export function stateOf({ body, session, now }: StateBasis): StructuredState {
  const yaml = yamlIn(body);
  return yaml === undefined ? emptyState(session, now) : readState(yaml);
}

/** The state after an event and the blocks that then say so; what the event did not touch keeps its letters. */
export function stateAfter(basis: StateBasis, event: StateEvent): { state: StructuredState; blocks: Blocks } {
  const { state, summary } = applyStateEvent(stateOf(basis), event, basis.now);
  const compaction = summary?.replace(/<!--|-->/g, '');
  return { state, blocks: { state: stateBlock(state, basis.body), ...(compaction !== undefined && { compaction }) } };
}

/** The block that says so; what is as it was in the former one keeps its letters. */
export function stateBlock(state: StructuredState, former?: string): string {
  const yaml = updatedYaml(yamlIn(former) ?? '', state as unknown as YamlMap);
  return `\`\`\`yaml\n${yaml}\`\`\``;
}

const yamlIn = (body: string | undefined): string | undefined =>
  body === undefined ? undefined : FENCED.exec(body)?.[1];
