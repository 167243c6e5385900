// Implements recall for the app: adds the query's vector when there is an embedder, and lets the engine search.
import type { CallOptions } from '../api/call-options.ts';
import type { RecallResult } from '../api/recall.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { Calls } from './calls.ts';
import type { EmbeddingClient } from './embedding/embedding.ts';

export class RecallClient {
  readonly #calls: Calls;
  readonly #embedding: Pick<EmbeddingClient, 'queryVector'> | undefined;

  constructor(calls: Calls, embedding: Pick<EmbeddingClient, 'queryVector'> | undefined) {
    this.#calls = calls;
    this.#embedding = embedding;
  }

  /** `items.remember` and `files.search` differ only in their default scope. */
  search(method: string, scope: RecallOptions['scope'] & {}) {
    return (prompt: string, options: RecallOptions & CallOptions = {}): Promise<RecallResult> => {
      const { signal: _, ...query } = options;
      return this.#calls.call(
        method,
        async (engine) => {
          const meaning = await this.#embedding?.queryVector(engine, prompt, query.ranking);
          return engine.recall(prompt, { scope, ...query }, meaning);
        },
        options,
      );
    };
  }

  whyNot(id: string, prompt: string, options: RecallOptions = {}): Promise<WhyNot> {
    return this.#calls.call('items.whyNot', async (engine) => {
      const meaning = await this.#embedding?.queryVector(engine, prompt, options.ranking);
      return engine.whyNot(id, prompt, options, meaning);
    });
  }
}
