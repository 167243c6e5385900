// HTTP server on the loopback address. Any web page can send requests there, also through a host name that it points at
// it (DNS rebinding), so each request needs a local host, a local origin and the token.
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  validateHostHeader,
} from '@modelcontextprotocol/server';
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

const ADDRESS = '127.0.0.1';
export const PATH = '/mcp';
/** A tool call is text and stays far below this. */
const MOST_BYTES = 4_194_304;

export interface Loopback {
  readonly url: string;
  /** Stops the server and closes open responses. */
  stop(): Promise<void>;
}

/** @param port 0: any free port @param answer handles requests that passed every check */
export async function loopback(
  port: number,
  token: string,
  answer: (request: Request) => Promise<Response>,
): Promise<Loopback> {
  const server = createServer((incoming, outgoing) => {
    handled(incoming, token, answer)
      .then((response) => sent(response, outgoing))
      .catch(() => outgoing.headersSent || outgoing.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, ADDRESS, resolve));
  const url = `http://${ADDRESS}:${(server.address() as AddressInfo).port}${PATH}`;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, stop };
}

async function handled(
  incoming: IncomingMessage,
  token: string,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { host, authorization = '' } = incoming.headers;
  const isHere = validateHostHeader(host, localhostAllowedHostnames()).ok;
  if (!isHere) return new Response('This server answers only its own machine.', { status: 403 });
  const head = { method: incoming.method ?? 'GET', headers: headersOf(incoming) };
  const address = new URL(incoming.url ?? '/', `http://${host}`);
  const foreign = originValidationResponse(new Request(address, head), localhostAllowedOrigins());
  if (foreign) return foreign;
  if (!isSame(authorization, `Bearer ${token}`))
    return new Response('The token is missing or wrong.', { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  if (address.pathname !== PATH) return new Response(`There is only ${PATH}.`, { status: 404 });
  const body = await bodyOf(incoming);
  if (body === undefined) return new Response(`A request has at most ${MOST_BYTES} bytes.`, { status: 413 });
  return answer(new Request(address, { ...head, ...(body.length > 0 && { body: new Uint8Array(body) }) }));
}

/** Constant-time comparison. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function sent(response: Response, outgoing: ServerResponse): void {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  outgoing.once('close', () => body.destroy());
  body.once('error', () => outgoing.destroy()).pipe(outgoing);
}
