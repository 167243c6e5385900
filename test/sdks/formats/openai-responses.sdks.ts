// The real OpenAI client, Responses: requests as they reach the server.
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { openaiResponses } from '../../../src/entries/lenses.ts';
import { fakeContext, OVERVIEW, STUB, TAIL } from '../../support/fakes/fake-context.ts';
import { localProvider, type LocalProvider } from '../support/agents/local-provider.ts';

type Item = OpenAI.Responses.ResponseInputItem;

const response = (output: readonly object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  model: 'local',
  status: 'completed',
  output,
  usage: {
    input_tokens: 321,
    output_tokens: 1,
    total_tokens: 322,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
});
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' };
const call = (id: string, path: string) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'read',
  arguments: JSON.stringify({ path }),
  status: 'completed',
});

describe('the OpenAI client with the Responses lens', () => {
  let provider: LocalProvider<{ input: Item[]; instructions: string }>;
  afterEach(() => provider.close());

  it('sends overview and tail as items of their own; reasoning stays before its calls, results keep their ids', async () => {
    provider = await localProvider([
      response([reasoning, call('call_1', 'a.md'), call('call_2', 'b.md')]),
      response([
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'done', annotations: [] }],
        },
      ]),
    ]);
    const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
    const context = fakeContext();
    const instructions = 'Be brief.';
    const items: Item[] = [{ role: 'user', content: 'Plan the release' }];
    for (let more = true; more;) {
      const before = structuredClone(items);
      const { messages: input } = await context.prepare(openaiResponses, items, { system: instructions });
      expect(items).toEqual(before);
      const { output } = await client.responses.create({ model: 'local', store: false, instructions, input });
      items.push(...(output as Item[]));
      const calls = output.filter((item) => item.type === 'function_call');
      for (const { call_id } of calls) {
        items.push({
          type: 'function_call_output',
          call_id,
          output: call_id === 'call_1' ? 'x'.repeat(500) : 'short',
        });
      }
      more = calls.length > 0;
    }
    const [first, second] = provider.requests;
    expect(first).toMatchObject({
      instructions,
      input: [
        { type: 'message', role: 'user', content: OVERVIEW },
        { role: 'user', content: `Plan the release\n\n${TAIL}` },
      ],
    });
    expect(second?.input).toEqual([
      { type: 'message', role: 'user', content: OVERVIEW },
      { role: 'user', content: 'Plan the release' },
      reasoning,
      expect.objectContaining(call('call_1', 'a.md')),
      expect.objectContaining(call('call_2', 'b.md')),
      { type: 'function_call_output', call_id: 'call_1', output: STUB },
      { type: 'function_call_output', call_id: 'call_2', output: 'short' },
      { type: 'message', role: 'user', content: TAIL },
    ]);
    expect(JSON.stringify(items)).not.toContain(TAIL);
    expect(context.prepared[0]?.options).toEqual({ system: instructions });
  });
});
