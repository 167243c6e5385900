// Page state that survives a reload beside the memory itself: the totals, the chart's points and the latest request.
import type { Agent } from '../../agent/agent.ts';
import type { RequestRecord, Totals } from '../../agent/request-record.ts';

/** One request as the chart draws it, in tokens. */
export interface Point {
  readonly withMemory: number;
  /** Absent, with `cutTurns`, where an app without a memory makes no request. */
  readonly withoutMemory?: number;
  readonly cutTurns?: number;
  readonly window: number;
  readonly isEpoch: boolean;
}

export interface Kept {
  readonly totals?: Totals;
  readonly points?: readonly Point[];
  readonly record?: RequestRecord;
}

const PREFIX = 'working-memory-demo/';
/** Time between two background writes: a write blocks the page, and a story at top speed asks for twelve a second. */
const EVERY_MS = 2000;

export interface Keeper {
  read(): Kept;
  write(kept: Kept): void;
  /** Writes the result of `kept` within two seconds, unless `write` comes first. */
  writeSoon(kept: () => Kept): void;
  /** Whether `writeSoon` has yet to write. */
  isBehind(): boolean;
  /** Removes everything; later writes are ignored. */
  remove(): void;
  /** Calls `listener` when another tab has written. Returns a function that unsubscribes. */
  follow(listener: () => void): () => void;
}

/** Creates a session's keeper. Its storage can be full or forbidden: a reload then shows less; nothing else is lost. */
export function createKeeper(session: string): Keeper {
  const name = PREFIX + session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRemoved = false;
  const remove = (): void => {
    try {
      localStorage.removeItem(name);
    } catch {
      // Storage is forbidden, so there is nothing to remove.
    }
  };
  const write = (kept: Kept): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isRemoved) return;
    try {
      localStorage.setItem(name, JSON.stringify(kept));
    } catch {
      remove();
    }
  };
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(name) ?? '{}') as Kept;
      } catch {
        return {};
      }
    },
    write,
    writeSoon(kept) {
      timer ??= setTimeout(() => write(kept()), EVERY_MS);
    },
    isBehind: () => timer !== undefined,
    remove() {
      isRemoved = true;
      clearTimeout(timer);
      timer = undefined;
      remove();
    },
    follow(listener) {
      const heard = ({ key }: StorageEvent): void => {
        if (key === name) listener();
      };
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
  };
}

export const pointOf = ({ sent: { withMemory, withoutMemory }, meter, epochReason }: RequestRecord): Point => ({
  withMemory: withMemory.tokens,
  ...(withoutMemory && { withoutMemory: withoutMemory.tokens, cutTurns: withoutMemory.cutTurns }),
  window: meter.tokensMax,
  isEpoch: epochReason !== undefined && epochReason !== 'session-started',
});

export const keptOf = (agent: Agent, points: readonly Point[], record: RequestRecord | undefined): Kept => ({
  totals: agent.totals,
  points,
  ...(record && { record }),
});
