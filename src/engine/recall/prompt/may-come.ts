// Decides which texts may enter a prompt unasked. Texts from a tool, an import or a page never do: planted instructions
// would come back for ever.
import type { Trust } from '../../../options/provenance.ts';
import type { Entry } from '../entries.ts';

export function mayCome(entry: Entry): boolean {
  if (entry.kind === 'item') return isTrusted(entry.item);
  // Archives that the system wrote hold results of tools.
  if (entry.kind === 'chunk') return isTrusted(entry.document) && entry.document.source !== 'system';
  const { role } = entry.message.filterable;
  return (role === 'user' || role === 'assistant') && isTrusted(entry.message);
}

const isTrusted = ({ trust }: { readonly trust: Trust }): boolean => trust > 0;
