// Compares the transcript with its count. Opening does not wait for it: a session opens without reading a message.
import type { Recovery } from '../../../api/recovery.ts';
import type { Manifest, RowChange } from '../../../storage/port.ts';
import { messageKey } from '../../../tree/transcript/transcript.ts';
import { type CountedMessages, hasBytes, present } from './recount.ts';
import { countsOf, heldBy } from './divergence.ts';
import { isMessageKey } from './verifying.ts';
import type { SessionPlace } from '../session-place.ts';
import type { SessionState } from '../state.ts';

interface Owner {
  /** Runs work between commands. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Takes over commits of other owners; resolves to whether there were any. */
  catchUp(): Promise<boolean>;
  tell(recovery: Recovery): void;
}

export class TranscriptCheck {
  readonly #state: SessionState;
  readonly #place: SessionPlace;
  readonly #owner: Owner;
  /** Identity of the latest load. */
  #load = {};
  #isSureOfEnd = false;

  constructor(state: SessionState, place: SessionPlace, owner: Owner) {
    this.#state = state;
    this.#place = place;
    this.#owner = owner;
  }

  /** Starts over after the session was loaded. */
  begin(): void {
    this.#load = {};
    this.#isSureOfEnd = false;
  }

  /**
   * Protects rows beyond the last counted message from being overwritten, before a command appends. Looks once after
   * each load.
   */
  async sureOfEnd(): Promise<void> {
    if (this.#isSureOfEnd) return;
    let isBeyond = await this.#isBeyond();
    // Another owner may have appended the row, and may append one after another.
    while (isBeyond && (await this.#owner.catchUp())) isBeyond = await this.#isBeyond();
    if (isBeyond) {
      const { manifest } = this.#state;
      const beyond = await this.#place.allRows('messages', afterLast(manifest));
      this.#correct({ rows: promised(manifest), next: endOf(beyond) });
    }
    this.#isSureOfEnd = true;
  }

  /** Must be called before the whole transcript is read; the returned function takes the rows found and their bytes. */
  reading(): (read: readonly RowChange[], sound: ReadonlySet<string>, bytes: () => number) => Promise<void> {
    const counted = this.#state.manifest;
    const load = this.#load;
    return (read, sound, bytes) =>
      this.#owner.alone(async () => {
        await this.#owner.catchUp();
        // After another load the transcript is read again.
        if (load !== this.#load) return;
        const now = this.#state.manifest;
        const found = [...sound].filter((key) => Number(key) < counted.messages).length;
        // If others dropped messages meanwhile, some of them may be among those found: the next opening compares.
        const appended = now.messages - counted.messages;
        const isComparable = promised(now) - promised(counted) === appended;
        const rows = isComparable ? found + appended : promised(now);
        this.#correct({ rows, next: endOf(read) });
        const { manifest } = this.#state;
        if (!hasBytes(manifest)) this.#state.manifest = { ...manifest, bytes: bytes() };
      });
  }

  async #isBeyond(): Promise<boolean> {
    const [next] = await this.#place.rows('messages', afterLast(this.#state.manifest), 1);
    return next !== undefined && isMessageKey(next.key);
  }

  /**
   * Corrects the state's count of messages to those found, and tells of a difference. Addresses stay: the count never
   * falls, and no index is given out twice.
   * @param found sound rows of counted messages, and the end of all rows
   */
  #correct(found: CountedMessages): void {
    const { manifest } = this.#state;
    const { rows } = manifest;
    const lost = Math.max(0, promised(manifest) - found.rows);
    const messages = Math.max(manifest.messages, found.next);
    if (lost === 0 && messages === manifest.messages) return;
    const kept = promised(manifest) - lost + messages - manifest.messages;
    this.#state.manifest = { ...manifest, messages, ...(rows && { rows: { ...rows, messages: kept } }) };
    this.#owner.tell({
      kind: lost > 0 ? 'partial' : 'repaired',
      kept: { ...countsOf(heldBy(this.#state)), messages: kept },
      lost: present({ messages: lost }),
    });
  }
}

/** Returns the index after the last message. */
const endOf = (rows: readonly RowChange[]): number =>
  rows.reduce((end, { key }) => (isMessageKey(key) ? Math.max(end, Number(key) + 1) : end), 0);

const afterLast = ({ messages }: Manifest): string => (messages > 0 ? messageKey(messages - 1) : '');

const promised = ({ rows, messages }: Manifest): number => rows?.messages ?? messages;
