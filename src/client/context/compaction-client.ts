// Compaction on request of the model's tool or the app: plan, apply, undo, all for the list that was prepared last.
import { kindOf } from '../../errors.ts';
import { oneOfNames, unknownName } from '../../options/nearest.ts';
import { CALL_DEFAULTS } from '../../options/policy.ts';
import type { ApplyOptions } from '../../api/context.ts';
import { blockTokens, type CompactionInput } from '../../context/compaction/apply-compaction.ts';
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
import { leftOf, withLeft } from '../../context/list/redacted.ts';
import type { Steps } from '../../context/steps.ts';
import type { History } from '../../context/view/history.ts';
import { type LedgerState, readLedger, RECEIPT, union } from '../../context/view/ledger.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import { selectionFor, selectionInput } from '../../context/compaction/selection.ts';
import { conversationDocument } from '../../context/offloaded/conversation-files.ts';
import type { PlanningContext } from '../../context/planning-context.ts';
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { Engine } from '../../boundary/engine.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { readBlocks } from '../../tree/overview/system-blocks.ts';
import { FIRST_BRANCH } from '../../tree/transcript/branch-keys.ts';
import { checkPath, OVERVIEW, withoutTreeFolder } from '../../tree/paths.ts';
import { attempts, commit, type Receipt, receiptKey, type StoredBranch } from './commit.ts';
import { restoredState, unknownReceipt, withReceipt } from './receipts.ts';
import { invalid } from './refusals.ts';
import { storable } from './reading/read-messages.ts';
import type { EstimatedRequest } from './watching/observations.ts';
import type { LatestTurn } from '../on-demand/origin.ts';

/** Facts of the latest prepared request. */
export interface Latest extends LatestTurn {
  /** Branch whose ledger it changed. */
  readonly branch: string;
  readonly history: History;
  readonly meta: ContextMeta;
  /** Estimate before the correction by reported usage. */
  readonly counted: EstimatedRequest;
  readonly headTokens: number;
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

/** Runs the steps of a plan over these messages, with pauses where they are many. */
type RunSteps = <Result>(steps: Steps<Result>, messages: History['messages']) => Promise<Result>;

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
  readonly #load: () => Promise<unknown>;
  readonly #run: RunSteps;

  constructor(
    planning: Omit<PlanningContext, 'softSteps'>,
    summarize: SummarizeText | undefined,
    latest: () => Latest | undefined,
    { load, run }: { readonly load: () => Promise<unknown>; readonly run: RunSteps },
  ) {
    this.#planning = planning;
    this.#summarize = summarize;
    this.#latest = latest;
    this.#load = load;
    this.#run = run;
  }

  async plan(engine: Engine, request: CompactionRequest = {}): Promise<CompactionPlan> {
    const checked = checkRequest(request);
    const latest = this.#latest();
    if (!latest) return NOTHING;
    await this.#load();
    const basis = await engine.contextBasis({ branch: latest.branch });
    return (await this.#planned(stored(latest, basis), basis, checked, { trigger: 'app', canArchive: true })).plan;
  }

  async apply(engine: Engine, request: CompactionRequest & ApplyOptions = {}): Promise<CompactionResult> {
    const { signal, trigger = 'app', ...plain } = request;
    const checked = checkRequest(plain);
    if (!TRIGGERS.includes(trigger)) throw invalid('trigger', TRIGGERS.join(' or '), String(trigger));
    const latest = this.#latest();
    const refused = (plan: CompactionPlan): CompactionResult => ({ ...plan, ...NOT_APPLIED, trigger });
    if (!latest) return refused(NOTHING);
    await this.#load();
    return attempts(
      engine,
      async (basis, fallback) => {
        const how = { trigger, canArchive: fallback.archives };
        const now = stored(latest, basis);
        const extract = await this.#planned(now, basis, checked, how);
        if (!extract.plan.possible) return refused(extract.plan);
        // The app's model costs time and money, so it is asked only once the compaction is known to be possible.
        const summary = await this.#summary(now, extract.plan, basis.now, signal);
        const planned = summary === undefined ? extract : await this.#planned(now, basis, checked, { ...how, summary });
        const { plan, outcome, state } = planned;
        if (!plan.possible) return refused(plan);
        const receipt = String(basis.revision + 1);
        const { before, after } = plan.tokens;
        // A pending hard forget outranks the compaction: the epoch that it begins takes the compaction in.
        const due = state.ledger.due === 'forgotten' ? 'forgotten' : 'compacted';
        const isDone = await commit(engine, storedBranch(basis), {
          state: { ...outcome.state, ledger: { ...outcome.state.ledger, due } },
          undoes: { receipt, state },
          archives: outcome.archives,
          block: fallback.block ? outcome.block : undefined,
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
      },
      { branch: latest.branch },
      checked.archiveTo !== undefined,
    );
  }

  /** Undoes the compaction of this receipt. @throws not-found */
  async undo(engine: Engine, receipt: string): Promise<UndoResult> {
    const named = typeof receipt === 'string' ? receipt : String(kindOf(receipt));
    const latest = this.#latest();
    return attempts(
      engine,
      async (now) => {
        const key = receiptKey(named);
        const found = await withReceipt(engine, now, key);
        if ('known' in found) throw unknownReceipt(named, found.known);
        const { basis, row } = found;
        const { state: former, block } = row as Receipt;
        const place = storedBranch(basis);
        const restored = restoredState(former, place.before.ledger);
        // Later receipts describe changes of a state that no longer exists.
        const later = basis.rows.flatMap(({ key: other }) => (other.startsWith(RECEIPT) && other >= key ? other : []));
        const isDone = await commit(engine, place, {
          state: restored,
          voided: later,
          block,
          event: { type: 'compaction-undone' },
        });
        if (!isDone) return undefined;
        const planning = { ...this.#planning, softSteps: basis.softSteps };
        return { tokens: latest ? requestTokens(latest.history, restored, latest.headTokens, planning) : 0 };
      },
      { branch: latest?.branch },
    );
  }

  /** Plans a compaction for this state of the session, with its outcome; commits nothing. */
  async #planned(
    { history, headTokens, meta }: Latest,
    basis: ContextBasis,
    { target, keepRecent, strategy, archiveTo }: CheckedRequest,
    how: Pick<CompactionInput, 'trigger' | 'canArchive' | 'summary'>,
  ): Promise<PlannedCompaction & { readonly state: LedgerState }> {
    const state = readLedger(basis.rows);
    const planning = { ...this.#planning, softSteps: basis.softSteps };
    const overview = basis.overview?.text ?? '';
    // After two compactions between two requests, the block of the first has not been shown yet but would be.
    const isPending = state.ledger.due === 'compacted';
    const pendingBlockTokens = isPending
      ? blockTokens(readBlocks(overview).compaction ?? '', state.ledger, planning)
      : 0;
    const tokens = requestTokens(history, state, headTokens, planning) + pendingBlockTokens;
    const steps = planCompaction({
      history,
      state,
      selection: selectionFor(selectionInput(history, state, tokens, planning), { target, keepRecent }),
      strategy,
      ...(archiveTo !== undefined && { archiveTo }),
      overview,
      window: meta.tokensMax,
      now: basis.now,
      tokens,
      pendingBlockTokens,
      planning,
      ...how,
    });
    return { ...(await this.#run(steps, history.messages)), state };
  }

  async #summary(
    { history, meta }: Latest,
    { hide }: CompactionPlan,
    now: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    if (!this.#summarize) return undefined;
    const text = conversationDocument(history.stored, hide, isoTime(now).slice(0, 10), this.#planning.wording);
    try {
      const summary = await this.#summarize(text, {
        maxTokens: summaryTokens(meta.tokensMax),
        ...(signal && { signal }),
      });
      return typeof summary === 'string' && summary.trim() !== '' ? storable(summary.trim()) : undefined;
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
  }
}

/** Updates the latest request: redacted messages become what is left of them. */
const stored = (latest: Latest, { rows, redacted }: ContextBasis): Latest => ({
  ...latest,
  history: withLeft(latest.history, leftOf(readLedger(rows).ledger.kept, redacted)),
});

const storedBranch = (basis: ContextBasis): StoredBranch => ({
  basis,
  branch: basis.branch ?? FIRST_BRANCH,
  before: readLedger(basis.rows),
});

const hiddenMessages = ({ hide }: CompactionPlan): number =>
  union(hide).reduce((sum, { from, to }) => sum + to - from, 0);

const KNOWN = ['target', 'strategy', 'keepRecent', 'archiveTo'];

/** Checks the request for a compaction. @throws invalid-input, path-not-allowed */
function checkRequest({
  target = 'all',
  strategy = 'archive',
  keepRecent = CALL_DEFAULTS.keepRecent,
  archiveTo,
  ...unknown
}: CompactionRequest): CheckedRequest {
  for (const name of Object.keys(unknown)) {
    throw invalid(name, unknownName(name, KNOWN), 'a value');
  }
  if (!TARGETS.includes(target)) throw invalid('target', oneOfNames(target, TARGETS), String(target));
  if (!STRATEGIES.includes(strategy)) throw invalid('strategy', oneOfNames(strategy, STRATEGIES), String(strategy));
  if (!Number.isSafeInteger(keepRecent) || keepRecent < 0 || keepRecent > 1000) {
    throw invalid('keepRecent', 'a whole number from 0 to 1000', String(keepRecent));
  }
  if (archiveTo === undefined) return { target, strategy, keepRecent };
  const path = checkPath(typeof archiveTo === 'string' ? withoutTreeFolder(archiveTo) : archiveTo);
  if (path === OVERVIEW) throw invalid('archiveTo', 'a path in detail/ or archive/', path);
  return { target, strategy, keepRecent, archiveTo: path };
}
