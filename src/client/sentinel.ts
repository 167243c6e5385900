// Remembers outside of the storage which session was there, so that an emptied one is not taken for a first run.
import type { Commit } from '../api/memory.ts';
import type { Recovery } from '../api/recovery.ts';
import type { EngineStatus } from '../boundary/engine.ts';

/** Numbers only; no text of the session. */
interface Remembered {
  readonly generation: string;
  readonly head: number;
  readonly items: number;
  readonly messages: number;
}

export type TextPlace = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Address = { readonly workspace: string; readonly session: string };

/** Between two writes; a page that goes away meanwhile remembers an older head, which is no alarm. */
const EVERY_MS = 1_000;

export const sentinelName = ({ workspace, session }: Address): string =>
  `working-memory ${JSON.stringify([workspace, session])}`;

/** Undefined where the page has none, or is refused it. */
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

  /** What became of the session since it was last seen; undefined where nothing did. Remembers it as it is now. */
  compare({ generation, head, recovery }: EngineStatus): Recovery | undefined {
    const { items = 0, messages = 0 } = recovery.kept;
    const before = this.#read();
    this.#seen = generation === undefined ? undefined : { generation, head, items, messages };
    this.#write();
    if (!before || generation === undefined) return undefined;
    const kind = before.generation !== generation ? 'reset' : head < before.head ? 'rolled-back' : undefined;
    if (kind === undefined) return undefined;
    const kept = kind === 'reset' ? { items: 0, messages: 0 } : { items, messages };
    const missing = { items: before.items - kept.items, messages: before.messages - kept.messages };
    const lost = Object.fromEntries(Object.entries(missing).filter(([, count]) => count > 0));
    return { kind, kept: recovery.kept, lost };
  }

  hear({ head, usage, events }: Commit): void {
    const { generation, messages = 0 } = this.#seen ?? {};
    if (generation === undefined) return;
    const indexes = events.map((event) => (event.type === 'message-appended' ? event.index + 1 : 0));
    this.#seen = { generation, head, items: usage.after.items, messages: Math.max(messages, ...indexes) };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write();
    }, EVERY_MS);
  }

  close(): void {
    // Nothing new to remember: the session may have been deleted on purpose meanwhile.
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#write();
  }

  /** The session was deleted on purpose. */
  static forget(place: TextPlace, address: Address): void {
    place.removeItem(sentinelName(address));
  }

  #read(): Remembered | undefined {
    try {
      const found = JSON.parse(this.#place.getItem(this.#key) ?? 'null') as Remembered | null;
      return typeof found?.generation === 'string' ? found : undefined;
    } catch {
      return undefined;
    }
  }

  #write(): void {
    try {
      if (this.#seen) this.#place.setItem(this.#key, JSON.stringify(this.#seen));
    } catch {
      // Full: without it a reset goes unnoticed, and nothing else.
    }
  }
}
