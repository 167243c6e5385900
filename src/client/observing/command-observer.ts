// Tells the app's `onCommand`, and with `debug` the console, of each call when it is over. Loaded only then.
import type { Commit } from '../../api/memory.ts';
import type { CommandNews } from '../../api/watching/command-news.ts';
import type { Engine } from '../../boundary/engine.ts';
import { repeatsOf } from '../../boundary/repeats.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { Listeners } from '../listeners.ts';
import { standsFor } from './observed-engines.ts';

const MOST_IDS = 100;
const DEEPEST_ID = 3;

/** Of what the app's side plans: it asks once for each attempt. */
const PLANNED: readonly string[] = ['commitContext', 'commitImport', 'updateBlocks'];

/** @param clock the app's own, else that of the system */
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
  /** Calls with a writing command on its way, in the order in which the engine carries them out. */
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

  /** A commit that took several attempts is of the earliest command that is still on its way. */
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

  /** The same engine, which counts what this call asks of it. */
  engine(engine: Engine): Engine {
    const repeats = repeatsOf(engine);
    const methods = Object.entries(engine).map(([name, method]: [string, (...args: unknown[]) => Promise<unknown>]) => {
      const ask = async (...args: unknown[]): Promise<unknown> => {
        this.bytes += bytesOf(args);
        if (repeats[name] !== 'unsent') return method(...args);
        if (PLANNED.includes(name) || this.attempts === 0) this.attempts++;
        this.#writing.add(this);
        try {
          return await method(...args);
        } finally {
          this.#writing.delete(this);
        }
      };
      return [name, ask] as const;
    });
    const observed = Object.fromEntries(methods) as unknown as Engine;
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
