// The app's conversation in the transcript: answers recorded at once, and the whole list given back.
import type { Recorded } from '../../api/context.ts';
import type { Engine } from '../../boundary/engine.ts';
import { cutBack, endOf, holds, type ListPlace, recordingOf, withRows } from '../../context/list/kept-list.ts';
import { readLedger } from '../../context/view/ledger.ts';
import type { Lens } from '../../context/view/lens.ts';
import { ROWS_PER_READ } from '../../options.ts';
import type { CheckedMessage, Message, NewMessage } from '../../tree/transcript/transcript.ts';
import { attempts, commit } from './commit.ts';
import { originalOf, storedOriginal } from './originals.ts';
import { checkLens, neutralForm } from './read-messages.ts';
import { invalid } from './refusals.ts';
import { transcriptForm } from './transcript-form.ts';

export class Conversation {
  readonly #longest: number;
  /** End of the list that this owner prepared, recorded or restored last. */
  #end: ListPlace | undefined;
  /** The app's objects in the list that was prepared last. */
  #prepared = new WeakSet<object>();

  /** @param longest of a message's text and of its object, in UTF-16 units */
  constructor(longest: number) {
    this.#longest = longest;
  }

  prepared(messages: readonly unknown[], end: ListPlace): void {
    this.#prepared = new WeakSet(messages as readonly object[]);
    this.#end = end;
  }

  /** With the app's own object where the neutral form does not say all. */
  rows<Message>(
    lens: Lens<Message>,
    messages: readonly Message[],
    neutral: readonly NewMessage[],
  ): Promise<CheckedMessage[]> {
    const row = async (message: Message, index: number): Promise<CheckedMessage> => {
      const form = neutral[index] as NewMessage;
      const original = await originalOf(lens, message, form, this.#longest);
      return transcriptForm({ ...form, ...original }, this.#longest);
    };
    return Promise.all(messages.map(row));
  }

  /** @throws invalid-input */
  async record<Message>(
    engine: Engine,
    lens: Lens<Message>,
    given: Message | readonly Message[],
  ): Promise<Omit<Recorded, 'saved'>> {
    checkLens(lens);
    const list = (Array.isArray(given) ? given : [given]) as readonly Message[];
    if (list.length === 0) throw invalid('messages', 'a message or a list of messages', 'an empty list');
    const neutral = list.map((message, index) => neutralForm(lens, message, index));
    // Recorded after the request that held it: a text alone could as well be said again.
    if (list.every((message) => this.#prepared.has(message as object))) return { count: 0 };
    return attempts(engine, async (basis) => {
      const state = readLedger(basis.rows);
      const { kept } = state.ledger;
      const base = this.#end && holds(kept, this.#end) ? this.#end : endOf(kept);
      const { after, from, hashes } = recordingOf(kept, base, neutral);
      const end = { count: after.count + hashes.length, hash: hashes.at(-1) ?? after.hash };
      if (hashes.length > 0) {
        const next = withRows(cutBack(kept, after), basis.messages, hashes);
        const isDone = await commit(engine, basis, {
          state: { ...state, ledger: { ...state.ledger, kept: next, revision: state.ledger.revision + 1 } },
          undoes: undefined,
          messages: await this.rows(lens, list.slice(from), neutral.slice(from)),
          archives: [],
          overview: undefined,
          block: undefined,
          step: false,
        });
        if (!isDone) return undefined;
      }
      this.#end = end;
      return { count: hashes.length };
    });
  }

  async restore<Message>(engine: Engine, lens: Lens<Message>): Promise<Message[]> {
    checkLens(lens);
    const { rows: ledger, messages } = await engine.contextBasis();
    const { kept } = readLedger(ledger).ledger;
    // An import brings the transcript without the ledger: its list is all that was said.
    const runs = kept.count > 0 ? kept.rows : [[0, messages] as const];
    const tools = new Map<string, string>();
    const list: Message[] = [];
    for (const [first, count] of runs) {
      for (let from = first; from < first + count; from += ROWS_PER_READ) {
        const page = await engine.readMessages(from, Math.min(ROWS_PER_READ, first + count - from));
        // A damaged row is left out of the page, which then reaches further; a dropped one has nothing to give back.
        for (const row of page.filter(({ index, dropped }) => index < first + count && !dropped)) {
          for (const { id, name } of row.calls ?? []) tools.set(id, name);
          list.push(...(await restored(lens, row, tools)));
        }
      }
    }
    if (kept.count > 0) this.#end = endOf(kept);
    return list;
  }
}

async function restored<App>(lens: Lens<App>, row: Message, tools: ReadonlyMap<string, string>): Promise<App[]> {
  const original = row.redacted ? undefined : await storedOriginal(lens, row);
  if (original !== undefined) return [original];
  return (
    lens.write?.(row, (id) => tools.get(id) ?? '') ?? [lens.inject(row.role === 'system' ? 'system' : 'user', row.text)]
  );
}
