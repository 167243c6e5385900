// What of a prompt asks: the rest only tells what leads to the question. Pure.

/** UTF-16 units. A longer text is no question. */
const LONGEST_QUESTION = 1000;
const SENTENCE_END = /(?<=[!?。！？\n])|(?<=[^\d\s]\.)\s/;
const ASKS = /[?？]\s*$/;

/** The sentences that end in a question mark, or the last one; nothing of a long prompt. */
export function askedPart(prompt: string): string {
  if (prompt.length > LONGEST_QUESTION) return '';
  const sentences = prompt.split(SENTENCE_END).filter((sentence) => sentence.trim());
  const asking = sentences.filter((sentence) => ASKS.test(sentence));
  return (asking[0] ? asking : sentences.slice(-1)).join(' ');
}
