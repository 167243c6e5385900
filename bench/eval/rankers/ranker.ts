// Contract of a ranker, which orders the texts of a store for a question.
import type { Question, Store } from '../stores.ts';

export interface Ranker {
  readonly name: string;
  /** Indexes the texts of a store. Only one store is open at a time. */
  open(store: Store): Promise<OpenRanker>;
}

export interface OpenRanker {
  /** Returns at most `most` unique ids, best first. */
  search(question: Pick<Question, 'q' | 'ts'>, most: number): Promise<readonly string[]>;
  close?(): Promise<void>;
}

/** Opens a ranker that throws on an answer outside of the contract instead of scoring it. */
export async function openChecked(ranker: Ranker, store: Store): Promise<OpenRanker> {
  const ids = new Set(store.corpus.map(({ id }) => id));
  const failure = (error: unknown): Error =>
    new Error(
      `${ranker.name} on ${store.set}, ${store.group}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  const open = await ranker.open(store).catch((error: unknown) => {
    throw failure(error);
  });
  return {
    async search(question, most) {
      try {
        const answer = await open.search(question, most);
        checkAnswer(answer, ids, most);
        return answer;
      } catch (error) {
        throw failure(error);
      }
    },
    close: async () => open.close?.(),
  };
}

function checkAnswer(answer: readonly string[], ids: ReadonlySet<string>, most: number): void {
  if (answer.length > most) throw new Error(`${answer.length} ids were given where ${most} were asked for`);
  if (new Set(answer).size < answer.length) throw new Error(`an id was given twice: ${answer.join(', ')}`);
  const stranger = answer.find((id) => !ids.has(id));
  if (stranger !== undefined) throw new Error(`${JSON.stringify(stranger)} is not the id of a text`);
}
