// The command line's MCP server over HTTP on this machine: driven by the SDK's own clients, and closed to others.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

let folder: string;
let served: ChildProcess;
let url: URL;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'working-memory-mcp-http-'));
  served = spawn(process.execPath, [CLI, 'mcp', folder, '--http'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    served.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    served.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
      if (/Bearer \S+\n/.test(said)) resolve();
    });
  });
  url = new URL(/http:\S+\/mcp/.exec(said)?.[0] ?? '');
  token = /Bearer (\S+)\n/.exec(said)?.[1] ?? '';
});
afterAll(async () => {
  const ended = new Promise((resolve) => served.once('exit', resolve));
  served.kill('SIGINT');
  expect(await ended).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${token}` });

it('listens on 127.0.0.1 alone, with a token of 256 bits', () => {
  expect(url.hostname).toBe('127.0.0.1');
  expect(token).toMatch(/^[\w-]{43}$/);
});

it('keeps and finds for a client of version 1, and for one of version 2', async () => {
  const info = { name: 'test', version: '1' };
  const first = new Client(info);
  await first.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headers() } }) as never);
  expect(first.getInstructions()).toContain('memorize');
  expect((await first.listTools()).tools.map(({ name }) => name)).toContain('memorize');
  await first.callTool({ name: 'memorize', arguments: { text: 'Ann gets seasick on every ferry' } });
  await first.close();
  const second = new ClientV2(info);
  await second.connect(new TransportV2(url, { requestInit: { headers: headers() } }));
  const recalled = await second.callTool({ name: 'recall', arguments: { query: 'ferry' } });
  expect(JSON.stringify(recalled)).toContain('Ann gets seasick');
  expect((await second.listResources()).resources.map(({ uri }) => uri)).toContain('memory:///overview.md');
  await second.close();
});

/** Node's `fetch` sets no host. */
const statusOf = (given: Record<string, string>, body = '{}', path = url.pathname): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', path, headers: { 'content-type': 'application/json', ...given } };
    const asked = request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end(body);
  });

it('refuses a name that was made to point here, a page of another site, and who has no token', async () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const wanted = { ...headers(), accept: 'application/json, text/event-stream' };
  expect(await statusOf(wanted, list)).toBe(200);
  expect(await statusOf({ ...wanted, host: 'evil.example' }, list)).toBe(403);
  expect(await statusOf({ ...wanted, host: `evil.example:${url.port}` }, list)).toBe(403);
  expect(await statusOf({ ...wanted, origin: 'https://evil.example' }, list)).toBe(403);
  expect(await statusOf({ ...wanted, origin: 'null' }, list)).toBe(403);
  expect(await statusOf({ ...wanted, authorization: '' }, list)).toBe(401);
  expect(await statusOf({ ...wanted, authorization: `Bearer ${token}x` }, list)).toBe(401);
  expect(await statusOf(wanted, list, '/')).toBe(404);
  expect(await statusOf(wanted, ' '.repeat(5_000_000))).toBe(413);
});
