// Applies a compaction to the ledger: folds and stubs for the view, files for the full texts, a block for the overview.
// Pure: returns the next state with the texts to write; the caller commits both or neither.
import { readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { inFolder, messagePath } from '../../tree/paths.ts';
import type { CompactionRequest, CompactionResult, CompactionSelection, Range } from './compaction.ts';
import type { History } from '../view/history.ts';
import { notesText } from '../view/appended-notes.ts';
import { anchorOf, type Ledger, type LedgerState, type LedgerStub, union } from '../view/ledger.ts';
import { type ArchivedText, isSameResult, placedResult, stubTextRow } from '../offloaded/archived-text.ts';
import { type ConversationFile, conversationFiles, fileOfMessage } from '../offloaded/conversation-files.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { Steps } from '../steps.ts';
import { summaryOf, summaryTokens } from './summary.ts';
import { hiddenTokens } from '../view/pinned-overview.ts';
import { hiddenAt, hiddenFolds, resultOf, visibleIn } from '../view/view.ts';

/** Share of the hidden tokens that an extract may take if the block would otherwise not be shorter than them. */
const MOST_OF_LITTLE = 0.4;

export interface CompactionInput extends Pick<CompactionRequest, 'archiveTo'> {
  readonly history: History;
  readonly state: LedgerState;
  readonly selection: CompactionSelection;
  readonly strategy: Required<CompactionRequest>['strategy'];
  readonly trigger: CompactionResult['trigger'];
  /** overview.md as it is now. */
  readonly overview: string;
  /** Context window of the model, in tokens. */
  readonly window: number;
  /** Whether files may be written; false when the tree is full: then the full text stays in the transcript alone. */
  readonly canArchive: boolean;
  /** Time of the compaction, ms since 1970. */
  readonly now: number;
  /** Summary by the app's model; without one an extract is made. */
  readonly summary?: string;
  readonly planning: PlanningContext;
}

export interface CompactionOutcome {
  readonly state: LedgerState;
  /** Files to write, in order. */
  readonly archives: readonly ArchivedText[];
  /** New body of the overview's block. */
  readonly block: string;
  /** Summary in that block. */
  readonly summary: string;
}

/** Makes files, stubs, folds and block in this order: a fold names its file, and the block sums up every fold. */
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
 * Renders the newly hidden messages as one file, or as parts where it is too large. Messages that an earlier compaction
 * hid have a file already.
 */
function* archivedConversation(input: CompactionInput): Steps<ConversationFile[]> {
  const { history, state, selection, strategy, trigger, archiveTo, canArchive, now, planning } = input;
  const fresh = freshRanges(history, state, selection.hide);
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (strategy !== 'archive' || !canArchive || !first || !last) return [];
  // detail/ is listed in the overview's index. A compaction that nobody asked for should not crowd that index.
  const folder = trigger === 'fallback' || trigger === 'policy' ? 'archive' : 'detail';
  const ownPath = inFolder(folder, `conversation-${first.from}-${last.to - 1}.md`);
  // The archive only names pages of files and stubbed results, whose text is in a file already: it would otherwise grow
  // by every page that was read.
  return yield* conversationFiles(archiveTo ?? ownPath, history.stored, fresh, {
    date: dateOf(now),
    mostBytes: planning.files.maxFileBytes,
    wording: planning.wording,
    elsewhere: state.ledger.stubs,
  });
}

/**
 * Returns a stub for each selected result, and the files to write for them. A result that is a stub already has its
 * file; only the length of its excerpt changes.
 */
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

/** Returns the ledger with the new folds and stubs; a stub replaces the former one of the same result. */
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
    // The former summary covers fewer messages than are hidden now.
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

/** Counts the tokens of the block as a request shows it: fenced, after the sentence that introduces it. */
export const blockTokens = (
  block: string,
  { nonce }: Pick<Ledger, 'nonce'>,
  { count, wording }: PlanningContext,
): number => count(notesText({ news: { kind: 'blocks', text: block, replaces: false } }, nonce, wording));

type BlockInput = Pick<CompactionInput, 'history' | 'overview' | 'window' | 'summary' | 'planning'>;

/** Renders the body of the overview's block: places of the hidden messages, then a summary of all, old and new. */
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
  // The periods cover a long history that the summary has no room for; they may take half of its tokens.
  const most = summaryTokens(window);
  // The stored summary is used for a list that is prepared again after another one.
  let summary =
    given ?? stored?.text ?? (yield* extract(Math.max(Math.floor(most / 2), most - planning.count(periods))));
  // The block must stay shorter than the messages it replaces, or compacting would make the request longer. An extract
  // therefore replaces a summary that is too long, even one by the app's model.
  if (blockTokens(blockOf(summary), ledger, planning) >= hidden)
    summary = yield* extract(Math.floor(hidden * MOST_OF_LITTLE));
  return { block: blockOf(summary), summary };
}

/** Returns the overview with its block as the engine will write it. */
export function withCompaction(overview: string, block: string): string {
  const { compaction: _, ...others } = readBlocks(overview);
  return withBlocks(overview, block === '' ? others : { ...others, compaction: block });
}

/** Breaks up comment marks: a model may quote them in its summary, and they must not close the block around it. */
const withoutMarks = (summary: string): string => summary.replaceAll('<!--', '<! --').replaceAll('-->', '-- >');

/**
 * Returns one line for each stretch of hidden messages, with its file, or with the first and last of several files and
 * the addresses of its messages. Compactions of one conversation are adjacent, so there is mostly one line, however
 * many there were.
 */
function foldNotices(folds: Ledger['folds'], { wording }: PlanningContext): string[] {
  const compactions = folds.filter(({ why }) => why !== 'overview-written');
  return union(compactions).map(({ from, to }) => {
    const inside = compactions.filter((fold) => fold.from >= from && fold.to <= to);
    const paths = inside.flatMap(({ path }) => path ?? []);
    const [oldest, newest] = [paths[0], paths.at(-1)];
    if (oldest === undefined || (inside.length === 1 && !inside[0]?.parts)) return wording.folded(from, to - 1, oldest);
    // The addresses open each message, also those in files between the two and those without a file.
    const files = oldest === newest ? oldest : `${oldest} … ${newest}`;
    return wording.folded(from, to - 1, `${files}, ${messagePath(from)} … ${messagePath(to - 1)}`);
  });
}

/** Returns the ranges that this compaction hides anew. System messages inside stay visible, so they split a range. */
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

/** Returns the reason in the ledger, which tells only the fallback from all other compactions. */
const reasonOf = (trigger: CompactionInput['trigger']): 'fallback-compaction' | 'compacted' =>
  trigger === 'fallback' ? 'fallback-compaction' : 'compacted';

/** Returns the day in UTC, such as `2026-01-05`. */
const dateOf = (now: number): string => isoTime(now).slice(0, 10);
