import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { WorkingMemory } from 'working-memory';
import { serveMemory } from 'working-memory/mcp';
import { randomBytes } from 'node:crypto';
import { type Call, type Command, EXIT, SESSION, UsageError, WORKSPACE } from '../command.ts';
import { loopback } from '../mcp/loopback.ts';
import { answeringStdio } from '../mcp/stdio.ts';
import { withMemory } from '../place.ts';

/** Environment variable that replaces the random token of each start. */
const TOKEN = 'WORKING_MEMORY_TOKEN';

export const mcp: Command = {
  takes: '',
  options: {
    http: 'serve over HTTP on this machine instead of standard input and output',
    port: 'port of --http; default: any free one',
    workspace: WORKSPACE,
    session: SESSION,
    json: 'with --http, print address and token as one line of JSON',
  },
  more: `For example: claude mcp add memory -- npx working-memory mcp ./memory\nWith --http it listens only on 127.0.0.1 and requires the token that it prints, or the one in ${TOKEN}; --json prints address and token as JSON.`,
  async run(call) {
    if (call.values.port !== undefined && !call.values.http) throw new UsageError('--port needs --http.');
    if (call.values.json && !call.values.http)
      throw new UsageError('--json needs --http: the client reads standard output.');
    const port = Number(call.values.port ?? 0);
    if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
      throw new UsageError(`--port must be a number from 0 to 65535; got ${call.values.port}.`);
    return withMemory(call, {}, (memory) =>
      call.values.http ? overHttp(call, memory, port) : overStdio(call, memory),
    );
  },
};

async function serverOf(memory: WorkingMemory, instructions?: string) {
  const info = { name: 'working-memory', version: VERSION_IN_BUILD };
  const server = new Server(info, { capabilities: {}, ...(instructions && { instructions }) });
  return { server, ...(await serveMemory(server, memory)) };
}

/**
 * Returns the guide. The constructor of a server takes its instructions, but only a server that runs knows its tools.
 */
async function guideOf(memory: WorkingMemory): Promise<string> {
  const { guide, stop } = await serverOf(memory);
  stop();
  return guide;
}

async function overStdio({ folder, terminal }: Call, memory: WorkingMemory) {
  const { server, stop } = await serverOf(memory, await guideOf(memory));
  const left = new Promise<void>((resolve) => {
    Object.assign(server, { onclose: resolve });
    terminal.signal.addEventListener('abort', () => resolve());
  });
  await server.connect(answeringStdio());
  terminal.note(`Serving ${folder} over standard input and output.`);
  await left;
  stop();
  await server.close();
  return EXIT.ok;
}

/** Serves every request with a server of its own: the memory is the only state that requests share. */
async function overHttp({ folder, terminal, values }: Call, memory: WorkingMemory, port: number) {
  const given = process.env[TOKEN];
  const token = given ?? randomBytes(32).toString('base64url');
  const guide = await guideOf(memory);
  const handler = createMcpHandler(async () => {
    const { server, stop } = await serverOf(memory, guide);
    return Object.assign(server, { onclose: stop });
  });
  const { url, stop } = await loopback(port, token, (request) => handler.fetch(request)).catch((error: Error) => {
    throw new UsageError(`The server cannot listen on port ${port}: ${error.message}. Name another with --port.`);
  });
  if (values.json) terminal.out(JSON.stringify({ url, ...(given === undefined && { token }) }));
  else {
    terminal.note(`Serving ${folder} at ${url}, for this machine only.`);
    terminal.note(given === undefined ? `Authorization: Bearer ${token}` : `The token is the one in ${TOKEN}.`);
  }
  await new Promise<void>((resolve) => terminal.signal.addEventListener('abort', () => resolve()));
  await stop();
  await handler.close();
  return EXIT.ok;
}

declare const VERSION_IN_BUILD: string;
