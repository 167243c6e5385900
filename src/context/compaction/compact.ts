// A compaction, whoever asked for it: folds and stubs for the ledger, files for the texts, a block for the overview. Pure.
import { readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { inFolder } from '../../tree/paths.ts';
import type { CompactionPlan, CompactionRequest, CompactionResult, Range } from './compaction.ts';
import { anchorOf } from '../plan/epoch.ts';
import { retentionOf } from './extract.ts';
import type { History } from '../view/history.ts';
import { type Ledger, type LedgerState, type LedgerStub, type StubText, union } from '../view/ledger.ts';
import type { Folding, FoldingInput } from './plan-compaction.ts';
import {
  type ArchivedText,
  conversationDocument,
  inFiles,
  placedResult,
  stubNotice,
  stubText,
} from '../view/archived-text.ts';
import type { Terms } from '../planning-context.ts';
import { summaryOf } from './summary.ts';
import { hiddenAt, hiddenFolds, resultOf, tokensOf, viewOf, type ViewEntry } from '../view/view.ts';

/** What a summary of everything hidden may have of the window, and at most. */
const SUMMARY_SHARE = 0.06;
const LONGEST_SUMMARY_TOKENS = 800;
/** In a small window too, as far as this share of it: less could not name what later calls need. */
const USEFUL_SUMMARY_TOKENS = 600;
const MOST_OF_SMALL_WINDOW = 0.2;

/** Of what it stands for, where that is hardly longer than a summary. */
const MOST_OF_LITTLE = 0.4;

export const summaryTokens = (window: number): number =>
  Math.floor(
    Math.min(
      LONGEST_SUMMARY_TOKENS,
      Math.max(window * SUMMARY_SHARE, Math.min(USEFUL_SUMMARY_TOKENS, window * MOST_OF_SMALL_WINDOW)),
    ),
  );

export const entriesOf = (history: History, state: LedgerState, { wording }: Terms): ViewEntry[] =>
  viewOf(history, state, (stub) => stubNotice(stub, wording));

export function foldingInput(history: History, state: LedgerState, tokens: number, terms: Terms): FoldingInput {
  return {
    history,
    hidden: hiddenFolds(history, state),
    stubs: state.ledger.stubs,
    tokens,
    resultTokens: (index, callId) => terms.count(resultOf(history.messages[index], callId)),
  };
}

interface PlannedBlock {
  /** Of the request as it is. */
  readonly tokens: number;
  readonly block: string;
  /** Tokens of the block in its place that no request has shown yet. */
  readonly waiting?: number;
}

/** What comes of it, with the block that then stands for what is hidden. */
export function compactionPlan(
  history: History,
  state: LedgerState,
  folding: Folding,
  { tokens, block, waiting = 0, count }: PlannedBlock & Pick<Terms, 'count'>,
): CompactionPlan {
  const { messages, turns, segments } = history;
  const marks = hiddenAt(history, [...hiddenFolds(history, state), ...folding.hide]);
  const stubbed = new Set(folding.stub.map(({ index, callId }) => `${index} ${callId}`));
  const gone: string[] = [];
  const seen = [block];
  for (const [index, { text, calls = [], results = [] }] of messages.entries()) {
    const isHidden = marks[index] === 1;
    (isHidden ? gone : seen).push([text, ...calls.map((call) => call.arguments)].join('\n'));
    for (const { id, text: result } of results) {
      (isHidden || stubbed.has(`${index} ${id}`) ? gone : seen).push(result);
    }
  }
  const isNothing = folding.hide.length === 0 && folding.stub.length === 0;
  // What rode with the messages so far goes with the epoch; the block comes in.
  const riding = state.rides.reduce((sum, { text }) => sum + count(text), 0);
  const after = isNothing ? tokens : folding.tokens - riding - waiting + count(block);
  const visible = messages.filter((_, index) => marks[index] === 0).length;
  return {
    possible: !isNothing && after < tokens,
    ...(isNothing
      ? { reason: 'nothing-to-hide' as const }
      : after >= tokens && { reason: 'would-not-shrink' as const }),
    hide: folding.hide,
    stub: folding.stub.map(({ index, callId }) => ({ index, callId })),
    tokens: { before: tokens, after },
    kept: {
      messages: visible - history.head,
      turns: turns.filter((start) => marks[start] === 0).length,
      callGroups: segments.filter(({ kind, from }) => kind === 'calls' && marks[from] === 0).length,
    },
    retention: retentionOf(gone, seen.join('\n')),
  };
}

export interface CompactionInput {
  readonly history: History;
  readonly state: LedgerState;
  readonly folding: Folding;
  readonly request: Required<Pick<CompactionRequest, 'strategy'>> & Pick<CompactionRequest, 'archiveTo'>;
  readonly trigger: CompactionResult['trigger'];
  readonly overview: string;
  readonly window: number;
  readonly canArchive: boolean;
  readonly now: number;
  /** Written by the app's model; else an extract is made. */
  readonly summary?: string;
}

export interface Compacted {
  readonly state: LedgerState;
  readonly archives: readonly ArchivedText[];
  /** New body of the overview's block. */
  readonly block: string;
  readonly summary: string;
}

export function compacted(input: CompactionInput, terms: Terms): Compacted {
  const { history, state, folding, request, trigger, overview, window, canArchive, now } = input;
  const { ledger } = state;
  const date = isoTime(now).slice(0, 10);
  const why = trigger === 'fallback' ? ('fallback-compaction' as const) : ('compacted' as const);
  const archives: ArchivedText[] = [];
  const fresh = freshRanges(history, state, folding.hide);
  let path: string | undefined;
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (request.strategy === 'archive' && canArchive && first && last) {
    const folder = trigger === 'fallback' || trigger === 'policy' ? 'archive' : 'detail';
    const own = inFolder(folder, `conversation-${first.from}-${last.to - 1}.md`);
    const text = conversationDocument(history.messages, fresh, date, terms.wording, 'named');
    const files = inFiles(request.archiveTo ?? own, text, terms.files.maxFileBytes);
    path = files[0]?.path;
    archives.push(...files);
  }
  const stubs = folding.stub.map(({ index, callId, shown }): LedgerStub => {
    const { hash = '' } = history.messages[index] ?? {};
    const former = ledger.stubs.find((stub) => isSameStub(stub, { index, callId }));
    if (former) return { ...former, shown };
    const tokens = terms.count(resultOf(history.messages[index], callId));
    const placed = placedResult(history, { index, callId, tokens }, { canArchive, date }, terms);
    archives.push(...placed.archives);
    return { index, callId, why, tokens, shown, hash, ...placed.place };
  });
  const texts = stubs.map((stub) => stubTextRow(history, stub, terms));
  const folds = union(folding.hide).map((range) => ({
    ...range,
    why,
    ...anchorOf(history, range),
    ...(path !== undefined && { path }),
  }));
  const after: LedgerState = {
    ...state,
    stubTexts: [...state.stubTexts.filter((text) => !stubs.some((stub) => isSameStub(stub, text))), ...texts],
    ledger: {
      ...ledger,
      folds: joined([...ledger.folds, ...folds]),
      stubs: [...ledger.stubs.filter((stub) => !stubs.some((other) => isSameStub(stub, other))), ...stubs],
    },
  };
  const covered = union(after.ledger.folds);
  const extract = (maxTokens: number): string =>
    summaryOf({ history, ranges: covered, stubs: after.ledger.stubs, overview, maxTokens, terms });
  const blockOf = (summary: string): string =>
    [...notices(after.ledger.folds, terms), unmarked(summary)].filter(Boolean).join('\n');
  const hidden = hiddenTokens(history, covered);
  let summary = input.summary ?? extract(summaryTokens(window));
  // Of little that is hidden little can be said.
  if (terms.count(blockOf(summary)) >= hidden) summary = extract(Math.floor(hidden * MOST_OF_LITTLE));
  const block = blockOf(summary);
  return { state: after, archives, block, summary };
}

/** A summary that a model wrote of others' words must not close the block it stands in. */
const unmarked = (summary: string): string => summary.replaceAll('<!--', '<! --').replaceAll('-->', '-- >');

/** Where the folded messages are, in a line for each stretch of them. */
function notices(folds: Ledger['folds'], { wording }: Terms): string[] {
  const compactions = folds.filter(({ why }) => why !== 'overview-written');
  return union(compactions).map(({ from, to }) => {
    const paths = compactions.filter((fold) => fold.from >= from && fold.to <= to).flatMap(({ path }) => path ?? []);
    const [oldest, newest] = [paths[0], paths.at(-1)];
    return wording.folded(from, to - 1, oldest === newest ? oldest : `${oldest} … ${newest}`);
  });
}

/** The overview with its block as the engine will write it. */
export function withCompaction(overview: string, block: string): string {
  const { compaction: _, ...others } = readBlocks(overview);
  return withBlocks(overview, block === '' ? others : { ...others, compaction: block });
}

export const estimated = (history: History, state: LedgerState, headTokens: number, terms: Terms): number =>
  headTokens + tokensOf(entriesOf(history, state, terms), history, terms.count);

/** What is hidden now and was not before: only that goes into the file. */
function freshRanges(history: History, state: LedgerState, hide: readonly Range[]): Range[] {
  const before = hiddenAt(history, hiddenFolds(history, state));
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of union(hide)) {
    for (let index = from; index < to; index++) {
      if (before[index] === 1) continue;
      const last = ranges.at(-1);
      if (last?.to === index) last.to = index + 1;
      else ranges.push({ from: index, to: index + 1 });
    }
  }
  return ranges;
}

const hiddenTokens = ({ messages }: History, ranges: readonly Range[]): number =>
  ranges.reduce((sum, { from, to }) => messages.slice(from, to).reduce((all, { tokens }) => all + tokens, sum), 0);

/** What the view shows of it, written once: it must stay the same for as long as the epoch lasts. */
export function stubTextRow({ messages }: History, stub: LedgerStub, terms: Terms): StubText {
  const { index, callId, hash } = stub;
  return { index, callId, hash, text: stubText(stub, resultOf(messages[index], callId), terms) };
}

const isSameStub = (one: LedgerStub, other: Pick<LedgerStub, 'index' | 'callId'>): boolean =>
  one.index === other.index && one.callId === other.callId;

/** Folds that lie wholly inside a newer one say nothing more, but for the file they name. */
function joined(folds: Ledger['folds']): Ledger['folds'] {
  const isCovered = ({ from, to }: Range, at: number): boolean =>
    folds.some((other, later) => later > at && other.from <= from && other.to >= to);
  return folds.filter((fold, at) => fold.path !== undefined || !isCovered(fold, at));
}
