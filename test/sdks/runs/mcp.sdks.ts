// A memory on servers of the MCP SDK, versions 1 and 2, driven by the SDK's own clients.
import { Client as ClientV2, InMemoryTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpServer as McpServerV2, Server as ServerV2 } from '@modelcontextprotocol/server';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { type McpServerLike, serveMemory, type ServeMemoryOptions } from '../../../src/entries/mcp.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const INFO = { name: 'memory', version: '1' };
const app = { description: 'Of the app', inputSchema: { place: z.string() } };
const weather = async ({ place }: { place: string }) => ({
  content: [{ type: 'text' as const, text: `Snow in ${place}` }],
});

interface Case {
  readonly name: string;
  readonly withTool: boolean;
  make(): McpServerLike;
}

const CASES: readonly Case[] = [
  { name: 'Server 1', withTool: false, make: () => new Server(INFO, { capabilities: {} }) },
  {
    name: 'McpServer 1',
    withTool: true,
    make() {
      const server = new McpServer(INFO);
      server.registerTool('weather', app, weather);
      server.registerResource('seas', 'app://seas', {}, async (uri) => ({
        contents: [{ uri: uri.href, text: 'Aegean' }],
      }));
      return server;
    },
  },
  { name: 'Server 2', withTool: false, make: () => new ServerV2(INFO, { capabilities: {} }) },
  {
    name: 'McpServer 2',
    withTool: true,
    make() {
      const server = new McpServerV2(INFO);
      server.registerTool('weather', { ...app, inputSchema: z.object(app.inputSchema) }, weather);
      server.registerResource('seas', 'app://seas', {}, async (uri) => ({
        contents: [{ uri: uri.href, text: 'Aegean' }],
      }));
      return server;
    },
  },
];

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

async function connected({ name, make }: Case): Promise<Client> {
  const server = make();
  const { guide } = await serveMemory(server, memory);
  expect(guide).toContain('memorize');
  const isSecond = name.endsWith('2');
  const [here, there] = isSecond ? TransportV2.createLinkedPair() : InMemoryTransport.createLinkedPair();
  const client = (isSecond ? new ClientV2(INFO) : new Client(INFO)) as Client;
  const connecting = server as unknown as { connect(transport: unknown): Promise<void> };
  await Promise.all([connecting.connect(there), client.connect(here as never)]);
  return client;
}

const textOf = (result: object): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';

describe.each(CASES)('a memory on $name', (given) => {
  it('gives its tools as plain JSON Schema beside those of the app, and runs them', async () => {
    const client = await connected(given);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['note', 'memorize', 'recall', 'forget', 'read', 'write', 'search']));
    expect([names.includes('weather'), names.includes('compact_history')]).toEqual([given.withTool, false]);
    expect(tools.find(({ name }) => name === 'memorize')?.inputSchema).toMatchObject({
      type: 'object',
      properties: { text: { type: 'string' } },
    });
    await client.callTool({ name: 'memorize', arguments: { text: 'Ann gets seasick on every ferry' } });
    expect(await memory.items.list()).toMatchObject([{ text: 'Ann gets seasick on every ferry' }]);
    expect(textOf(await client.callTool({ name: 'recall', arguments: { query: 'ferry' } }))).toContain('seasick');
    if (given.withTool)
      expect(textOf(await client.callTool({ name: 'weather', arguments: { place: 'Bergen' } }))).toBe('Snow in Bergen');
    await client.close();
  });

  it('gives its files as resources, and says when a followed one changes', async () => {
    const client = await connected(given);
    await memory.files.write('detail/naxos trip.md', '# Naxos\n\nThe ferry leaves at nine.');
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(['memory:///overview.md', 'memory:///detail/naxos%20trip.md']));
    const uri = 'memory:///detail/naxos%20trip.md';
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ uri, text: expect.stringContaining('at nine') }],
    });
    if (given.withTool)
      expect(await client.readResource({ uri: 'app://seas' })).toMatchObject({ contents: [{ text: 'Aegean' }] });
    await expect(client.readResource({ uri: 'memory:///detail/none.md' })).rejects.toThrow('none.md');
    await client.subscribeResource({ uri });
    const told = new Promise((resolve) => {
      const listen = client.setNotificationHandler.bind(client) as (of: unknown, handler: unknown) => void;
      listen(given.name.endsWith('2') ? 'notifications/resources/updated' : ResourceUpdatedNotificationSchema, resolve);
    });
    await memory.files.write('detail/naxos trip.md', '# Naxos\n\nThe ferry leaves at ten.');
    expect(await told).toMatchObject({ params: { uri } });
    await client.close();
  });

  it('gives prompts that bring what the memory knows', async () => {
    const client = await connected(given);
    await memory.items.memorize('Ann gets seasick on every ferry');
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['recall', 'overview']);
    const asked = await client.getPrompt({ name: 'recall', arguments: { question: 'Who gets seasick?' } });
    expect(asked.messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringContaining('on every ferry') });
    const unknown = await client.getPrompt({ name: 'recall', arguments: { question: 'xylophone' } });
    expect(unknown.messages[0]?.content).toMatchObject({ text: 'The memory knows nothing about "xylophone".' });
    expect((await client.getPrompt({ name: 'overview' })).messages).toHaveLength(1);
    await expect(client.getPrompt({ name: 'remember', arguments: { question: 'ferry' } })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('There is no prompt remember. The prompts are: recall, overview.'),
    });
    await client.close();
  });

  it('answers a tool that fails as a failed tool, not as a broken server', async () => {
    const client = await connected(given);
    await memory.close();
    expect(await client.callTool({ name: 'memorize', arguments: { text: 'x' } })).toMatchObject({ isError: true });
    // Beside tools of the app, its own server answers.
    if (!given.withTool)
      expect(await client.callTool({ name: 'none', arguments: {} })).toMatchObject({ isError: true });
    await client.close();
  });
});

it('has a guide that names the tools it serves and says that nothing is shown without them, in both languages', async () => {
  const guideFor = async (options: ServeMemoryOptions): Promise<string> => {
    const { guide, stop } = await serveMemory(new Server(INFO, { capabilities: {} }), memory, options);
    stop();
    return guide;
  };
  for (const locale of ['en', 'zh-CN'] as const) {
    const guide = await guideFor({ locale });
    expect(guide).toMatch(/None of it is shown until|不会显示其中任何内容/);
    expect(guide).toMatch(/overview\.md.*\bread\b.*\bnote\b/);
    expect(guide).not.toMatch(/always shown|始终|compact_history/);
    expect(await guideFor({ locale, set: 'minimal' })).not.toMatch(/\bread\b|detail\//);
    expect((await guideFor({ locale, only: [] })).split('\n')).toHaveLength(3);
  }
});

it('refuses what is no server', async () => {
  await expect(serveMemory({} as never, memory)).rejects.toThrow('server must be a Server or McpServer of the MCP SDK');
});

it('docs/command-line.md serves a memory as it says', async () => {
  const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
  const server = new Server(INFO, { capabilities: {} });
  const stop = await runExample(examplesOf(page, 'MCP')[0], { serveMemory, server, memory }, 'stop');
  expect(stop).toBeTypeOf('function');
});
