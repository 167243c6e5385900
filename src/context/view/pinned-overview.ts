// Renders what the request shows after the system prompt, unchanged for an epoch: the overview, and notices and an
// extract of the history that it stands in for. Pure.
import type { Settings } from '../../options/options.ts';
import { sections, withoutComments } from '../../recall/sections.ts';
import { freeText, readBlocks } from '../../tree/overview/system-blocks.ts';
import type { Fold, Range } from '../compaction/compaction.ts';
import { fenced } from './fence.ts';
import type { History } from './history.ts';
import type { Ledger } from './ledger.ts';
import { union } from './ledger.ts';
import { textHash } from '../list/rolling-hash.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import { summaryOf, summaryTokens } from '../compaction/summary.ts';
import { atOnce } from '../steps.ts';

/**
 * Hidden tokens above which an extract adds what the overview leaves out, however long it is: a model notes the task
 * and its state, and seldom every id that later calls need.
 */
const MUCH_HIDDEN_TOKENS = 1000;
/** Share of the hidden tokens that the extract may have. */
const EXTRACT_SHARE = 0.15;

export interface PinnedOverviewInput {
  readonly history: History;
  /** Overview to show; undefined where the model sees its text elsewhere, or has none. */
  readonly overview: Pick<OverviewNow, 'text'> | undefined;
  /** Text of the overview, which the model sees in either case. */
  readonly free: string;
  readonly folds: readonly Fold[];
  readonly stubs: Ledger['stubs'];
  readonly nonce: string;
  /** Tokens of the window; without it nothing is shortened, as with literal placement. */
  readonly window?: number;
  readonly planning: PlanningContext;
}

/**
 * Renders overview and extract in fences, because anyone may have written what they hold; the notices between them are
 * this library's own words. Empty where there is nothing to show.
 */
export function pinnedOverview(input: PinnedOverviewInput): string {
  const { overview, folds, nonce, window = Infinity, planning } = input;
  const { wording, settings } = planning;
  const parts: string[] = [];
  if (overview) {
    const text = overviewWithin(overview.text.trimEnd(), overviewBudget(window, settings), planning);
    parts.push(wording.pinnedOverview(nonce), fenced(text, { name: 'working_memory', nonce }));
  }
  const notices = foldNotices(folds, planning);
  if (notices.length > 0) parts.push(notices.join('\n'));
  const extract = extractFor(input);
  // The sentence before the overview has explained the fence already.
  if (extract !== '' && !overview) parts.push(wording.hiddenExtract(nonce));
  if (extract !== '') parts.push(fenced(extract, { name: 'hidden_history', nonce }));
  return parts.join('\n\n');
}

/** Returns the tokens of the window that the text of the overview may take. */
export const overviewBudget = (window: number, { overviewShare }: Pick<Settings['context'], 'overviewShare'>): number =>
  Math.floor(window * overviewShare);

/**
 * Cuts the overview to about `maxTokens`, however large it is: one too large would lock the session, as no request
 * could be made in which the model shortens it. First the hints of the template go, then the ends of sections. Every
 * section keeps as much of its beginning as the others, since newest and most important notes mostly come first. The
 * block of a compaction has a limit of its own and stays whole.
 */
export function overviewWithin(
  text: string,
  maxTokens: number,
  { count, wording }: Pick<PlanningContext, 'count' | 'wording'>,
): string {
  const { compaction = '', ...blocks } = readBlocks(text);
  const own = [freeText(text), ...Object.values(blocks)].join('\n');
  if (count(own) <= maxTokens) return text;
  const plain = withoutComments(own)
    .replace(/\n{2,}/g, '\n')
    .trim();
  if (count(plain) <= maxTokens) return `${plain}\n${compaction}`.trimEnd();
  const notice = `${wording.overviewCut(maxTokens)}\n`;
  const parts = sections(plain).map(
    ({ start, body, end }) => [plain.slice(start, body), plain.slice(body, end)] as const,
  );
  const cutTo = (most: number): string =>
    notice + parts.map(([heading, body]) => heading + (body.length <= most ? body : beginning(body, most))).join('');
  const fits = (most: number): boolean => count(cutTo(most)) <= maxTokens;
  let [least, most] = [0, plain.length];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  let shown = notice;
  // Where even the headings are too many, only those that fit are shown.
  if (fits(least)) shown = cutTo(least);
  else for (const [heading] of parts) if (count(shown + heading) <= maxTokens) shown += heading;
  return `${shown.trimEnd()}\n${compaction}`.trimEnd();
}

function beginning(body: string, most: number): string {
  const cut = body.slice(0, most);
  const line = cut.lastIndexOf('\n');
  return most === 0 ? '' : `${(line > most / 2 ? cut.slice(0, line) : cut).toWellFormed().trimEnd()} …\n`;
}

/** Returns the notices of turns that the overview covers. Compactions have theirs in their block of the overview. */
const foldNotices = (folds: readonly Fold[], planning: PlanningContext): string[] =>
  placesOfHidden(
    folds.filter(({ why }) => why === 'overview-written'),
    planning,
  );

/** Returns one line for each stretch of hidden messages, with their addresses. */
export const placesOfHidden = (folds: readonly Range[], { wording }: Pick<PlanningContext, 'wording'>): string[] =>
  union(folds).map(({ from, to }) => wording.folded(from, to - 1, undefined));

/** Returns an extract of what the overview covers, without the names in it; empty where little is hidden. */
function extractFor({ history, free, folds, stubs, window = Infinity, planning }: PinnedOverviewInput): string {
  // Compactions have a summary of their own, in their block of the overview.
  const covered: readonly Range[] = union(folds.filter(({ why }) => why === 'overview-written'));
  const hidden = hiddenTokens(history, covered);
  if (hidden <= MUCH_HIDDEN_TOKENS) return '';
  const maxTokens = Math.min(summaryTokens(window), Math.floor(hidden * EXTRACT_SHARE));
  return atOnce(summaryOf({ history, ranges: covered, stubs, overview: free, maxTokens, planning }));
}

/** Returns the tokens of the messages as they were before they were hidden. */
export const hiddenTokens = ({ messages }: History, ranges: readonly Range[]): number =>
  ranges.reduce((sum, { from, to }) => messages.slice(from, to).reduce((all, { tokens }) => all + tokens, sum), 0);

/** Returns what a model knows after seeing this overview: its free text by revision, each block by hash. */
export const overviewShown = (overview: Pick<OverviewNow, 'text' | 'revision' | 'salt'>): Ledger['shown'] => ({
  revision: overview.revision,
  blocks: blockHashes(overview),
});

/** Returns the hash of each block by name. Blocks change without a new revision of the free text. */
export const blockHashes = ({ text, salt }: Pick<OverviewNow, 'text' | 'salt'>): Ledger['shown']['blocks'] =>
  Object.fromEntries(Object.entries(readBlocks(text)).map(([name, body]) => [name, textHash(body, salt)]));
