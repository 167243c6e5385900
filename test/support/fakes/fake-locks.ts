// Web Locks of one origin, in memory: exclusive locks, granted in the order of requests.

type Held = (lock: Lock | null) => unknown;
interface Options {
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}

export class FakeLocks {
  readonly names: string[] = [];
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #taken = new Map<string, number>();

  async request(name: string, { ifAvailable = false, signal }: Options, held: Held): Promise<unknown> {
    this.names.push(name);
    const taken = this.#taken.get(name) ?? 0;
    if (ifAvailable && taken > 0) return held(null);
    this.#taken.set(name, taken + 1);
    const turn = this.#queues.get(name) ?? Promise.resolve();
    const own = turn.then(async () => {
      signal?.throwIfAborted();
      return held({ name, mode: 'exclusive' });
    });
    const ended = own.catch(() => undefined).then(() => this.#taken.set(name, (this.#taken.get(name) ?? 1) - 1));
    this.#queues.set(name, ended);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      own.then(resolve, reject);
    });
  }
}
