// Examples that run in a process: in a terminal, as an MCP server, behind a route, and with a React page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startBrowser } from '../support/browser/pages.ts';
import { exampleFolder, startExample, talkTo } from './examples.ts';
import { type FakeModel, startFakeModel } from './fake-model.ts';

let browser: Browser;
let model: FakeModel;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  model = await startFakeModel();
  onTestFinished(() => model.close());
});

async function openPage(origin: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  // A server of development builds a page when it is first asked for.
  await page.goto(origin, { timeout: 150_000 });
  return { page, problems };
}

describe('node-agent', () => {
  it('knows in the next conversation what was said in the one before', async () => {
    const folder = await exampleFolder('node-agent');
    const env = { MODEL_URL: model.url, MODEL: 'fake' };
    const first = talkTo(folder, { env });
    onTestFinished(first.stop);
    first.say('Remember: the user is allergic to nuts');
    await expect.poll(first.said).toMatch(/memorized|nuts/i);
    await first.leave();
    const second = talkTo(folder, { env });
    onTestFinished(second.stop);
    second.say('What am I allergic to?');
    await expect.poll(second.said).toContain('Yes?');
    const question = model.requests.at(-1)?.messages.find(({ role }) => role === 'user');
    expect(question?.content).toMatch(/What am I allergic to\?[\s\S]*the user is allergic to nuts/);
    await second.leave();
  });

  it('says where it looked for a model that is not there, and goes on', async () => {
    const { url } = model;
    await model.close();
    const agent = talkTo(await exampleFolder('node-agent'), { env: { MODEL_URL: url, MODEL: 'fake' } });
    onTestFinished(agent.stop);
    agent.say('Hello');
    await expect.poll(agent.complained).toContain(`${url} does not answer`);
    await agent.leave();
  });
});

describe('mcp', () => {
  it('keeps over a restart what a host told it, by the command that .mcp.json names', async () => {
    const folder = await exampleFolder('mcp');
    const { mcpServers } = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'));
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(['npx', scripts.start].join(' ')).toBe([mcpServers.memory.command, ...mcpServers.memory.args].join(' '));
    await call(folder, 'memorize', { text: 'The user is allergic to nuts' });
    expect(await call(folder, 'recall', { query: 'allergic to what?' })).toContain('The user is allergic to nuts');
  });

  /** Returns a tool's answer to a host that starts the server for this call. */
  async function call(folder: string, name: string, input: object): Promise<string> {
    const server = talkTo(folder);
    onTestFinished(server.stop);
    const tell = (message: object): void => server.say(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const clientInfo = { name: 'a host', version: '1' };
    tell({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await expect.poll(server.said).toContain('"id":1');
    tell({ method: 'notifications/initialized' });
    tell({ id: 2, method: 'tools/call', params: { name, arguments: input } });
    await expect.poll(server.said).toContain('"id":2');
    await server.leave();
    return server.said();
  }
});

describe('react-notes', () => {
  it('follows the memory, in this tab and in the next, over a reload', async () => {
    const site = await startExample('react-notes', { withPackages: true });
    onTestFinished(site.stop);
    const { page, problems } = await openPage(site.origin);
    const notes = (of: Page) => of.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect.poll(() => page.getByRole('button', { name: 'Keep' }).isEnabled()).toBe(true);
    const other = await page.context().newPage();
    await other.goto(site.origin);
    await page.getByRole('textbox', { name: 'Note' }).fill('The ferry leaves at seven');
    await page.getByRole('button', { name: 'Keep' }).click();
    await expect.poll(() => notes(page).count()).toBe(1);
    await expect.poll(() => notes(other).first().textContent()).toContain('The ferry leaves at seven');
    await other.reload();
    await other.getByLabel('Question').fill('when does the ferry leave');
    const found = other.getByRole('list', { name: 'Found' });
    await expect.poll(() => found.textContent()).toBe('The ferry leaves at seven');
    await other.getByRole('button', { name: 'Forget The ferry leaves at seven' }).click();
    await expect.poll(() => notes(page).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

describe('next-route', () => {
  it('answers each user from their own memory, over chats, from a page that a server rendered', async () => {
    const env = { MODEL_URL: model.url, MODEL: 'fake', NEXT_TELEMETRY_DISABLED: '1' };
    const args = ['--hostname', '127.0.0.1', '--port', '0'];
    const site = await startExample('next-route', { withPackages: true, args, env });
    onTestFinished(site.stop);
    const ask = async (body: object): Promise<unknown> => {
      const response = await fetch(`${site.origin}/api/chat`, { method: 'POST', body: JSON.stringify(body) });
      return response.json();
    };
    expect(await ask({ user: 'ada', text: 'I am allergic to nuts' })).toEqual({ answer: 'Yes?' });
    await ask({ user: 'ada', chat: 'tuesday', text: 'What am I allergic to?' });
    const latest = (): string => JSON.stringify(model.requests.at(-1)?.messages);
    expect(latest()).toMatch(/What am I allergic to\?.*I am allergic to nuts/);
    await ask({ user: 'bob', text: 'What am I allergic to?' });
    expect(latest()).not.toContain('nuts');

    const { page, problems } = await openPage(site.origin);
    await page.getByLabel('Message').fill('And tomorrow?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.getByRole('listitem').allTextContents()).toEqual(['And tomorrow?', 'Yes?']);
    expect(latest(), 'the chat goes on').toContain('I am allergic to nuts');
    expect(problems).toEqual([]);
  }, 400_000);
});
