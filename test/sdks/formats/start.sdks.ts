// The loop of docs/start.md is a program; this runs it as written, with the real client and a real memory.
import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import * as lenses from '../../../src/entries/lenses.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { openFixed, overviewOf } from '../../support/fixed-memory.ts';
import { localProvider, type LocalProvider } from '../support/agents/local-provider.ts';

const page = readFileSync(new URL('../../../docs/start.md', import.meta.url), 'utf8');

interface Body {
  readonly messages: { readonly role: string; readonly content: string }[];
  readonly tools: { readonly function: { readonly name: string } }[];
}

describe('the first page of the documentation', () => {
  let provider: LocalProvider<Body> | undefined;
  afterEach(() => provider?.close());

  it('shows a loop in which a model keeps its memory', async () => {
    const OVERVIEW = '# Working Memory\n\n- Dinner on Friday\n';
    const input = JSON.stringify({ path: 'overview.md', content: OVERVIEW, force: true });
    const call = { id: 'call_1', type: 'function', function: { name: 'write', arguments: input } };
    provider = await localProvider(
      [{ tool_calls: [call] }, { content: 'Noted.' }].map((message) => ({
        choices: [{ message: { role: 'assistant', content: null, ...message } }],
        usage: { prompt_tokens: 1234 },
      })),
    );
    const memory = await openFixed();
    const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
    const bound = { ...lenses, memory, client, model: 'local', question: 'Dinner is on Friday.' };
    await runExample(examplesOf(page, 'The next prompt')[0], bound);

    expect(await overviewOf(memory)).toBe(OVERVIEW);
    const [first, second] = provider.requests;
    expect(first?.tools.map((tool) => tool.function.name)).toContain('compact_history');
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(first?.messages[0]?.content).toBe(await memory.context.guide());
    expect(first?.messages[1]?.content).toBe('Dinner is on Friday.');
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(second?.messages[3]).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/^Written: overview\.md/),
    });
    const kept = await memory.context.restore(lenses.openaiChat);
    expect(kept.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant']);
    await memory.close();
  });
});
