// Memory workers without threads: the code of both sides of the boundary, with ports between them that a test can cut.
import { type MemoryScope, serve, type StartEngine } from '../../../src/boundary/serve.ts';

/** Inside of a worker. */
export interface FakeThread {
  /** False once it was killed or hangs: from then on it must have no effect. */
  works(): boolean;
}

export class FakeWorkers {
  started = 0;
  /** Web Locks as far as liveness needs them: a worker holds a lock until it ends, and the page waits for it. */
  readonly locks = {
    request: async (name: string, granted: () => unknown): Promise<unknown> => {
      const waiting = this.#locks.get(name);
      if (waiting) return new Promise((resolve) => waiting.push(() => resolve(granted())));
      this.#locks.set(name, []);
      return granted();
    },
  };
  readonly #locks = new Map<string, (() => void)[]>();
  readonly #start: (thread: FakeThread) => StartEngine;
  #newest: { readonly cut: () => void; readonly end: () => void } | undefined;

  constructor(start: (thread: FakeThread) => StartEngine) {
    this.#start = start;
  }

  /** Ends the newest worker. */
  kill(): void {
    this.#newest?.end();
  }

  /** Makes the newest worker hang: it lives but answers nothing more. */
  hang(): void {
    this.#newest?.cut();
  }

  readonly start = (): Worker => {
    this.started++;
    const ports: MessagePort[] = [];
    let works = true;
    let name = '';
    const outside = new EventTarget();
    const inside = new EventTarget();
    const say = (message: string): void => {
      name = message;
      outside.dispatchEvent(new MessageEvent('message', { data: message }));
    };
    const cut = (): void => {
      works = false;
      for (const port of ports) port.close();
    };
    const end = (): void => {
      cut();
      for (const tell of this.#locks.get(name) ?? []) tell();
      this.#locks.delete(name);
    };
    /** Returns the worker's end of a channel between the page's port and its own. */
    const through = (page: MessagePort): MessagePort => {
      const { port1: near, port2: far } = new MessageChannel();
      ports.push(page, near, far);
      page.addEventListener('message', ({ data }) => near.postMessage(data));
      near.addEventListener('message', ({ data }) => page.postMessage(data));
      page.start();
      near.start();
      return far;
    };
    const postMessage = (data: unknown, [port]: MessagePort[]): void => {
      if (works) inside.dispatchEvent(new MessageEvent('message', { data, ports: [through(port as MessagePort)] }));
    };
    this.#newest = { cut, end };
    void serve(Object.assign(inside, { postMessage: say }) as MemoryScope, this.#start({ works: () => works }));
    return Object.assign(outside, { postMessage, terminate: end }) as unknown as Worker;
  };
}
