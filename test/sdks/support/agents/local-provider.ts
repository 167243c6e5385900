// Provider on this machine: answers in order or by a function, and keeps the requests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalProvider<Body> {
  readonly url: string;
  /** Bodies of the requests so far, oldest first. */
  readonly requests: readonly Body[];
  readonly close: () => Promise<void>;
}

/** Every request gets the next answer as JSON, or the one that is decided for it; one too many gets a 500. */
export async function localProvider<Body>(
  answers: readonly object[] | ((body: Body) => object),
): Promise<LocalProvider<Body>> {
  const requests: Body[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      const answer = typeof answers === 'function' ? answers(body) : answers[requests.length];
      requests.push(body);
      response.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: { message: `no answer for request ${requests.length}` } }));
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
