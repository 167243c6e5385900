// The structured state inside overview.md: a fenced YAML block that the system keeps. Pure.
import type { Settings } from '../options.ts';
import { type BlockName, readBlocks, withBlocks } from './blocks.ts';
import type { Tree, TreeDecision } from './documents.ts';
import { OVERVIEW } from './paths.ts';
import { applyStateEvent, emptyState, readState, type StateEvent, type StructuredState } from './structured-state.ts';
import { refuseOverLimits, utf8Bytes } from './tree-limits.ts';
import { writeYaml, type Yaml } from './yaml.ts';

const FENCED = /^```yaml\n([\s\S]*?)^```$/m;

/** The state as the overview holds it; a new one where it holds none. */
export function stateOf(tree: Tree, session: string, now: number): StructuredState {
  const body = readBlocks(tree.files.get(OVERVIEW)?.text ?? '').state;
  const yaml = body === undefined ? undefined : FENCED.exec(body)?.[1];
  return yaml === undefined ? emptyState(session, now) : readState(yaml);
}

export const stateBlock = (state: StructuredState): string => `\`\`\`yaml\n${writeYaml(state as unknown as Yaml)}\`\`\``;

export function decideStateEvent(
  tree: Tree,
  event: StateEvent,
  { session, now, limits }: { session: string; now: number; limits: Settings['files'] },
): TreeDecision<StructuredState> {
  const { state, summary } = applyStateEvent(stateOf(tree, session, now), event, now);
  const before = tree.files.get(OVERVIEW)?.text ?? '';
  const added: Partial<Record<BlockName, string>> = { state: stateBlock(state) };
  if (summary !== undefined) added.compaction = summary.replace(/<!--|-->/g, '');
  const text = withBlocks(before, { ...readBlocks(before), ...added });
  const texts = new Map([[OVERVIEW, text]]);
  refuseOverLimits(tree, texts, limits);
  return {
    events: [
      { type: 'state-changed', kind: event.type },
      { type: 'blocks-updated', path: OVERVIEW, bytes: utf8Bytes(text) },
    ],
    texts,
    result: state,
  };
}
