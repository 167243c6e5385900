// Searches texts for a prompt: in the whole workspace if this session takes from others, otherwise in the session
// alone.
import type { Meaning } from '../../../boundary/engine.ts';
import { isWorkingMemoryError } from '../../../errors.ts';
import type { RecallQuery } from '../../../recall/query.ts';
import type { Workspace } from '../../workspace/no-workspace.ts';
import type { Entry } from '../entries.ts';
import type { Recalled, RecallSearch } from '../recall.ts';
import { mayCome } from './may-come.ts';

/** @param session another session that holds the entry; absent for this one */
type IsWanted = (entry: Entry, session?: string) => boolean;

export class PromptSearch {
  readonly #own: Pick<RecallSearch, 'ask'>;
  readonly #workspace: Pick<Workspace, 'ask' | 'isReached' | 'holdsOwn' | 'own'>;

  constructor(own: Pick<RecallSearch, 'ask'>, workspace: Pick<Workspace, 'ask' | 'isReached' | 'holdsOwn' | 'own'>) {
    this.#own = own;
    this.#workspace = workspace;
  }

  /** Takes from other conversations only what may come unasked. The workspace is searched by words alone. */
  async ask(query: RecallQuery, meaning?: Meaning, isWanted?: IsWanted): Promise<Recalled> {
    return (await this.#everywhere(query, isWanted)) ?? this.here(query, meaning, isWanted);
  }

  here(query: RecallQuery, meaning?: Meaning, isWanted?: IsWanted): Promise<Recalled> {
    return this.#own.ask(query, meaning, isWanted);
  }

  /** @throws as `Workspace.ask` */
  everywhere(query: RecallQuery, isWanted: IsWanted = () => true): Promise<Recalled> {
    const { own } = this.#workspace;
    return this.#workspace.ask(query, ({ session, entry }) =>
      session === own ? isWanted(entry) : mayCome(entry) && isWanted(entry, session),
    );
  }

  /** Returns undefined if this session must answer alone: it is private, or its workspace fails or lacks its texts. */
  async #everywhere(query: RecallQuery, isWanted?: IsWanted): Promise<Recalled | undefined> {
    if (!this.#workspace.isReached) return undefined;
    try {
      const recalled = await this.everywhere(query, isWanted);
      return this.#workspace.holdsOwn ? recalled : undefined;
    } catch (error) {
      if (!isWorkingMemoryError(error)) throw error;
      return undefined;
    }
  }
}
