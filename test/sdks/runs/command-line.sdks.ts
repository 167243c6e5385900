// The MCP server of the command line, started and driven by the SDK's own client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

it('serves a folder over standard input and output, and keeps it for the next client', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'working-memory-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const connected = async (): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [CLI, 'mcp', folder];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    return client;
  };
  const first = await connected();
  expect(first.getServerVersion()?.name).toBe('working-memory');
  const names = (await first.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['memorize', 'recall', 'note']));
  for (const name of names) expect(first.getInstructions()).toMatch(new RegExp(`\\b${name}\\b`));
  expect(first.getInstructions()).not.toContain('compact_history');
  await first.callTool({ name: 'memorize', arguments: { text: 'Ann gets seasick on every ferry' } });
  await first.close();
  const second = await connected();
  const recalled = await second.callTool({ name: 'recall', arguments: { query: 'ferry' } });
  expect(JSON.stringify(recalled)).toContain('Ann gets seasick');
  expect((await second.listResources()).resources.map(({ uri }) => uri)).toContain('memory:///overview.md');
  expect((await second.getPrompt({ name: 'recall', arguments: { question: 'ferry' } })).messages).toHaveLength(1);
  await second.close();
});
