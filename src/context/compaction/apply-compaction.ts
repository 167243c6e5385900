// A compaction applied to the ledger: folds and stubs for the view, files for the full texts, a block for the overview.
// Pure: it returns the next state and what to write; whoever called it commits both or neither.
import { readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { inFolder, messagePath } from '../../tree/paths.ts';
import type { CompactionRequest, CompactionResult, CompactionSelection, Range } from './compaction.ts';
import type { History } from '../view/history.ts';
import { notesText } from '../view/appended-notes.ts';
import { anchorOf, type Ledger, type LedgerState, type LedgerStub, union } from '../view/ledger.ts';
import {
  type ArchivedText,
  type ConversationFile,
  conversationFiles,
  fileOfMessage,
  isSameResult,
  placedResult,
  stubTextRow,
} from '../offloaded/archived-text.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { Steps } from '../steps.ts';
import { summaryOf, summaryTokens } from './summary.ts';
import { hiddenTokens } from '../view/pinned-overview.ts';
import { hiddenAt, hiddenFolds, resultOf, visibleIn } from '../view/view.ts';

/** A summary that would be longer than what it replaces is cut to this share of it. */
const MOST_OF_LITTLE = 0.4;

export interface CompactionInput extends Pick<CompactionRequest, 'archiveTo'> {
  readonly history: History;
  readonly state: LedgerState;
  readonly selection: CompactionSelection;
  readonly strategy: Required<CompactionRequest>['strategy'];
  readonly trigger: CompactionResult['trigger'];
  /** overview.md as it is now. */
  readonly overview: string;
  /** Tokens. */
  readonly window: number;
  /** False when the tree is full: the full text then stays in the transcript alone. */
  readonly canArchive: boolean;
  /** ms since 1970. */
  readonly now: number;
  /** Written by the app's model; without one an extract is made. */
  readonly summary?: string;
  readonly planning: PlanningContext;
}

export interface CompactionOutcome {
  readonly state: LedgerState;
  /** Files to write, in order. */
  readonly archives: readonly ArchivedText[];
  /** New body of the overview's block. */
  readonly block: string;
  readonly summary: string;
}

/** The four products depend on each other in this order: a fold names its file, the block sums up every fold. */
export function* applyCompaction(input: CompactionInput): Steps<CompactionOutcome> {
  const conversation = yield* archivedConversation(input);
  yield;
  const { stubs, archives } = stubbedResults(input);
  const state = foldedState(input, stubs, conversation);
  const block = yield* overviewBlock(input, state);
  const documents = conversation.map(({ path, text }) => ({ path, text }));
  const last = union(state.ledger.folds).at(-1);
  const summary = last && { index: last.to - 1, text: block.summary, ...anchorOf(input.history, last) };
  return { state: { ...state, summary }, archives: [...documents, ...archives], ...block };
}

/**
 * The file of the newly hidden messages, in parts where it is too large for one. What an earlier compaction hid has a
 * file already, so only the difference is written.
 */
function* archivedConversation(input: CompactionInput): Steps<ConversationFile[]> {
  const { history, state, selection, strategy, trigger, archiveTo, canArchive, now, planning } = input;
  const fresh = freshRanges(history, state, selection.hide);
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (strategy !== 'archive' || !canArchive || !first || !last) return [];
  // detail/ is listed in the overview's index. A compaction that nobody asked for should not crowd that index.
  const folder = trigger === 'fallback' || trigger === 'policy' ? 'archive' : 'detail';
  const ownPath = inFolder(folder, `conversation-${first.from}-${last.to - 1}.md`);
  // Pages of files and stubbed results stay short in it: their text is in a file already, and the archive would grow by
  // every page that was read.
  const form = [dateOf(now), planning.files.maxFileBytes, planning.wording, state.ledger.stubs] as const;
  return yield* conversationFiles(archiveTo ?? ownPath, history.stored, fresh, form);
}

/** A stub for each selected result. A result that is a stub already has its file; only the length of its excerpt changes. */
function stubbedResults(input: CompactionInput): { stubs: LedgerStub[]; archives: ArchivedText[] } {
  const { history, state, selection, trigger, canArchive, now, planning } = input;
  const archives: ArchivedText[] = [];
  const stubs = selection.stub.map(({ index, callId, shown }): LedgerStub => {
    const former = state.ledger.stubs.find((stub) => isSameResult(stub, { index, callId }));
    if (former) return { ...former, shown };
    const { hash = '' } = history.messages[index] ?? {};
    const tokens = planning.count(resultOf(history.messages[index], callId));
    const place = { canArchive, date: dateOf(now), forked: state.ledger.forked };
    const placed = placedResult(history, { index, callId, tokens }, place, planning);
    archives.push(...placed.archives);
    return { index, callId, why: reasonOf(trigger), tokens, shown, hash, ...placed.place };
  });
  return { stubs, archives };
}

/** The ledger with the new folds and stubs; a stub replaces the former one of the same result. */
function foldedState(
  input: CompactionInput,
  stubs: readonly LedgerStub[],
  files: readonly ConversationFile[],
): LedgerState {
  const { history, state, selection, trigger, planning } = input;
  const isReplaced = (result: Pick<LedgerStub, 'index' | 'callId'>): boolean =>
    stubs.some((stub) => isSameResult(stub, result));
  // The anchor is the end of the range: an edit of any message in it, or before, brings all of it back.
  const folds = union(selection.hide).map((range) => ({
    ...range,
    why: reasonOf(trigger),
    ...anchorOf(history, range),
    ...(files[0] && { path: files[0].path }),
    ...(files.length > 1 && { parts: files.map(({ first }) => first) }),
  }));
  return {
    ...state,
    // Of fewer messages than are hidden now.
    summary: undefined,
    stubTexts: [
      ...state.stubTexts.filter((text) => !isReplaced(text)),
      ...stubs.map((stub) => stubTextRow(history, stub, planning)),
    ],
    ledger: {
      ...state.ledger,
      folds: withoutCovered([...state.ledger.folds, ...folds]),
      stubs: [...state.ledger.stubs.filter((stub) => !isReplaced(stub)), ...stubs],
    },
  };
}

/** Of the block as a request tells it: in its fence, after the sentence that says what it is. */
export const blockTokens = (
  block: string,
  { nonce }: Pick<Ledger, 'nonce'>,
  { count, wording }: PlanningContext,
): number => count(notesText({ news: { kind: 'blocks', text: block, replaces: false } }, nonce, wording));

type BlockInput = Pick<CompactionInput, 'history' | 'overview' | 'window' | 'summary' | 'planning'>;

/** The body of the overview's block: where the hidden messages are, then a summary of all of them, old and new. */
export function* overviewBlock(
  { history, overview, window, summary: given, planning }: BlockInput,
  { ledger, summary: stored }: LedgerState,
): Steps<Pick<CompactionOutcome, 'block' | 'summary'>> {
  const ranges = union(ledger.folds);
  const extract = (maxTokens: number): Steps<string> =>
    summaryOf({ history, ranges, stubs: ledger.stubs, overview, maxTokens, planning });
  const stretches = yield* planning.reading().periods(history, ranges);
  const periods = stretches
    .map((stretch) => planning.wording.period(stretch, fileOfMessage(ledger.folds, stretch.first)))
    .join('\n');
  yield;
  const blockOf = (summary: string): string =>
    [...foldNotices(ledger.folds, planning), withoutMarks(periods), withoutMarks(summary)].filter(Boolean).join('\n');
  const hidden = hiddenTokens(history, ranges);
  // Folds of earlier compactions are summed up again: the block replaces the former one and must cover all of them.
  // Of a long history the periods tell what the summary has no room for; they take from its room.
  const most = summaryTokens(window);
  // A list that comes back finds the words that it was left with: another one may have been prepared in between.
  let summary =
    given ?? stored?.text ?? (yield* extract(Math.max(Math.floor(most / 2), most - planning.count(periods))));
  // The block must stay shorter than what it replaces, or compacting would make the request longer. That also replaces
  // a summary by the app's model that is too long.
  if (blockTokens(blockOf(summary), ledger, planning) >= hidden)
    summary = yield* extract(Math.floor(hidden * MOST_OF_LITTLE));
  return { block: blockOf(summary), summary };
}

/** The overview with its block as the engine will write it. */
export function withCompaction(overview: string, block: string): string {
  const { compaction: _, ...others } = readBlocks(overview);
  return withBlocks(overview, block === '' ? others : { ...others, compaction: block });
}

/** A model may quote comment marks of others in its summary; they must not close the block around it. */
const withoutMarks = (summary: string): string => summary.replaceAll('<!--', '<! --').replaceAll('-->', '-- >');

/**
 * One line for each stretch of hidden messages, with its file, or the first and the last of several, and its messages.
 * Compactions of one conversation are adjacent, so there is mostly one line, however many there were.
 */
function foldNotices(folds: Ledger['folds'], { wording }: PlanningContext): string[] {
  const compactions = folds.filter(({ why }) => why !== 'overview-written');
  return union(compactions).map(({ from, to }) => {
    const inside = compactions.filter((fold) => fold.from >= from && fold.to <= to);
    const paths = inside.flatMap(({ path }) => path ?? []);
    const [oldest, newest] = [paths[0], paths.at(-1)];
    if (oldest === undefined || (inside.length === 1 && !inside[0]?.parts)) return wording.folded(from, to - 1, oldest);
    // What the files between them hold, and what has no file, can be read message by message.
    const files = oldest === newest ? oldest : `${oldest} … ${newest}`;
    return wording.folded(from, to - 1, `${files}, ${messagePath(from)} … ${messagePath(to - 1)}`);
  });
}

/** What is hidden now and was visible before. System messages inside stay visible, so they split a range. */
const freshRanges = (history: History, state: LedgerState, hide: readonly Range[]): Range[] =>
  visibleIn(union(hide), hiddenAt(history, hiddenFolds(history, state)));

/**
 * Drops folds inside a newer one, except those that name a file: without them nothing would point to it. Folds would
 * otherwise pile up, one per compaction. Quadratic, but over a few dozen.
 */
function withoutCovered(folds: Ledger['folds']): Ledger['folds'] {
  const isCovered = ({ from, to }: Range, at: number): boolean =>
    folds.some((other, later) => later > at && other.from <= from && other.to >= to);
  return folds.filter((fold, at) => fold.path !== undefined || !isCovered(fold, at));
}

/** The ledger tells a fallback from a compaction that somebody asked for. */
const reasonOf = (trigger: CompactionInput['trigger']): 'fallback-compaction' | 'compacted' =>
  trigger === 'fallback' ? 'fallback-compaction' : 'compacted';

/** `2026-01-05`. */
const dateOf = (now: number): string => isoTime(now).slice(0, 10);
