// Finds the branch of the conversation that a list goes on with, and what of the list is stored.
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
  /** The branch that it leaves here. */
  readonly left: string | undefined;
  /** What is stored of its ledger. */
  readonly before: LedgerState;
  /** The ledger to go on with: its own, that of the branch it leaves, or a new one. */
  readonly state: LedgerState;
  /** Messages behind the leading system messages that are stored. */
  readonly known: number;
  /** Of them those that the list of the ledger begins with. */
  readonly shared: number;
  /** Another branch was used last. */
  readonly isOther: boolean;
  /** The same, or its list was shorter. */
  readonly isTurnedTo: boolean;
}

const NOTHING: LedgerState = { ledger: NEW_LEDGER, pin: undefined, rides: [], stubTexts: [] };

/** The branch of a whole list; undefined where another owner committed meanwhile. */
export function branchOfList(
  engine: Engine,
  basis: ContextBasis,
  { head, body }: ListHashes,
): Promise<BranchOfList | undefined> {
  const known = nearest(basis.branches, body);
  return branchBehind(engine, basis, known, { head, body: body.slice(known.count) });
}

/**
 * The branch of a list that goes on from a place which is stored.
 * @param list its hashes behind that place
 * @param preferred the branch to go on with where that is the end of its list
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
