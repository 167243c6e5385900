// Finds receipts of compactions, and applies them.
import type { ContextBasis, LedgerBranch } from '../../boundary/context-rows.ts';
import type { Engine } from '../../boundary/engine.ts';
import { sharedMessages } from '../../context/list/kept-list.ts';
import { type Ledger, type LedgerState, RECEIPT } from '../../context/view/ledger.ts';
import { WorkingMemoryError } from '../../errors.ts';

/**
 * Returns the view before the compaction in the present ledger. Everything that the view is made of comes back; counts
 * made since (rounds, calibration, the length of the list) stay.
 */
export function restoredState(former: LedgerState, ledger: Ledger): LedgerState {
  const { nonce, folds, stubs, reasoningFrom, mediaFrom, shown, pinned, toldPressure, due } = former.ledger;
  return {
    ...former,
    ledger: {
      ...ledger,
      nonce,
      folds,
      stubs,
      reasoningFrom,
      mediaFrom,
      shown,
      pinned,
      toldPressure,
      // An epoch that was due then was never sent, so there is no pinned overview of it to bring back.
      due: due ?? 'compaction-undone',
    },
  };
}

/**
 * Finds the receipt, of whatever branch, and the ledger that it applies to: that of the current list where this left
 * the other one after its beginning, else the receipt's own.
 */
export async function withReceipt(
  engine: Engine,
  now: ContextBasis,
  key: string,
): Promise<{ readonly basis: ContextBasis; readonly row: object } | { readonly known: readonly string[] }> {
  const known: string[] = [];
  const others = now.branches.filter(({ branch }) => branch !== now.branch);
  for (const of of [undefined, ...others]) {
    const basis = of ? await engine.contextBasis({ branch: of.branch }) : now;
    const row = basis.rows.find((candidate) => candidate.key === key);
    if (row) return { basis: of && isKin(now, of) ? now : basis, row: row.fields };
    const receipts = basis.rows.filter((candidate) => candidate.key.startsWith(RECEIPT));
    known.push(...receipts.map((candidate) => String(Number(candidate.key.slice(RECEIPT.length)))));
  }
  return { known };
}

function isKin({ branch, branches }: ContextBasis, other: LedgerBranch): boolean {
  const own = branches.find((one) => one.branch === branch);
  return own !== undefined && sharedMessages(own.kept, other.kept) > 0;
}

export function unknownReceipt(receipt: string, known: readonly string[]): WorkingMemoryError {
  return new WorkingMemoryError(
    'not-found',
    `No compaction that can be undone has the receipt ${receipt}. Valid receipts: ${known.join(', ') || 'none'}. ` +
      'A hard forget, an earlier undo and five later compactions invalidate a receipt. Nothing was changed.',
    { what: 'receipt', name: String(receipt) },
  );
}
