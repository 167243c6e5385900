// Remembers outside of the storage which session was there, so that an emptied one is not taken for a first run.
import type { Commit } from '../api/memory.ts';
import type { Recovery } from '../api/recovery.ts';
import type { EngineStatus } from '../boundary/engine.ts';

/** Record of a session in numbers; no text of it. */
interface Remembered {
  readonly generation: string;
  readonly head: number;
  readonly items: number;
  readonly messages: number;
}

export type TextPlace = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Address = { readonly workspace: string; readonly session: string };

/** Pause between two writes; a page that goes away meanwhile remembers an older head, which is no alarm. */
const EVERY_MS = 1_000;

export const sentinelName = ({ workspace, session }: Address): string =>
  `working-memory ${JSON.stringify([workspace, session])}`;

/** Returns the page's place for sentinels; undefined where it has none, or is refused it. */
export function placeOfSentinels(): TextPlace | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export class Sentinel {
  readonly #place: TextPlace;
  readonly #key: string;
  #seen: Remembered | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: TextPlace, address: Address) {
    this.#place = place;
    this.#key = sentinelName(address);
  }

  /** Reports what was lost since the session was last seen; undefined where nothing was. Remembers it as it is now. */
  compare({ generation, head, recovery }: EngineStatus): Recovery | undefined {
    const { items = 0, messages = 0 } = recovery.kept;
    const before = this.#read();
    this.#seen = generation === undefined ? undefined : { generation, head, items, messages };
    this.#write();
    if (!before || !this.#seen) return undefined;
    // A session that was counted anew without its manifest gets another generation; it is the same where nothing is
    // missing.
    const isWhole = recovery.kind === 'repaired' && before.items <= items && before.messages <= messages;
    const isSame = before.generation === generation || isWhole;
    if (isSame && head >= before.head) return undefined;
    const lost: Partial<Record<'items' | 'messages', number>> = {};
    for (const store of ['items', 'messages'] as const) {
      const missing = before[store] - (isSame ? this.#seen[store] : 0);
      if (missing > 0) lost[store] = missing;
    }
    return { kind: isSame ? 'rolled-back' : 'reset', kept: recovery.kept, lost };
  }

  hear({ head, usage, events }: Commit): void {
    if (!this.#seen) return;
    let { messages } = this.#seen;
    for (const event of events) {
      if (event.type === 'message-appended') messages += 1;
      else if (event.type === 'transcript-trimmed') messages += event.from - event.to;
    }
    this.#seen = { ...this.#seen, head, items: usage.after.items, messages };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writeAgain();
    }, EVERY_MS);
  }

  close(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#writeAgain();
  }

  /** Forgets a session that was deleted on purpose. */
  static forget(place: TextPlace, address: Address): void {
    place.removeItem(sentinelName(address));
  }

  #read(): Remembered | undefined {
    try {
      const found = JSON.parse(this.#place.getItem(this.#key) ?? '') as Remembered;
      return typeof found.generation === 'string' ? found : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Writes unless the record was removed meanwhile: then the session was deleted on purpose, perhaps in another tab.
   */
  #writeAgain(): void {
    if (this.#read()) this.#write();
  }

  #write(): void {
    try {
      if (this.#seen) this.#place.setItem(this.#key, JSON.stringify(this.#seen));
    } catch {
      // The place is full. Without the record a reset goes unnoticed, and nothing else.
    }
  }
}
