// Model with a memory that stores the conversation: the loop of docs/start.md around a plain `fetch`.
import { openWorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';

// Each conversation is a session; sessions of one workspace can recall each other.
const session = location.hash.slice(1) || localStorage.getItem('chat') || 'first';
localStorage.setItem('chat', session);
history.replaceState(null, '', `#${session}`);
const { context, tools: toolsOf } = await openWorkingMemory({ session, workspace: 'me' });
const tools = await toolsOf();
const functions = tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }));
const request = { tools: functions.map((each) => ({ type: 'function', function: each })) };

export const newMessages = async () => [{ role: 'system', content: await context.guide() }];
export const keptMessages = () => context.restore(openaiChat);

/**
 * Appends everything up to the model's answer. Calls `stored` whenever a reload would restore the list as it is now.
 */
export async function answer(server, messages, stored) {
  for (;;) {
    for (const { id, function: call } of openCalls(messages)) {
      const tool = tools.find(({ name }) => name === call.name);
      const content = tool ? await tool.execute(call.arguments) : `There is no tool ${call.name}.`;
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
    if (messages.at(-1).role === 'assistant') return;
    const next = await context.prepare(openaiChat, messages, request);
    stored();
    const { choices, usage } = await complete(server, { messages: next.messages, ...request });
    if (usage) context.observe({ inputTokens: usage.prompt_tokens });
    messages.push(choices[0].message);
    await context.record(openaiChat, choices[0].message);
    stored();
  }
}

function openCalls(messages) {
  const answered = new Set(messages.map(({ tool_call_id }) => tool_call_id));
  return (messages.at(-1)?.tool_calls ?? messages.findLast(({ tool_calls }) => tool_calls)?.tool_calls ?? []).filter(
    ({ id }) => !answered.has(id),
  );
}

async function complete({ url, model, key }, body) {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model, ...body }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
