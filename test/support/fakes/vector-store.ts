// Engine of the background indexer in memory, with inspectable texts and vectors.
import type { VectorEngine } from '../../../src/client/embedding/engine-in-use.ts';
import { WorkingMemoryError } from '../../../src/errors.ts';

export class VectorStore implements VectorEngine {
  readonly texts = new Map<string, string>();
  readonly vectors = new Map<string, Float32Array>();
  /** How often a vector of each text was stored. */
  readonly timesStored = new Map<string, number>();
  readonly models: string[] = [];
  readonly scans: (WebAssembly.Module | undefined)[] = [];
  asked = 0;
  commits = 0;
  seals = 0;
  /** Errors of the next calls of `storeVectors`, one each. */
  readonly failures: unknown[] = [];
  dimension: number | undefined;

  add(...texts: readonly string[]): void {
    for (const text of texts) this.texts.set(`key of ${text}`, text);
  }

  async useVectors(model: string, fastScan?: WebAssembly.Module): Promise<void> {
    this.models.push(model);
    this.scans.push(fastScan);
  }

  async unembedded(limit: number, without: readonly string[]) {
    this.asked++;
    const waiting = [...this.texts].filter(([key]) => !this.vectors.has(key) && !without.includes(key));
    return { texts: waiting.slice(0, limit).map(([key, text]) => ({ key, text })), waiting: waiting.length };
  }

  async storeVectors(_model: string, vectors: readonly { readonly key: string; readonly vector: Float32Array }[]) {
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    for (const { vector } of vectors) {
      this.dimension ??= vector.length;
      const square = vector.reduce((sum, value) => sum + value * value, 0);
      if (vector.length === this.dimension && square > 0.99 && square < 1.01) continue;
      const expected = `unit vectors of ${this.dimension} numbers`;
      throw new WorkingMemoryError('invalid-input', `vectors must be ${expected}.`, { argument: 'vectors', expected });
    }
    this.commits++;
    let stored = 0;
    for (const { key, vector } of vectors) {
      if (!this.texts.has(key)) continue;
      this.timesStored.set(key, (this.timesStored.get(key) ?? 0) + 1);
      this.vectors.set(key, vector);
      stored++;
    }
    return { stored };
  }

  async sealVectors(): Promise<void> {
    this.seals++;
  }

  /** Texts that have a vector, in order. */
  get done(): string[] {
    return [...this.texts].flatMap(([key, text]) => (this.vectors.has(key) ? [text] : []));
  }
}
