// Extracts the part of a prompt that asks: the rest only leads up to the question. Pure.

/** UTF-16 units. A longer text is not a question. */
const LONGEST_QUESTION = 1000;
const SENTENCE_END = /(?<=[!?。！？\n])|(?<=[^\d\s]\.)\s/;
const ASKS = /[?？]\s*$/;

/** Returns the sentences that end in a question mark, or else the last one; nothing of a long prompt. */
export function askedPart(prompt: string): string {
  if (prompt.length > LONGEST_QUESTION) return '';
  const sentences = prompt.split(SENTENCE_END).filter((sentence) => sentence.trim());
  const asking = sentences.filter((sentence) => ASKS.test(sentence));
  return (asking[0] ? asking : sentences.slice(-1)).join(' ');
}
