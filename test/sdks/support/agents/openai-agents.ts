// Agents as apps write them with the real OpenAI client: chat completions and Responses.
import OpenAI from 'openai';
import { openaiChat, openaiResponses } from '../../../../src/entries/lenses.ts';
import { type Agent, type AgentParts, contentText, executed, jsonOf, nothing, served } from './sdk-agents.ts';
import type { Seen } from './story-model.ts';

export async function chatAgent({ memory, tools, system, model }: AgentParts): Promise<Agent> {
  type Body = { messages: OpenAI.ChatCompletionMessageParam[] };
  const { provider, requests, prepared } = await served<Body>(model, {
    messages: (body) => body.messages,
    seen: (body) =>
      body.messages.map((message): Seen => {
        const text = contentText(message.content);
        if (message.role === 'tool') {
          return { ...nothing, role: 'tool', results: [{ id: message.tool_call_id, text }] };
        }
        const called = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
        const calls = called.flatMap((call) =>
          call.type === 'function'
            ? [{ id: call.id, name: call.function.name, input: jsonOf(call.function.arguments) }]
            : [],
        );
        return { ...nothing, role: message.role as Seen['role'], text, calls };
      }),
    reply: (decision, id, prompt_tokens) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model: 'local',
      usage: { prompt_tokens, completion_tokens: 1, total_tokens: prompt_tokens + 1 },
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: {
            role: 'assistant',
            refusal: null,
            content: typeof decision === 'string' ? decision : null,
            ...(typeof decision !== 'string' && {
              tool_calls: decision.map(({ name, input }, index) => ({
                id: id(index),
                type: 'function',
                function: { name, arguments: JSON.stringify(input) },
              })),
            }),
          },
        },
      ],
    }),
  });
  const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    function: { name, description, parameters: inputSchema as Record<string, unknown> },
  }));
  const list: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: system }];
  const ask = async (text: string): Promise<string> => {
    list.push({ role: 'user', content: text });
    for (;;) {
      const request = await memory.context.prepare(openaiChat, list, { tools: functions });
      prepared.push(request);
      const { choices, usage } = await client.chat.completions.create({
        model: 'local',
        messages: request.messages,
        tools: functions,
      });
      memory.context.observe({ inputTokens: usage?.prompt_tokens as number });
      const message = choices[0]?.message as OpenAI.ChatCompletionMessage;
      list.push(message);
      if (!message.tool_calls) return message.content ?? '';
      for (const call of message.tool_calls) {
        if (call.type !== 'function') continue;
        const content = await executed(tools, call.function.name, call.function.arguments);
        list.push({ role: 'tool', tool_call_id: call.id, content });
      }
    }
  };
  return { requests, list, ask, close: provider.close };
}

export async function responsesAgent({ memory, tools, system, model }: AgentParts): Promise<Agent> {
  type Item = OpenAI.Responses.ResponseInputItem;
  const { provider, requests, prepared } = await served<{ input: Item[]; instructions: string }>(model, {
    messages: ({ input }) => input,
    seen: ({ input, instructions }) => [
      { ...nothing, role: 'system', text: instructions },
      ...input.map((item): Seen => {
        if (item.type === 'function_call') {
          const call = { id: item.call_id, name: item.name, input: jsonOf(item.arguments) };
          return { ...nothing, role: 'assistant', calls: [call] };
        }
        if (item.type === 'function_call_output') {
          return { ...nothing, role: 'tool', results: [{ id: item.call_id, text: contentText(item.output) }] };
        }
        const { role = 'assistant', content = '' } = item as { role?: Seen['role']; content?: unknown };
        return { ...nothing, role, text: contentText(content) };
      }),
    ],
    reply: (decision, id, input_tokens) => ({
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      model: 'local',
      status: 'completed',
      output: [
        { type: 'reasoning', id: `rs_${id(0)}`, summary: [], encrypted_content: btoa(id(0)) },
        ...(typeof decision === 'string'
          ? [
              {
                type: 'message',
                id: `msg_${id(0)}`,
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: decision, annotations: [] }],
              },
            ]
          : decision.map(({ name, input }, index) => ({
              type: 'function_call',
              id: `fc_${id(index)}`,
              call_id: id(index),
              name,
              arguments: JSON.stringify(input),
              status: 'completed',
            }))),
      ],
      usage: { input_tokens, output_tokens: 1, total_tokens: input_tokens + 1 },
    }),
  });
  const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    parameters: inputSchema as Record<string, unknown>,
    strict: false,
  }));
  const list: Item[] = [];
  const ask = async (text: string): Promise<string> => {
    list.push({ role: 'user', content: text });
    for (;;) {
      const request = await memory.context.prepare(openaiResponses, list, { system, tools: functions });
      prepared.push(request);
      const { output, output_text, usage } = await client.responses.create({
        model: 'local',
        store: false,
        instructions: system,
        input: request.messages,
        tools: functions,
      });
      memory.context.observe({ inputTokens: usage?.input_tokens as number });
      list.push(...(output as Item[]));
      const calls = output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return output_text;
      for (const { call_id, name, arguments: input } of calls) {
        list.push({ type: 'function_call_output', call_id, output: await executed(tools, name, input) });
      }
    }
  };
  return { requests, list, ask, close: provider.close };
}
