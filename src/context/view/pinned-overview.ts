// What the request shows after the system prompt, unchanged for an epoch: the overview, and notices and an extract of the
// history that it stands in for. Pure.
import { withoutComments } from '../../recall/sections.ts';
import { freeText, readBlocks } from '../../tree/overview/system-blocks.ts';
import type { Fold, Range } from '../compaction/compaction.ts';
import { fenced } from './fence.ts';
import type { History } from './history.ts';
import type { Ledger } from './ledger.ts';
import { union } from './ledger.ts';
import { textHash } from './rolling-hash.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import { summaryOf } from '../compaction/summary.ts';

/** An overview with less free text than this cannot stand in for much history… */
const THIN_OVERVIEW_TOKENS = 200;
/** …so where more than this is hidden, an extract is added. */
const MUCH_HIDDEN_TOKENS = 4000;
/** Share of the hidden tokens that the extract may have. */
const EXTRACT_SHARE = 0.15;
const LONGEST_EXTRACT_TOKENS = 1200;

export interface PinnedOverviewInput {
  readonly history: History;
  readonly overview: Pick<OverviewNow, 'text'>;
  readonly folds: readonly Fold[];
  readonly stubs: Ledger['stubs'];
  readonly nonce: string;
  readonly planning: PlanningContext;
}

export function pinnedOverviewText({ history, overview, folds, stubs, nonce, planning }: PinnedOverviewInput): string {
  const { wording } = planning;
  const parts = [wording.pinnedOverview(nonce), fenced(overview.text.trimEnd(), { name: 'working_memory', nonce })];
  const notices = foldNotices(folds, planning);
  if (notices.length > 0) parts.push(notices.join('\n'));
  const extract = extractFor(history, overview.text, folds, stubs, planning);
  if (extract !== '') parts.push(fenced(extract, { name: 'hidden_history', nonce }));
  return parts.join('\n\n');
}

/** For turns that the overview covers. Compactions have their notices in their block of the overview. */
function foldNotices(folds: readonly Fold[], { wording }: PlanningContext): string[] {
  const others = union(folds.filter(({ why }) => why === 'overview-written'));
  return others.map(({ from, to }) => wording.folded(from, to - 1, undefined));
}

function extractFor(
  history: History,
  overview: string,
  folds: readonly Fold[],
  stubs: Ledger['stubs'],
  planning: PlanningContext,
): string {
  const covered: readonly Range[] = union(folds.filter(({ why }) => why === 'overview-written'));
  if (planning.count(withoutComments(freeText(overview)).trim()) >= THIN_OVERVIEW_TOKENS) return '';
  let hidden = 0;
  for (const { from, to } of covered) {
    for (let index = from; index < to; index++) hidden += history.messages[index]?.tokens ?? 0;
  }
  if (hidden <= MUCH_HIDDEN_TOKENS) return '';
  const maxTokens = Math.min(LONGEST_EXTRACT_TOKENS, Math.floor(hidden * EXTRACT_SHARE));
  return summaryOf({ history, ranges: covered, stubs, overview, maxTokens, planning });
}

/** What a model has seen that has seen this overview: its free text by revision, each block by hash. */
export const overviewShown = ({ text, revision }: Pick<OverviewNow, 'text' | 'revision'>): Ledger['shown'] => ({
  revision,
  blocks: blockHashes(text),
});

/** By name of the block. Blocks change without a new revision of the free text. */
export const blockHashes = (overview: string): Ledger['shown']['blocks'] =>
  Object.fromEntries(Object.entries(readBlocks(overview)).map(([name, body]) => [name, textHash(body)]));
