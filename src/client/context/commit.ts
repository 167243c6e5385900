// Turns a plan into one commit of the engine. When another owner was faster, or the tree is full, it is planned again.
import type { ContextEvent } from '../../context/plan/events.ts';
import { type LedgerState, ledgerRows, RECEIPT } from '../../context/view/ledger.ts';
import type { ArchivedText } from '../../context/offloaded/archived-text.ts';
import type { RequestPlan } from '../../context/plan/request.ts';
import { untilTaken } from '../retry.ts';
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { BasisOptions, Engine } from '../../boundary/engine.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import { readBlocks } from '../../tree/overview/system-blocks.ts';
import type { CheckedMessage } from '../../tree/transcript/transcript.ts';

/** Number of compactions that can be undone. */
const KEPT_RECEIPTS = 5;

/** Parts that a commit still writes. A full tree must not prevent a request. */
export interface FallbackPlan {
  readonly archives: boolean;
  readonly block: boolean;
  readonly ownWrite: boolean;
}

/** Fallbacks, tried in this order while the tree is full; the overview or all files together may be at their limit. */
const FALLBACKS: readonly FallbackPlan[] = [
  { archives: true, block: true, ownWrite: true },
  { archives: true, block: false, ownWrite: true },
  { archives: false, block: true, ownWrite: true },
  { archives: false, block: false, ownWrite: true },
  { archives: false, block: false, ownWrite: false },
];

/** Calls `attempt` until it returns a result. @throws session-busy; errors of the engine */
export function attempts<Result>(
  engine: Engine,
  attempt: (basis: ContextBasis, fallback: FallbackPlan) => Promise<Result | undefined>,
  /** `branch`: the one whose ledger is read; default: the one used last. */
  options: BasisOptions = {},
  /** Whether the caller named the file of the archive: then a path that is not allowed is the caller's to change. */
  isNamed = false,
): Promise<Result> {
  let given = 0;
  return untilTaken(async () => {
    const basis = await engine.contextBasis(options);
    try {
      return await attempt(basis, FALLBACKS[given] as FallbackPlan);
    } catch (error) {
      if (!hasNoRoom(error, isNamed) || ++given === FALLBACKS.length) throw error;
      return undefined;
    }
  });
}

/**
 * Whether the tree is full, or a file stands in the way: one from outside, or one beside which the made-up name cannot
 * exist.
 */
const hasNoRoom = (error: unknown, isNamed: boolean): boolean =>
  isWorkingMemoryError(error, 'tree-full') ||
  (isWorkingMemoryError(error, 'path-not-allowed') && (!isNamed || error.details.rule === 'held-back'));

/** A row of the ledger, `receipt/<number>`: the state before a compaction. */
export interface Receipt {
  readonly state: LedgerState;
  /** Overview's block of compactions; empty when there was none. */
  readonly block: string;
}

export const receiptKey = (receipt: string): string => RECEIPT + receipt.padStart(9, '0');

/** What is stored of a branch. */
export interface StoredBranch {
  readonly basis: ContextBasis;
  readonly branch: string;
  /** State that is stored of the branch's ledger. */
  readonly before: LedgerState;
}

/** Changes of a commit; what is absent stays. */
export interface Change {
  readonly state: LedgerState;
  readonly undoes?: RequestPlan['undoes'];
  /** Receipts that become void. */
  readonly voided?: readonly string[];
  readonly messages?: readonly CheckedMessage[];
  readonly archives?: readonly ArchivedText[];
  readonly overview?: string | undefined;
  readonly block?: string | undefined;
  /** Whether it counts as a step; default false. */
  readonly step?: boolean;
  readonly event?: ContextEvent | undefined;
}

/** Commits a change; false when the ledger or the overview has changed since `basis` was read. @throws tree-full */
export function commit(engine: Engine, { basis, branch, before }: StoredBranch, change: Change): Promise<boolean> {
  const { state, undoes, voided = [], messages = [], archives = [], overview, block, step = false, event } = change;
  const own = basis.branch === branch ? basis.rows : [];
  const receipts = own.filter(({ key }) => key.startsWith(RECEIPT)).map(({ key }) => key);
  const fields: Receipt | undefined = undoes && {
    state: undoes.state,
    block: readBlocks(basis.overview?.text ?? '').compaction ?? '',
  };
  const gone = [...voided, ...(undoes ? receipts.sort().slice(0, -(KEPT_RECEIPTS - 1)) : [])];
  return engine.commitContext({
    expected: {
      ledger: basis.revision,
      overview: basis.overview?.revision ?? 0,
      messages: basis.messages,
    },
    rows: [
      // One more than was read: of two owners that commit at once, only one stores its ledger.
      ...ledgerRows(before, { ...state, ledger: { ...state.ledger, revision: basis.revision + 1, used: basis.now } }),
      ...gone.map((key) => ({ key, fields: undefined })),
      ...(undoes ? [{ key: receiptKey(undoes.receipt), fields }] : []),
    ].map((row) => ({ ...row, branch })),
    messages,
    archives,
    ...(overview !== undefined && { overview }),
    ...(block !== undefined && { compaction: block }),
    step,
    // A commit without an event or a new message reports the choice of its branch.
    ...(event || messages.length > 0 ? event && { event } : { event: { type: 'branch-chosen', branch } as const }),
  });
}
