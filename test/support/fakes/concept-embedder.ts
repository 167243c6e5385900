// Embedder that knows the meaning of a few words: texts on the same subject are close without a common word.
import { type ScriptedEmbedder, scriptedEmbedder } from './scripted-embedder.ts';

const CONCEPTS: readonly (readonly string[])[] = [
  ['dog', 'puppy', 'hound', 'beagle', 'pet'],
  ['car', 'vehicle', 'engine', 'garage', 'drive'],
  ['money', 'salary', 'invoice', 'budget', 'paid'],
  ['sea', 'ocean', 'beach', 'harbour', 'boat'],
];

/** Sums the directions of the text's concepts; a text without one has a common direction. */
export function conceptVector(text: string): Float32Array {
  const vector = new Float32Array(CONCEPTS.length + 1);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const concept = CONCEPTS.findIndex((words) => words.includes(word));
    if (concept >= 0) vector[concept] = (vector[concept] ?? 0) + 1;
  }
  if (vector.every((value) => value === 0)) vector[CONCEPTS.length] = 1;
  return vector;
}

export const conceptEmbedder = (model?: string): ScriptedEmbedder =>
  scriptedEmbedder((texts) => texts.map(conceptVector), model);
