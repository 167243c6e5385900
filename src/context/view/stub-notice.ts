// The line that stands for a result whose text is elsewhere. Pure. Separate, because every view may have one, while few
// make one.
import type { ContextWording } from '../words/wording.ts';
import type { LedgerStub } from './ledger.ts';

/**
 * Says where an offloaded result is. A page is read again from its file; half of its lines are likely to fit where all
 * of them did not.
 */
export function stubNotice(
  { tokens, path, lines }: Pick<LedgerStub, 'tokens' | 'lines'> & { readonly path: string },
  { stub }: ContextWording,
): string {
  if (!lines) return stub.offloaded(tokens, path);
  const { first, last } = lines;
  return stub.pageOffloaded({ tokens, path, first, last, fewer: Math.ceil((last - first + 1) / 2) });
}
