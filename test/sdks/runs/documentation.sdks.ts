// The examples of docs/sdks.md are programs; this runs them as written, with the real SDKs and a real memory.
import { readFileSync } from 'node:fs';
import * as ai from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import * as aiSdk from '../../../src/entries/ai-sdk.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { scriptedModels } from '../support/agents/scripted-models.ts';

const page = readFileSync(new URL('../../../docs/sdks.md', import.meta.url), 'utf8');

/** Lines of a program that a user writes, from its import to the answer. */
const linesOf = (code: string): number => code.split('\n').filter((line) => line.trim() !== '').length;

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const said = async (): Promise<string[]> =>
  (await memory.transcript.read()).map(({ role, text }) => `${role}: ${text}`);

describe('docs/sdks.md, AI SDK', () => {
  const [generate = '', agent = '', route = '', reload = ''] = examplesOf(page, 'AI SDK');
  const bound = (answer: string) => ({ ...ai, ...aiSdk, memory, model: scriptedModels([answer]).v6, tools: {} });

  it('takes at most 6 lines for each way', () => {
    expect([generate, agent, route, reload].map(linesOf)).toEqual([3, 4, 5, 2]);
  });

  it('answers, as a text, as an agent’s stream and as a route', async () => {
    expect(await runExample(generate, bound('It snows.'), 'text')).toBe('It snows.');
    const shown: string[] = [];
    await runExample(agent, { ...bound('It thaws.'), show: (part: string) => shown.push(part) });
    expect(shown.join('')).toBe('It thaws.');
    const list = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Thanks' }] }];
    const request = new Request('http://localhost', { method: 'POST', body: JSON.stringify({ messages: list }) });
    const POST = (await runExample(route, bound('Any time.'), 'POST')) as (request: Request) => Promise<Response>;
    expect(await (await POST(request)).text()).toContain('"delta":"Any "');
    expect((await said()).filter((line) => !line.startsWith('system'))).toEqual([
      'user: How is the weather where I live?',
      'assistant: It snows.',
      'user: And tomorrow?',
      'assistant: It thaws.',
      'user: Thanks',
      'assistant: Any time.',
    ]);
    expect(await runExample(reload, { ...aiSdk, memory }, 'messages')).toMatchObject([
      { role: 'user', parts: [{ type: 'text', text: 'Thanks' }] },
      { role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'Any time.' }] },
    ]);
  });
});
