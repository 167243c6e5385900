// Which texts may come into a prompt without being asked for. What a tool, an import or a page brought never comes by
// itself: planted instructions would come back for ever.
import type { Trust } from '../../../options/provenance.ts';
import type { Entry } from '../entries.ts';

export function mayCome(entry: Entry): boolean {
  if (entry.kind === 'item') return isTrusted(entry.item);
  // What the system archived there holds results of tools.
  if (entry.kind === 'chunk') return isTrusted(entry.document) && entry.document.source !== 'system';
  const { role } = entry.message.filterable;
  return (role === 'user' || role === 'assistant') && isTrusted(entry.message);
}

const isTrusted = ({ trust }: { readonly trust: Trust }): boolean => trust > 0;
