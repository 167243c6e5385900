// Proxy to a server that delivers requests, and answers late, in halves, twice, or not at all.
import { connect, createServer, type Socket } from 'node:net';

/**
 * Fault of an answer. `lost`: the connection breaks instead · `halved`: its first half arrives, then nothing more on
 * this connection · `repeated`: it arrives, and again in place of the next answer
 */
export type Hindrance = 'lost' | 'halved' | 'repeated';

export interface HinderingProxy {
  readonly port: number;
  /** Applies the fault to answers of the next `times` requests that contain `text`. */
  hinder(what: Hindrance, text: string, times: number): void;
  /** Number of faulty answers so far. */
  hindered(): number;
  /** Delays every answer. */
  delay(ms: number): void;
  /** Breaks all connections visibly, so that both ends notice. */
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
