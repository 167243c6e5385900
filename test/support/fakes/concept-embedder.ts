// An embedder that knows what a few words mean: texts about the same thing are close without a common word.
import { type ScriptedEmbedder, scriptedEmbedder } from './scripted-embedder.ts';

const CONCEPTS: readonly (readonly string[])[] = [
  ['dog', 'puppy', 'hound', 'beagle', 'pet'],
  ['car', 'vehicle', 'engine', 'garage', 'drive'],
  ['money', 'salary', 'invoice', 'budget', 'paid'],
  ['sea', 'ocean', 'beach', 'harbour', 'boat'],
];

/** Each concept has a direction of its own, and what belongs to none of them one that is common to all. */
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
