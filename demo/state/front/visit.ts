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
  const isGone = (reply: Reply): boolean =>
    'known' in reply &&
    (!ids.has(reply.known.id) ||
      lost.some(({ id, message }) => id === reply.known.id && message === reply.known.message));
  return lines.map((line, at) => {
    if (line.kind === 'reply' && line.reply.kind === 'quoted' && isGone(line.reply))
      return { ...line, reply: { ...line.reply, known: { ...line.reply.known, text: '…' } } };
    const answer = lines[at + 1];
    const isOf =
      line.kind === 'said' && answer?.kind === 'reply' && answer.reply.kind === 'kept' && isGone(answer.reply);
    return isOf ? { ...line, text: '…' } : line;
  });
}
