// What the button copies: how a memory is opened, and the loop for one SDK. The same lines as in README.md,
// docs/start.md and docs/lenses.md, which a test compares.

export interface Snippet {
  readonly key: 'openai' | 'ai-sdk' | 'anthropic' | 'plain';
  /** Names are the same in every language. */
  readonly label: string;
  /** Document that contains the loop, and its heading. */
  readonly source: { readonly file: 'docs/start.md' | 'docs/lenses.md'; readonly heading: string };
  readonly code: string;
}

/** The beginning of the README's first example. */
export const OPENING = `import { openWorkingMemory } from 'working-memory';

const memory = await openWorkingMemory({ session: 'chat-42', workspace: 'ann' });`;

const withOpening = (loop: string): string => `${OPENING}\n\n${loop}`;

export const SNIPPETS: readonly Snippet[] = [
  {
    key: 'openai',
    label: 'OpenAI, Ollama, LM Studio',
    source: { file: 'docs/start.md', heading: 'The next prompt in a loop of your own' },
    code: withOpening(`import { openaiChat } from 'working-memory/lenses';

const tools = await memory.tools();
const functions = tools.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));
const messages = [{ role: 'system', content: await memory.context.guide() }, { role: 'user', content: question }];
for (;;) {
  const next = await memory.context.prepare(openaiChat, messages, { tools: functions });
  const { choices, usage } = await client.chat.completions.create({ model, messages: next.messages, tools: functions });
  if (usage) memory.context.observe({ inputTokens: usage.prompt_tokens });
  messages.push(choices[0].message);
  await memory.context.record(openaiChat, choices[0].message);
  if (!choices[0].message.tool_calls) break;
  for (const call of choices[0].message.tool_calls) {
    if (call.type !== 'function') continue;
    const tool = tools.find(({ name }) => name === call.function.name);
    messages.push({ role: 'tool', tool_call_id: call.id, content: (await tool?.execute(call.function.arguments)) ?? \`There is no tool \${call.function.name}.\` });
  }
}`),
  },
  {
    key: 'ai-sdk',
    label: 'AI SDK',
    source: { file: 'docs/lenses.md', heading: 'AI SDK' },
    code: withOpening(`import { memoryMiddleware } from 'working-memory/lenses';

const remembering = wrapLanguageModel({ model, middleware: memoryMiddleware(memory.context, { contextWindow: 200_000 }) });
const { text, response } = await generateText({ model: remembering, system, messages, tools, stopWhen });
messages.push(...response.messages);`),
  },
  {
    key: 'anthropic',
    label: 'Anthropic',
    source: { file: 'docs/lenses.md', heading: 'Anthropic' },
    code: withOpening(`import { anthropicMessages } from 'working-memory/lenses';

const messages = [{ role: 'user', content: question }];
for (;;) {
  const prepared = await memory.context.prepare(anthropicMessages, messages, { system, tools });
  const { content, usage } = await client.messages.create({ model, max_tokens, system, messages: prepared.messages, tools });
  memory.context.observe({ inputTokens: usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens });
  messages.push({ role: 'assistant', content });
  const calls = content.filter(({ type }) => type === 'tool_use');
  if (calls.length === 0) break;
  messages.push({ role: 'user', content: await Promise.all(calls.map(async ({ id, name, input }) =>
    ({ type: 'tool_result', tool_use_id: id, content: await run(name, input) }))) });
}`),
  },
  {
    key: 'plain',
    label: 'Plain messages',
    source: { file: 'docs/lenses.md', heading: 'Plain messages' },
    code: withOpening(`import { plainMessages } from 'working-memory/lenses';

const { messages: next } = await memory.context.prepare(plainMessages, messages);`),
  },
];
