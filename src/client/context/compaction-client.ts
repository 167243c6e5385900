// Compaction on request, of the model's tool or the app: plan, apply, undo. It works on the list that was prepared last.
import type { ApplyOptions } from '../../api/context.ts';
import {
  type Compacted,
  compacted,
  type CompactionInput,
  compactionPlan,
  estimated,
  foldingInput,
  summaryTokens,
} from '../../context/compaction/compact.ts';
import {
  type CompactionPlan,
  type CompactionRequest,
  type CompactionResult,
  STRATEGIES,
  TARGETS,
  type UndoResult,
} from '../../context/compaction/compaction.ts';
import type { History } from '../../context/view/history.ts';
import { type LedgerState, readLedger, RECEIPT, union } from '../../context/view/ledger.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import { foldingOf } from '../../context/compaction/plan-compaction.ts';
import { conversationDocument } from '../../context/view/archived-text.ts';
import type { Terms } from '../../context/planning-context.ts';
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
 * The app's model as a summarizer (S002-34); called on the app's thread. Contract: answers with about `maxTokens`; a
 * rejection is no failure of the compaction, an extract stands in.
 */
export type SummarizeText = (
  text: string,
  options: { readonly maxTokens: number; readonly signal?: AbortSignal },
) => Promise<string>;

type Checked = Required<Omit<CompactionRequest, 'archiveTo'>> & Pick<CompactionRequest, 'archiveTo'>;

const NOTHING: CompactionPlan = {
  possible: false,
  reason: 'nothing-prepared',
  hide: [],
  stub: [],
  tokens: { before: 0, after: 0 },
  kept: { messages: 0, turns: 0, callGroups: 0 },
  retention: { identifiers: 0, kept: 0, atRisk: [] },
};

const TRIGGERS = ['app', 'tool'] as const;

export class CompactionDesk {
  readonly #terms: Omit<Terms, 'softSteps'>;
  readonly #summarize: SummarizeText | undefined;
  readonly #latest: () => Latest | undefined;

  constructor(terms: Omit<Terms, 'softSteps'>, summarize: SummarizeText | undefined, latest: () => Latest | undefined) {
    this.#terms = terms;
    this.#summarize = summarize;
    this.#latest = latest;
  }

  async plan(engine: Engine, request: CompactionRequest = {}): Promise<CompactionPlan> {
    const checked = checkRequest(request);
    const latest = this.#latest();
    if (!latest) return NOTHING;
    return this.#worked(latest, await engine.contextBasis(), checked, { trigger: 'app', canArchive: true }).plan;
  }

  async apply(engine: Engine, request: CompactionRequest & ApplyOptions = {}): Promise<CompactionResult> {
    const { signal, trigger = 'app', ...plain } = request;
    const checked = checkRequest(plain);
    if (!TRIGGERS.includes(trigger)) throw invalid('trigger', TRIGGERS.join(' or '), String(trigger));
    const latest = this.#latest();
    const refused = (plan: CompactionPlan): CompactionResult => ({
      ...plan,
      applied: false,
      trigger,
      archivedTo: [],
      summary: '',
      syncRequired: false,
    });
    if (!latest) return refused(NOTHING);
    return attempts(engine, async (basis, concessions) => {
      const how = { trigger, canArchive: concessions.archives };
      const extract = this.#worked(latest, basis, checked, how);
      if (!extract.plan.possible) return refused(extract.plan);
      const summary = await this.#summary(latest, extract.plan, basis.now, signal);
      const { plan, result, state } =
        summary === undefined ? extract : this.#worked(latest, basis, checked, { ...how, summary });
      if (!plan.possible) return refused(plan);
      const revision = state.ledger.revision + 1;
      const receipt = String(revision);
      const { before, after } = plan.tokens;
      const isDone = await commit(engine, basis, {
        // What is forgotten is said first: that epoch takes the compaction in.
        state: {
          ...result.state,
          ledger: {
            ...result.state.ledger,
            revision,
            due: state.ledger.due === 'forgotten' ? 'forgotten' : 'compacted',
          },
        },
        undoes: { receipt, state },
        messages: [],
        archives: result.archives,
        overview: undefined,
        block: concessions.block ? result.block : undefined,
        step: false,
        event: { type: 'history-compacted', trigger, messages: hiddenMessages(plan), before, after },
      });
      if (!isDone) return undefined;
      return {
        ...plan,
        applied: true,
        trigger,
        receipt,
        archivedTo: result.archives.map(({ path }) => path),
        summary: result.summary,
        syncRequired: !concessions.block,
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
      const { ledger } = readLedger(basis.rows);
      const restored: LedgerState = {
        ...former,
        ledger: {
          ...ledger,
          nonce: former.ledger.nonce,
          folds: former.ledger.folds,
          stubs: former.ledger.stubs,
          reasoningFrom: former.ledger.reasoningFrom,
          shown: former.ledger.shown,
          pinned: former.ledger.pinned,
          meta: former.ledger.meta,
          toldPressure: former.ledger.toldPressure,
          revision: ledger.revision + 1,
          // A view that never was sent has no pin of its own to come back to.
          due: former.ledger.due ?? 'compaction-undone',
        },
      };
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
      const terms = { ...this.#terms, softSteps: basis.softSteps };
      return { tokens: latest ? estimated(latest.history, restored, latest.headTokens, terms) : 0 };
    });
  }

  /** A compaction worked out, committed or not. */
  #worked(
    { history, headTokens, window }: Latest,
    basis: ContextBasis,
    request: Checked,
    how: Pick<CompactionInput, 'trigger' | 'canArchive' | 'summary'>,
  ): { plan: CompactionPlan; result: Compacted; state: LedgerState } {
    const state = readLedger(basis.rows);
    const terms = { ...this.#terms, softSteps: basis.softSteps };
    const overview = basis.overview?.text ?? '';
    // The block of a compaction that no request has shown yet would come in with the next one.
    const waiting = state.ledger.due === 'compacted' ? terms.count(readBlocks(overview).compaction ?? '') : 0;
    const tokens = estimated(history, state, headTokens, terms) + waiting;
    const folding = foldingOf(foldingInput(history, state, tokens, terms), request);
    const result = compacted({ history, state, folding, request, overview, window, now: basis.now, ...how }, terms);
    const plan = compactionPlan(history, state, folding, { tokens, block: result.block, waiting, ...terms });
    return { plan, result, state };
  }

  async #summary(
    { history, window }: Latest,
    { hide }: CompactionPlan,
    now: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    if (!this.#summarize) return undefined;
    const text = conversationDocument(history.messages, hide, isoTime(now).slice(0, 10), this.#terms.wording);
    try {
      const summary = await this.#summarize(text, { maxTokens: summaryTokens(window), ...(signal && { signal }) });
      return typeof summary === 'string' && summary.trim() !== '' ? storable(summary.trim()) : undefined;
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
  }
}

const hiddenMessages = ({ hide }: CompactionPlan): number =>
  union(hide).reduce((sum, { from, to }) => sum + to - from, 0);

/** @throws invalid-input, path-not-allowed */
function checkRequest({
  target = 'all',
  strategy = 'archive',
  keepRecent = 5,
  archiveTo,
  ...unknown
}: CompactionRequest): Checked {
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
