// A model with a memory: the loop of the README around a plain `fetch`.
import { openWorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';

const memory = await openWorkingMemory({ session: 'chat' });
const tools = await memory.tools();
const functions = tools.map(({ name, description, inputSchema }) => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
}));

/** A new list; it is the app's own, and the app keeps it. */
export const newMessages = async () => [{ role: 'system', content: await memory.context.guide() }];

/** Adds the question to `messages`, and everything up to the model's answer. */
export async function answer(server, messages, question) {
  messages.push({ role: 'user', content: question });
  for (;;) {
    const next = await memory.context.prepare(openaiChat, messages, { tools: functions });
    const { choices, usage } = await complete(server, { messages: next.messages, tools: functions });
    if (usage) memory.context.observe({ inputTokens: usage.prompt_tokens });
    messages.push(choices[0].message);
    if (!choices[0].message.tool_calls?.length) return;
    for (const { id, function: call } of choices[0].message.tool_calls) {
      const tool = tools.find(({ name }) => name === call.name);
      const content = tool ? await tool.execute(call.arguments) : `There is no tool ${call.name}.`;
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
}

async function complete({ url, model, key }, request) {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, ...request }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
