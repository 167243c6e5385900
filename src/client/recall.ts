// Implements recall for the app: adds the query's vector when there is an embedder, and lets the engine search.
import type { CallOptions } from '../api/call-options.ts';
import type { BlockOptions, RecalledBlock, RecallResult } from '../api/recall.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { Calls } from './calls/calls.ts';
import type { LazyContext } from './context-face.ts';
import type { EmbeddingClient } from './embedding/embedding.ts';

/** Limit of results without a request that takes them; the oldest go. */
const MOST_FOUND = 8;

export class RecallClient {
  readonly #calls: Calls;
  readonly #embedding: Pick<EmbeddingClient, 'queryVector'> | undefined;
  /** Results of searches, for the trace of the next request. */
  readonly #found: RecallResult[];

  constructor(calls: Calls, embedding: Pick<EmbeddingClient, 'queryVector'> | undefined, found: RecallResult[]) {
    this.#calls = calls;
    this.#embedding = embedding;
    this.#found = found;
  }

  /**
   * Returns a search method.
   * @param usual scope and ranking of calls that name none; absent: those of the option `recall`
   */
  search(method: string, usual: Pick<RecallOptions, 'scope' | 'ranking'> = {}) {
    return (prompt: string, options?: RecallOptions & CallOptions): Promise<RecallResult> =>
      this.#calls.call(
        method,
        async (engine, { scope = usual.scope, ranking = usual.ranking, ...asked }) => {
          const query = { ...asked, ...(scope !== undefined && { scope }), ...(ranking !== undefined && { ranking }) };
          const meaning = await this.#embedding?.queryVector(engine, prompt, query);
          const result = await engine.recall(prompt, query, meaning);
          if (this.#found.push(result) > MOST_FOUND) this.#found.shift();
          return result;
        },
        options,
      );
  }

  /** Recalls texts as a block. @param render makes the block of recalled texts */
  block(render: LazyContext['block'], question: string, options?: BlockOptions & CallOptions): Promise<RecalledBlock> {
    return this.#calls.call(
      'recall',
      async (engine, asked) => {
        const { maxTokens: _, ...query } = asked;
        return render(engine, question, asked, await this.#embedding?.queryVector(engine, question, query));
      },
      options,
    );
  }

  whyNot(id: string, prompt: string, options?: RecallOptions): Promise<WhyNot> {
    return this.#calls.call(
      'items.whyNot',
      async (engine, query) => {
        const meaning = await this.#embedding?.queryVector(engine, prompt, query);
        return engine.whyNot(id, prompt, query, meaning);
      },
      options,
    );
  }
}
