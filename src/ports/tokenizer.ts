/**
 * Counts the tokens of a text as the app's model would.
 * Contract: a whole number ≥ 0, the same for the same text; a rejection fails the command that asked, nothing is stored.
 */
export interface TokenCounter {
  count(text: string): number | Promise<number>;
}
