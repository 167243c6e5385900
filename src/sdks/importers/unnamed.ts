// Conversations without an id. Each has a random name and is known again by the messages that its session still holds:
// nothing else is stored of them, so that a forgotten text is in no name and no hash.
import type { WorkingMemory } from '../../api/memory.ts';
import { hash } from '../../tree/hash.ts';
import type { Message, NewMessage } from '../../tree/transcript/transcript.ts';
import { isWhole } from './held.ts';

/** Number of messages by which a conversation is known: the first ones that its session still holds. */
const OPENING = 10;
const PAGE = 1000;
/** Matches a random name; former versions gave a hash of 16 digits. */
const NAME = /^(?:[0-9a-f]{16}|[0-9a-f]{24})$/;

interface SessionsThere {
  /** Number of messages in each existing session, by its name. */
  readonly known: ReadonlyMap<string, number>;
  /** Called between two sessions. @throws where the import is to end */
  readonly pause: () => Promise<void>;
}

interface Known {
  readonly session: string;
  /** Hash of each message by its index. */
  readonly opening: ReadonlyMap<number, string>;
}

/** Unnamed conversations of one import, which has one format. */
export class UnnamedConversations {
  readonly #memory: Pick<WorkingMemory, 'sessions'>;
  readonly #newId: () => string;
  #known: Known[] | undefined;

  constructor(memory: Pick<WorkingMemory, 'sessions'>, newId: () => string) {
    this.#memory = memory;
    this.#newId = newId;
  }

  /** Returns the session that begins as these messages do, else a new name. */
  async sessionOf(format: string, messages: readonly NewMessage[], there: SessionsThere): Promise<string> {
    const known = (this.#known ??= await this.#all(`${format}-`, there));
    const said: string[] = [];
    const isSaid = ([index, told]: readonly [number, string]): boolean => {
      const message = messages[index];
      return message === undefined || (said[index] ??= saying(message)) === told;
    };
    const same = known.find(({ opening }) => {
      const both = [...opening].filter(([index]) => index < messages.length);
      return both.length > 0 && both.every(isSaid);
    });
    if (same) return same.session;
    const session = `${format}-${this.#newId()}`;
    known.push({ session, opening: openingOf(messages.map((message, index) => ({ ...message, index }))) });
    return session;
  }

  async #all(prefix: string, { known: sessions, pause }: SessionsThere): Promise<Known[]> {
    const known: Known[] = [];
    for (const [session, count] of sessions) {
      if (!session.startsWith(prefix) || !NAME.test(session.slice(prefix.length))) continue;
      known.push({ session, opening: await this.#opening(session, count) });
      await pause();
    }
    return known;
  }

  async #opening(session: string, count: number): Promise<Known['opening']> {
    const opened = await this.#memory.sessions.open(session);
    try {
      for (let from = 0; from < count; from += PAGE) {
        const page = await opened.transcript.read({ from, limit: PAGE });
        const held = page.filter(isWhole);
        if (held.length > 0) return openingOf(held);
      }
      return new Map();
    } finally {
      await opened.close();
    }
  }
}

const openingOf = (messages: readonly (NewMessage & Pick<Message, 'index'>)[]): Known['opening'] =>
  new Map(messages.slice(0, OPENING).map((message) => [message.index, saying(message)]));

/** Hashes a message, for memory alone; without its time, which a phone writes in the zone where it is. */
const saying = ({ role, name = '', text, results = [] }: NewMessage): string =>
  hash(JSON.stringify([role, name, text, results.map((result) => result.text)]));
