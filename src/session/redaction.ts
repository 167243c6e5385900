// What a hard forget takes out of texts that quote the forgotten one. Pure.

export const REDACTED = '[forgotten]';

/** A shorter text is only taken for a quotation when it is all there is: `tea` must not be cut out of `team`. */
const SHORTEST_QUOTATION = 12;

/** The text without these passages; undefined when it holds none of them. */
export function redacted(text: string, passages: readonly string[]): string | undefined {
  let result = text;
  for (const passage of passages) {
    if (text.trim() === passage.trim()) return REDACTED;
    if (passage.length >= SHORTEST_QUOTATION) result = result.split(passage).join(REDACTED);
  }
  return result === text ? undefined : result;
}
