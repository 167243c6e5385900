// The branches of the conversation that the ledger keeps, and where a message stands for whoever searches here.
import type { LedgerBranch } from '../boundary/context-rows.ts';
import type { Engine } from '../boundary/engine.ts';
import { NUMBERS, readBranchKey } from '../tree/transcript/branch-keys.ts';
import { placeIn, withHead } from '../tree/transcript/rows-of-list.ts';
import { type EngineContext, reading } from './engine-context.ts';
import type { SessionState } from './session/state.ts';

/** Those with rows in the ledger. */
export const branchesOf = ({ ledger }: Pick<SessionState, 'ledger'>): LedgerBranch[] =>
  [...ledger].flatMap(([row, fields]) => {
    const { branch, key } = readBranchKey(row);
    if (key !== NUMBERS) return [];
    const { revision = 0, epoch = 0, forked = false, used = 0, kept } = fields as Partial<LedgerBranch>;
    return kept ? [{ branch, revision, epoch, forked, used, kept: withHead(kept) }] : [];
  });

/** The one that was used last. */
export function currentBranch(branches: readonly LedgerBranch[]): LedgerBranch | undefined {
  return branches.reduce<LedgerBranch | undefined>(
    (last, one) => (last && last.revision > one.revision ? last : one),
    undefined,
  );
}

export const ledgerRevision = (branches: readonly LedgerBranch[]): number => currentBranch(branches)?.revision ?? 0;

export function branchCommands(context: EngineContext): Pick<Engine, 'knownMessages'> {
  const { transcript } = context;
  return {
    async knownMessages(list, before) {
      await transcript.complete();
      reading(context);
      return transcript.tree.known(list, before);
    },
  };
}

/** Where a message stands; neither where no list brought it. */
export interface PlacedMessage {
  /** Its index in the list. */
  readonly place?: number;
  /** It stands in another branch. */
  readonly abandoned?: true;
}

/** In the list that this owner used last. Before it used any: in the current one. */
export function placeOfMessage({ session, transcript, branch }: EngineContext): (row: number) => PlacedMessage {
  const branches = branchesOf(session.state);
  const { kept } = branches.find((one) => one.branch === branch.used) ?? currentBranch(branches) ?? {};
  const list = kept && [...kept.head.rows, ...kept.rows];
  return (row) => {
    const place = list && placeIn(list, row);
    if (place !== undefined) return { place };
    return list && transcript.tree.nodes.has(row) ? { abandoned: true } : {};
  };
}
