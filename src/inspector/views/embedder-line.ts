// What the embedder is at, and how much waits for it.
import type { EmbeddingStatus } from '../../api/embedding.ts';
import type { InspectorWords } from '../words/inspector-words.ts';
import { count } from './show-in.ts';

/** With why it waits or stopped, where it says so. */
export function embedderLine({ state, waiting, stored, error }: EmbeddingStatus, words: InspectorWords): string {
  const line = words.vectors.status(words.vectors.states[state], count(waiting, words), count(stored, words));
  return error ? line + words.aside(error.message) : line;
}
