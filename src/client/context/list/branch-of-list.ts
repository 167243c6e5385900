// Finds the branch of the conversation that a list goes on with, and how much of the list is stored.
import type { ContextBasis } from '../../../boundary/context-rows.ts';
import type { Engine } from '../../../boundary/engine.ts';
import { closest, isEnd, nearest, withFound } from '../../../context/list/branches.ts';
import { type GrowingList, type GrownList, grown, type KeptList } from '../../../context/list/kept-list.ts';
import { type LedgerState, NEW_LEDGER, readLedger } from '../../../context/view/ledger.ts';
import { FIRST_BRANCH } from '../../../tree/transcript/branch-keys.ts';
import type { ListHashes } from '../../../tree/transcript/message-tree.ts';

export interface BranchOfList extends GrownList {
  readonly basis: ContextBasis;
  readonly branch: string;
  /** Branch that the list leaves here. */
  readonly left: string | undefined;
  /** State that is stored of the branch's ledger. */
  readonly before: LedgerState;
  /** Ledger to go on with: the branch's own, that of the branch it leaves, or a new one. */
  readonly state: LedgerState;
  /** Number of stored messages behind the leading system messages. */
  readonly known: number;
  /** Number of them with which the list of the ledger begins as well. */
  readonly shared: number;
  /** Whether another branch was used last. */
  readonly isOther: boolean;
  /** Whether another branch was used last, or the list of this one was shorter. */
  readonly isTurnedTo: boolean;
}

const NOTHING: LedgerState = { ledger: NEW_LEDGER, pin: undefined, rides: [], stubTexts: [] };

/** Finds the branch of a whole list; undefined where another owner committed meanwhile. */
export function branchOfList(
  engine: Engine,
  basis: ContextBasis,
  { head, body }: ListHashes,
): Promise<BranchOfList | undefined> {
  const known = nearest(basis.branches, body);
  return branchBehind(engine, basis, known, { head, body: body.slice(known.count) });
}

/**
 * Finds the branch of a list that goes on from a stored place.
 * @param list hashes of the list behind that place
 * @param preferred branch to go on with where that place is the end of its list
 */
export async function branchBehind(
  engine: Engine,
  basis: ContextBasis,
  place: KeptList,
  list: GrowingList,
  preferred?: string,
): Promise<BranchOfList | undefined> {
  const { head, body } = list;
  const isNew = basis.messages === 0 || isEnd(basis.branches, place, list);
  const known = isNew
    ? place
    : withFound(place, list, await engine.knownMessages({ head: head ?? [], body }, place.count));
  const added = grown(known, { head, body: body.slice(known.count - place.count) }, basis.messages);
  const end = basis.branches.find(({ branch, kept }) => branch === preferred && kept.count <= place.count);
  const near = end ? { branch: end, shared: end.kept.count, isLeft: false } : closest(basis.branches, known);
  const isElsewhere = near !== undefined && near.branch.branch !== basis.branch;
  const its = isElsewhere ? await engine.contextBasis({ branch: near.branch.branch }) : basis;
  if (its.revision !== basis.revision || its.messages !== basis.messages) return undefined;
  const stored = near && its.branch === near.branch.branch ? readLedger(its.rows) : NOTHING;
  const isOwn = near !== undefined && !near.isLeft;
  const { revision } = basis;
  const { calibration } = readLedger(basis.rows).ledger;
  const state: LedgerState = near ? stored : { ...NOTHING, ledger: { ...NEW_LEDGER, calibration } };
  const current = basis.branches.find((one) => one.revision === revision)?.branch;
  const branch = isOwn ? near.branch.branch : revision === 0 ? FIRST_BRANCH : String(revision + 1);
  const isOther = branch !== current;
  return {
    ...added,
    basis: its,
    branch,
    left: near?.isLeft ? near.branch.branch : undefined,
    before: isOwn ? stored : NOTHING,
    state: { ...state, ledger: { ...state.ledger, revision, forked: state.ledger.forked || (!isOwn && revision > 0) } },
    known: known.count,
    shared: near?.shared ?? 0,
    isOther,
    isTurnedTo: isOther || (isOwn && added.kept.count !== near.branch.kept.count),
  };
}
