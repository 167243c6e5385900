/**
 * Counts the tokens of a text for the app's model.
 *
 * Contract: a whole number ≥ 0, the same for the same text. A rejection fails the command that asked; nothing is stored.
 */
export interface TokenCounter {
  count(text: string): number | Promise<number>;
}
