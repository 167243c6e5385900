// State of the embedder, and the number of texts that wait for it.
import type { EmbeddingStatus } from '../../api/embedding.ts';
import type { InspectorWords } from '../words/inspector-words.ts';
import { count } from './show-in.ts';

/** Writes the line, with the reason why the embedder waits or stopped, where it gives one. */
export function embedderLine({ state, waiting, stored, error }: EmbeddingStatus, words: InspectorWords): string {
  const line = words.vectors.status(words.vectors.states[state], count(waiting, words), count(stored, words));
  return error ? line + words.aside(error.message) : line;
}
