// Compaction on request of the model's tool or the app: plan, apply, undo. It speaks of the list that was prepared last.
import { CALL_DEFAULTS } from '../../options.ts';
import type { ApplyOptions } from '../../api/context.ts';
import type { CompactionInput } from '../../context/compaction/apply-compaction.ts';
import { planCompaction, type PlannedCompaction } from '../../context/compaction/plan-compaction.ts';
import { summaryTokens } from '../../context/compaction/summary.ts';
import { requestTokens } from '../../context/view/request-view.ts';
import {
  type CompactionPlan,
  type CompactionRequest,
  type CompactionResult,
  STRATEGIES,
  TARGETS,
  type UndoResult,
} from '../../context/compaction/compaction.ts';
import type { History } from '../../context/view/history.ts';
import { type Ledger, type LedgerState, readLedger, RECEIPT, union } from '../../context/view/ledger.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import { selectionFor, selectionInput } from '../../context/compaction/selection.ts';
import { conversationDocument } from '../../context/view/archived-text.ts';
import type { PlanningContext } from '../../context/planning-context.ts';
import type { ContextBasis, Engine } from '../../boundary/engine.ts';
import { WorkingMemoryError } from '../../errors.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { readBlocks } from '../../tree/overview/system-blocks.ts';
import { checkPath, OVERVIEW, withoutTreeFolder } from '../../tree/paths.ts';
import { attempts, commit, type Receipt, receiptKey } from './commit.ts';
import { invalid } from './refusals.ts';
import { storable } from './read-messages.ts';

/** What the latest prepared request was made of. */
export interface Latest {
  readonly history: History;
  readonly meta: ContextMeta;
  /** Before the correction by reported usage. */
  readonly estimated: number;
  readonly headTokens: number;
  readonly window: number;
}

/**
 * The app's model as a summarizer, called on the app's thread. It should answer with at most about `maxTokens`. When it
 * rejects, the compaction goes on with an extract.
 */
export type SummarizeText = (
  text: string,
  options: { readonly maxTokens: number; readonly signal?: AbortSignal },
) => Promise<string>;

type CheckedRequest = Required<Omit<CompactionRequest, 'archiveTo'>> & Pick<CompactionRequest, 'archiveTo'>;

const NOTHING: CompactionPlan = {
  possible: false,
  reason: 'nothing-prepared',
  hide: [],
  stub: [],
  tokens: { before: 0, after: 0 },
  kept: { messages: 0, turns: 0, callGroups: 0 },
  retention: { identifiers: 0, kept: 0, atRisk: [] },
};

const NOT_APPLIED = { applied: false, archivedTo: [], summary: '', syncRequired: false } as const;

const TRIGGERS = ['app', 'tool'] as const;

export class CompactionClient {
  readonly #planning: Omit<PlanningContext, 'softSteps'>;
  readonly #summarize: SummarizeText | undefined;
  readonly #latest: () => Latest | undefined;

  constructor(
    planning: Omit<PlanningContext, 'softSteps'>,
    summarize: SummarizeText | undefined,
    latest: () => Latest | undefined,
  ) {
    this.#planning = planning;
    this.#summarize = summarize;
    this.#latest = latest;
  }

  async plan(engine: Engine, request: CompactionRequest = {}): Promise<CompactionPlan> {
    const checked = checkRequest(request);
    const latest = this.#latest();
    if (!latest) return NOTHING;
    const basis = await engine.contextBasis();
    return this.#planned(latest, basis, checked, { trigger: 'app', canArchive: true }).plan;
  }

  async apply(engine: Engine, request: CompactionRequest & ApplyOptions = {}): Promise<CompactionResult> {
    const { signal, trigger = 'app', ...plain } = request;
    const checked = checkRequest(plain);
    if (!TRIGGERS.includes(trigger)) throw invalid('trigger', TRIGGERS.join(' or '), String(trigger));
    const latest = this.#latest();
    const refused = (plan: CompactionPlan): CompactionResult => ({ ...plan, ...NOT_APPLIED, trigger });
    if (!latest) return refused(NOTHING);
    return attempts(engine, async (basis, fallback) => {
      const how = { trigger, canArchive: fallback.archives };
      const extract = this.#planned(latest, basis, checked, how);
      if (!extract.plan.possible) return refused(extract.plan);
      // The app's model costs time and money, so it is asked only once the compaction is known to be possible.
      const summary = await this.#summary(latest, extract.plan, basis.now, signal);
      const planned = summary === undefined ? extract : this.#planned(latest, basis, checked, { ...how, summary });
      const { plan, outcome, state } = planned;
      if (!plan.possible) return refused(plan);
      const revision = state.ledger.revision + 1;
      const receipt = String(revision);
      const { before, after } = plan.tokens;
      // A pending hard forget outranks the compaction: the epoch that it begins takes the compaction in.
      const due = state.ledger.due === 'forgotten' ? 'forgotten' : 'compacted';
      const isDone = await commit(engine, basis, {
        state: { ...outcome.state, ledger: { ...outcome.state.ledger, revision, due } },
        undoes: { receipt, state },
        messages: [],
        archives: outcome.archives,
        overview: undefined,
        block: fallback.block ? outcome.block : undefined,
        step: false,
        event: { type: 'history-compacted', trigger, messages: hiddenMessages(plan), before, after },
      });
      if (!isDone) return undefined;
      return {
        ...plan,
        applied: true,
        trigger,
        receipt,
        archivedTo: outcome.archives.map(({ path }) => path),
        summary: outcome.summary,
        syncRequired: !fallback.block,
      };
    });
  }

  /** @throws not-found */
  async undo(engine: Engine, receipt: string): Promise<UndoResult> {
    const latest = this.#latest();
    return attempts(engine, async (basis) => {
      const key = receiptKey(String(receipt));
      const row = basis.rows.find((candidate) => candidate.key === key);
      if (!row) throw unknownReceipt(receipt, basis.rows);
      const { state: former, block } = row.fields as Receipt;
      const restored = restoredState(former, readLedger(basis.rows).ledger);
      // Later receipts describe changes of a state that no longer exists.
      const later = basis.rows
        .map((candidate) => candidate.key)
        .filter((other) => other.startsWith(RECEIPT) && other >= key);
      const isDone = await commit(engine, basis, {
        state: restored,
        undoes: undefined,
        voided: later,
        messages: [],
        archives: [],
        overview: undefined,
        block,
        step: false,
        event: { type: 'compaction-undone' },
      });
      if (!isDone) return undefined;
      const planning = { ...this.#planning, softSteps: basis.softSteps };
      return { tokens: latest ? requestTokens(latest.history, restored, latest.headTokens, planning) : 0 };
    });
  }

  /** The plan and its outcome for this state of the session; nothing is committed. */
  #planned(
    { history, headTokens, window }: Latest,
    basis: ContextBasis,
    { target, keepRecent, strategy, archiveTo }: CheckedRequest,
    how: Pick<CompactionInput, 'trigger' | 'canArchive' | 'summary'>,
  ): PlannedCompaction & { readonly state: LedgerState } {
    const state = readLedger(basis.rows);
    const planning = { ...this.#planning, softSteps: basis.softSteps };
    const overview = basis.overview?.text ?? '';
    // After two compactions between two requests, the block of the first has not been shown yet but would be.
    const isPending = state.ledger.due === 'compacted';
    const pendingBlockTokens = isPending ? planning.count(readBlocks(overview).compaction ?? '') : 0;
    const tokens = requestTokens(history, state, headTokens, planning) + pendingBlockTokens;
    const planned = planCompaction({
      history,
      state,
      selection: selectionFor(selectionInput(history, state, tokens, planning), { target, keepRecent }),
      strategy,
      ...(archiveTo !== undefined && { archiveTo }),
      overview,
      window,
      now: basis.now,
      tokens,
      pendingBlockTokens,
      planning,
      ...how,
    });
    return { ...planned, state };
  }

  async #summary(
    { history, window }: Latest,
    { hide }: CompactionPlan,
    now: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    if (!this.#summarize) return undefined;
    const text = conversationDocument(history.messages, hide, isoTime(now).slice(0, 10), this.#planning.wording);
    try {
      const summary = await this.#summarize(text, { maxTokens: summaryTokens(window), ...(signal && { signal }) });
      return typeof summary === 'string' && summary.trim() !== '' ? storable(summary.trim()) : undefined;
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
  }
}

/**
 * The view before the compaction in a ledger of now. What the view is made of comes back; what has been counted since
 * (rounds, calibration, the length of the list) stays.
 */
function restoredState(former: LedgerState, ledger: Ledger): LedgerState {
  const { nonce, folds, stubs, reasoningFrom, shown, pinned, toldPressure, due } = former.ledger;
  return {
    ...former,
    ledger: {
      ...ledger,
      nonce,
      folds,
      stubs,
      reasoningFrom,
      shown,
      pinned,
      toldPressure,
      revision: ledger.revision + 1,
      // An epoch that was due then was never sent, so there is no pinned overview of it to bring back.
      due: due ?? 'compaction-undone',
    },
  };
}

const hiddenMessages = ({ hide }: CompactionPlan): number =>
  union(hide).reduce((sum, { from, to }) => sum + to - from, 0);

/** @throws invalid-input, path-not-allowed */
function checkRequest({
  target = 'all',
  strategy = 'archive',
  keepRecent = CALL_DEFAULTS.keepRecent,
  archiveTo,
  ...unknown
}: CompactionRequest): CheckedRequest {
  for (const name of Object.keys(unknown)) {
    throw invalid(name, 'absent; known are target, strategy, keepRecent and archiveTo', 'a value');
  }
  if (!TARGETS.includes(target)) throw invalid('target', TARGETS.join(', '), String(target));
  if (!STRATEGIES.includes(strategy)) throw invalid('strategy', STRATEGIES.join(', '), String(strategy));
  if (!Number.isSafeInteger(keepRecent) || keepRecent < 0 || keepRecent > 1000) {
    throw invalid('keepRecent', 'a whole number from 0 to 1000', String(keepRecent));
  }
  if (archiveTo === undefined) return { target, strategy, keepRecent };
  const path = checkPath(typeof archiveTo === 'string' ? withoutTreeFolder(archiveTo) : archiveTo);
  if (path === OVERVIEW) throw invalid('archiveTo', 'a path in detail/ or archive/', path);
  return { target, strategy, keepRecent, archiveTo: path };
}

function unknownReceipt(receipt: string, rows: readonly { readonly key: string }[]): WorkingMemoryError {
  const known = rows
    .filter(({ key }) => key.startsWith(RECEIPT))
    .map(({ key }) => String(Number(key.slice(RECEIPT.length))));
  return new WorkingMemoryError(
    'not-found',
    `There is no compaction with the receipt ${receipt} to undo. Receipts that hold: ${known.join(', ') || 'none'}. ` +
      'A hard forget, an earlier undo and five later compactions void one. Nothing was changed.',
    { what: 'receipt', name: String(receipt) },
  );
}
