// The structured state inside overview.md: a fenced YAML block that the system keeps. Pure.
import type { Settings } from '../options.ts';
import { type BlockName, readBlocks, withBlocks } from './blocks.ts';
import type { Tree, TreeDecision } from './documents.ts';
import { OVERVIEW } from './paths.ts';
import { applyStateEvent, emptyState, readState, type StateEvent, type StructuredState } from './structured-state.ts';
import { refuseOverLimits, utf8Bytes } from './tree-limits.ts';
import type { Yaml } from './yaml.ts';
import { updatedYaml } from './yaml-update.ts';

const FENCED = /^```yaml\n([\s\S]*?)^```$/m;

/** The state as the overview holds it; a new one where it holds none. */
export function stateOf(tree: Tree, session: string, now: number): StructuredState {
  const yaml = yamlOf(tree);
  return yaml === undefined ? emptyState(session, now) : readState(yaml);
}

function yamlOf(tree: Tree): string | undefined {
  const body = readBlocks(tree.files.get(OVERVIEW)?.text ?? '').state;
  return body === undefined ? undefined : FENCED.exec(body)?.[1];
}

/** The block with this state; what an event did not touch keeps its comments and quotes. */
function stateBlock(state: StructuredState, former: string | undefined): string {
  return `\`\`\`yaml\n${updatedYaml(former ?? '', state as unknown as { readonly [key: string]: Yaml })}\`\`\``;
}

export function decideStateEvent(
  tree: Tree,
  event: StateEvent,
  { session, now, limits }: { session: string; now: number; limits: Settings['files'] },
): TreeDecision<StructuredState> {
  const { state, summary } = applyStateEvent(stateOf(tree, session, now), event, now);
  const before = tree.files.get(OVERVIEW)?.text ?? '';
  const added: Partial<Record<BlockName, string>> = { state: stateBlock(state, yamlOf(tree)) };
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
