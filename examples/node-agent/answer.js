// The model with its memory: the loop of docs/start.md around a plain `fetch`.
import { openaiChat } from 'working-memory/lenses';

const { MODEL_URL = 'http://localhost:11434/v1', MODEL = 'qwen3', MODEL_KEY } = process.env;

async function complete(body) {
  const headers = { 'content-type': 'application/json', ...(MODEL_KEY && { authorization: `Bearer ${MODEL_KEY}` }) };
  const address = `${MODEL_URL}/chat/completions`;
  const response = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: MODEL, ...body }),
  }).catch(() => {
    throw new Error(`${MODEL_URL} does not answer. Start a server there, or name another in MODEL_URL.`);
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** @returns a function that answers a user's line, with all calls in one conversation */
export async function answering({ context, tools: toolsOf }) {
  const tools = await toolsOf();
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages = [{ role: 'system', content: await context.guide() }];

  const resultOf = async ({ id, function: { name, arguments: input } }) => {
    const tool = tools.find((each) => each.name === name);
    const content = tool ? await tool.execute(input) : `There is no tool ${name}.`;
    return { role: 'tool', tool_call_id: id, content };
  };

  return async (line) => {
    messages.push({ role: 'user', content: line });
    for (;;) {
      const next = await context.prepare(openaiChat, messages, { tools: functions });
      const { choices, usage } = await complete({ messages: next.messages, tools: functions });
      if (usage) context.observe({ inputTokens: usage.prompt_tokens });
      const [{ message }] = choices;
      messages.push(message);
      await context.record(openaiChat, message);
      if (!message.tool_calls?.length) return message.content;
      messages.push(...(await Promise.all(message.tool_calls.map(resultOf))));
    }
  };
}
