// Lines of a visit on the first screen, and their text after a fact is forgotten. Pure.
import type { Imported } from '../../talk/imports.ts';
import type { Known, Reply } from '../../talk/talk.ts';

/** Event of this visit: a typed line, its reply, or an import. */
export type Line =
  | { readonly kind: 'said'; readonly text: string; readonly isPrivate: boolean }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'imported'; readonly imported: Imported };

/** Replaces the text of forgotten facts by an ellipsis. @param known facts that are still known */
export function withoutForgotten(lines: readonly Line[], known: readonly Known[]): readonly Line[] {
  const ids = new Set(known.map(({ id }) => id));
  // An imported conversation is still known after it lost a message.
  const lost = lines.flatMap((line) => (line.kind === 'reply' && 'of' in line.reply && line.reply.of) || []);
  const isGone = (fact: Known): boolean =>
    !ids.has(fact.id) || lost.some(({ id, message }) => id === fact.id && message === fact.message);
  const shown = (fact: Known): Known => (isGone(fact) ? { ...fact, text: '…' } : fact);
  return lines.map((line, at) => {
    if (line.kind === 'reply') return { ...line, reply: withFacts(line.reply, shown) };
    const answer = lines[at + 1];
    const told = line.kind === 'said' && answer?.kind === 'reply' && answer.reply.kind === 'kept' && answer.reply.known;
    return told && isGone(told) ? { ...line, text: '…' } : line;
  });
}

function withFacts(reply: Reply, shown: (fact: Known) => Known): Reply {
  if (reply.kind === 'quoted') return { ...reply, known: shown(reply.known) };
  return reply.kind === 'listed' ? { ...reply, known: reply.known.map(shown) } : reply;
}
