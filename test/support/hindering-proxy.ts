// A way to a server on which requests arrive and answers come late, by halves, twice, or not at all.
import { connect, createServer, type Socket } from 'node:net';

/**
 * What becomes of an answer. `lost`: the connection breaks instead · `halved`: its first half comes, then nothing more on
 * this connection · `repeated`: it comes, and once more in the place where the next one is awaited
 */
export type Hindrance = 'lost' | 'halved' | 'repeated';

export interface HinderingProxy {
  readonly port: number;
  /** The answers to so many of the next requests that hold `text`. */
  hinder(what: Hindrance, text: string, times: number): void;
  /** How many answers were hindered. */
  hindered(): number;
  /** Every answer takes so much longer. */
  delay(ms: number): void;
  /** Breaks all connections, as a network that notices does. */
  breakOff(): void;
  close(): Promise<void>;
}

export async function hinderingProxy(target: number): Promise<HinderingProxy> {
  let next: { readonly what: Hindrance; readonly text: string; times: number } | undefined;
  let hindered = 0;
  let delayMs = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let meant: Hindrance | undefined;
    let isSilent = false;
    let again: Buffer | undefined;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const answer = (data: Buffer): void => {
      if (isSilent || client.destroyed) return;
      const what = meant;
      meant = undefined;
      if (what) hindered++;
      if (what === 'lost') return void client.destroy();
      isSilent = what === 'halved';
      if (what === 'repeated') again = data;
      client.write(isSilent ? data.subarray(0, data.length / 2) : data);
    };
    client.on('data', (asked) => {
      if (again) client.write(again);
      again = undefined;
      if (next && next.times > 0 && asked.includes(next.text)) {
        next.times--;
        meant = next.what;
      }
      upstream.write(asked);
    });
    let before = Promise.resolve<unknown>(undefined);
    upstream.on('data', (data: Buffer) => {
      const late = new Promise((resolve) => void setTimeout(resolve, delayMs));
      before = Promise.all([before, late]).then(() => answer(data));
    });
  });
  const breakOff = (): void => {
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    hinder: (what, text, times) => void (next = { what, text, times }),
    hindered: () => hindered,
    delay: (ms) => void (delayMs = ms),
    breakOff,
    async close() {
      breakOff();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
