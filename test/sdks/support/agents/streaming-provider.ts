// Provider on this machine that streams its answers as server-sent events, and keeps the requests.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Answer to one request: events of a stream, a whole message, an error with this status, or events and then silence.
 */
export type StreamedAnswer =
  | readonly object[]
  | { readonly whole: object }
  | { readonly status: number; readonly message: string }
  | { readonly hangsAfter: readonly object[] };

export interface StreamingProvider<Body> {
  readonly url: string;
  readonly requests: readonly Body[];
  /** Requests whose connection was given up by the client. */
  readonly givenUp: () => number;
}

/**
 * It ends with the test that started it.
 * @param format of events: with `named` each is preceded by its type, as Anthropic and Responses send them; `done`: the
 * stream ends with a line that says so, as chat completions do
 */
export async function streamingProvider<Body>(
  answers: readonly StreamedAnswer[],
  { named = false, done = !named }: { readonly named?: boolean; readonly done?: boolean } = {},
): Promise<StreamingProvider<Body>> {
  const requests: Body[] = [];
  let givenUp = 0;
  const write = (response: ServerResponse, events: readonly object[]): void => {
    for (const event of events) {
      const name = named ? `event: ${(event as { type: string }).type}\n` : '';
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(JSON.parse(Buffer.concat(chunks).toString()) as Body);
      const answer = answers[requests.length - 1] ?? {
        status: 500,
        message: `no answer for request ${requests.length}`,
      };
      if ('status' in answer) {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { type: 'api_error', message: answer.message } }));
        return;
      }
      if ('whole' in answer) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ type: 'message', role: 'assistant', ...answer.whole }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if ('hangsAfter' in answer) {
        write(response, answer.hangsAfter);
        response.on('close', () => (givenUp += 1));
        return;
      }
      write(response, answer);
      response.end(done ? 'data: [DONE]\n\n' : '');
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    givenUp: () => givenUp,
  };
}
