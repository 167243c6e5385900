// Embedder that follows a test's script and records its calls.
import type { EmbedCall, Embedder } from '../../../src/ports/embedder.ts';

export type Answer = readonly (Float32Array | readonly number[])[];
export type Script = (texts: readonly string[], call: EmbedCall) => Answer | Promise<Answer>;

export interface ScriptedEmbedder extends Embedder {
  /** May be replaced at any time. */
  script: Script;
  readonly calls: { readonly texts: readonly string[]; readonly call: EmbedCall }[];
  released: number;
  /** Texts of the calls, without the word that the library probes an embedder with. */
  texts(): readonly string[];
}

export const PROBE = 'memory';
export const DIMENSION = 4;

/** Returns a vector derived from the text alone: equal texts give equal vectors, other texts other directions. */
export function vectorOf(text: string, dimension = DIMENSION): Float32Array {
  const vector = new Float32Array(dimension);
  for (let at = 0; at < text.length; at++) vector[at % dimension] = (vector[at % dimension] ?? 0) + text.charCodeAt(at);
  vector[0] = (vector[0] ?? 0) + 1;
  return vector;
}

export const vectorsOf: Script = (texts) => texts.map((text) => vectorOf(text));

export function scriptedEmbedder(script: Script = vectorsOf, model = 'test/model@1'): ScriptedEmbedder {
  const embedder: ScriptedEmbedder = {
    model,
    script,
    calls: [],
    released: 0,
    texts: () => embedder.calls.flatMap(({ texts }) => texts).filter((text) => text !== PROBE),
    async embed(texts, call) {
      embedder.calls.push({ texts, call });
      return embedder.script(texts, call);
    },
    async release() {
      embedder.released++;
    },
  };
  return embedder;
}

/** Settles only when it is aborted. */
export const hanging: Script = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

export const throwing =
  (message = 'out of order'): Script =>
  () => {
    throw new Error(message);
  };
