// Reports each completed call to the app's `onCommand` and, with `debug`, to the console. Loaded only with one of them.
import type { Commit } from '../../api/memory.ts';
import type { CommandNews } from '../../api/watching/command-news.ts';
import type { Engine } from '../../boundary/engine.ts';
import { type EngineMethod, mapMethods } from '../../boundary/engine-methods.ts';
import { repeatsOf } from '../../boundary/repeats.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { Listeners } from '../listeners.ts';
import { standsFor } from './observed-engines.ts';

const MOST_IDS = 100;
const DEEPEST_ID = 3;

/** Commands that the app's side plans, and sends again for each attempt. */
const PLANNED: readonly string[] = ['commitContext', 'commitImport', 'updateBlocks'];

/** Creates the observer of a session. @param clock the app's own; default: the system's */
export function observeCommands(
  told: readonly ((news: CommandNews) => void)[],
  session: string,
  clock: Clock | undefined,
): CommandObserver {
  const listeners = new Listeners<CommandNews>();
  for (const listener of told) listeners.add(listener);
  return new CommandObserver(listeners.notify, session, clock ?? (() => performance.timeOrigin + performance.now()));
}

export class CommandObserver {
  readonly #tell: (news: CommandNews) => void;
  readonly #session: string;
  readonly #now: Clock;
  /** Calls that wait for a write, in the order in which the engine runs their commands. */
  readonly #writing = new Set<ObservedCall>();

  constructor(tell: (news: CommandNews) => void, session: string, now: Clock) {
    this.#tell = tell;
    this.#session = session;
    this.#now = now;
  }

  began(command: string): ObservedCall {
    const at = this.#now();
    const call = new ObservedCall(this.#writing);
    call.follow = (answer) => {
      const over = (outcome: Pick<CommandNews, 'ids' | 'code'>): void => {
        const { attempts, bytes } = call;
        const ms = Math.max(0, this.#now() - at);
        this.#tell({ command, session: this.#session, at, ms, attempts: Math.max(1, attempts), bytes, ...outcome });
      };
      answer.then(
        (result) => over({ ids: command.startsWith('items.') ? [...new Set(idsIn(result))].slice(0, MOST_IDS) : [] }),
        (error: unknown) => over({ ids: [], code: isWorkingMemoryError(error) ? error.code : 'unknown' }),
      );
    };
    return call;
  }

  /** Adds the repeated attempts of a commit to the earliest call that waits for a write: the commit is its own. */
  heard({ attempts = 1 }: Commit): void {
    const [first] = this.#writing;
    if (first) first.attempts += attempts - 1;
  }
}

export class ObservedCall {
  attempts = 0;
  bytes = 0;
  follow: (answer: Promise<unknown>) => void = () => undefined;
  readonly #writing: Set<ObservedCall>;

  constructor(writing: Set<ObservedCall>) {
    this.#writing = writing;
  }

  /** Returns the same engine, but counts the bytes and attempts of this call. */
  engine(engine: Engine): Engine {
    const repeats = repeatsOf(engine);
    const observed = mapMethods(engine, (name, method: EngineMethod) => async (...args) => {
      this.bytes += bytesOf(args);
      if (repeats[name] !== 'unsent') return method(...args);
      if (PLANNED.includes(name) || this.attempts === 0) this.attempts++;
      this.#writing.add(this);
      try {
        return await method(...args);
      } finally {
        this.#writing.delete(this);
      }
    });
    standsFor(observed, engine);
    return observed;
  }
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return encoder.encode(value).length;
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const parts: Iterable<unknown> = value instanceof Map ? value.values() : Object.values(value);
  let bytes = 0;
  for (const part of parts) bytes += bytesOf(part);
  return bytes;
}

function idsIn(result: unknown, depth = 0): string[] {
  if (typeof result !== 'object' || result === null || depth > DEEPEST_ID) return [];
  if (Array.isArray(result)) return result.flatMap((each) => idsIn(each, depth));
  return Object.entries(result).flatMap(([name, value]) =>
    name === 'id' && typeof value === 'string' ? [value] : idsIn(value, depth + 1),
  );
}
