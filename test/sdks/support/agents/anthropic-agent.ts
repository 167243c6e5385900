// An agent as apps write it with the real Anthropic client.
import Anthropic from '@anthropic-ai/sdk';
import { anthropicMessages } from '../../../../src/entries/lenses.ts';
import { type Agent, type AgentParts, contentText, executed, nothing, served } from './sdk-agents.ts';
import type { Seen, SeenCall } from './story-model.ts';

export async function anthropicAgent({ memory, tools, system, model }: AgentParts): Promise<Agent> {
  type Body = { system: string; messages: Anthropic.MessageParam[] };
  const { provider, requests, prepared } = await served<Body>(model, {
    messages: (body) => body.messages,
    seen: (body) => [
      { ...nothing, role: 'system', text: body.system },
      ...body.messages.map(({ role, content }): Seen => {
        const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
        return {
          role: role as Seen['role'],
          text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n'),
          calls: blocks.flatMap((block) =>
            block.type === 'tool_use'
              ? [{ id: block.id, name: block.name, input: block.input as SeenCall['input'] }]
              : [],
          ),
          results: blocks.flatMap((block) =>
            block.type === 'tool_result' ? [{ id: block.tool_use_id, text: contentText(block.content) }] : [],
          ),
        };
      }),
    ],
    reply: (decision, id, input_tokens) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'local',
      stop_reason: typeof decision === 'string' ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      content: [
        { type: 'thinking', thinking: 'One after the other.', signature: btoa(id(0)) },
        ...(typeof decision === 'string'
          ? [{ type: 'text', text: decision, citations: null }]
          : decision.map((act, index) => ({ type: 'tool_use', id: id(index), ...act }))),
      ],
      usage: { input_tokens, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    }),
  });
  const client = new Anthropic({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
  const definitions = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema as Anthropic.Tool.InputSchema,
  }));
  const list: Anthropic.MessageParam[] = [];
  const ask = async (text: string): Promise<string> => {
    list.push({ role: 'user', content: text });
    for (;;) {
      const request = await memory.context.prepare(anthropicMessages, list, { system, tools: definitions });
      prepared.push(request);
      const { content, usage } = await client.messages.create({
        model: 'local',
        max_tokens: 100,
        system,
        messages: request.messages,
        tools: definitions,
      });
      memory.context.observe({ inputTokens: usage.input_tokens });
      list.push({ role: 'assistant', content });
      const results: Anthropic.ToolResultBlockParam[] = [];
      for (const block of content) {
        if (block.type !== 'tool_use') continue;
        const result = await executed(tools, block.name, block.input);
        results.push({ type: 'tool_result', tool_use_id: block.id, content: result });
      }
      if (results.length === 0) return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
      list.push({ role: 'user', content: results });
    }
  };
  return { requests, list, ask, close: provider.close };
}
