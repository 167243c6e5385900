// A way to a server on which answers get lost: what was asked arrives, then the connection breaks.
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  /** The answers to so many of the next requests that hold `text` are lost, each with its connection. */
  loseAnswers(text: string, times: number): void;
  lost(): number;
  close(): Promise<void>;
}

export async function cuttingProxy(target: number): Promise<CuttingProxy> {
  let losing = { text: '', times: 0 };
  let lost = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let cut = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (asked) => {
      if (losing.times > 0 && asked.includes(losing.text)) {
        losing.times--;
        cut = true;
      }
      upstream.write(asked);
    });
    upstream.on('data', (answer) => {
      if (!cut) return void client.write(answer);
      lost++;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    loseAnswers: (text, times) => void (losing = { text, times }),
    lost: () => lost,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
