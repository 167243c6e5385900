// Snippets for the copy button: opening a memory, and the call or the loop for one SDK. The same lines as in README.md,
// docs/start.md and docs/sdks.md, which a test compares.

export interface Snippet {
  readonly key: 'openai' | 'ai-sdk' | 'anthropic' | 'loop';
  /** Same in every language, except for the loop's. */
  readonly label: string;
  /** Document with the call, and its heading. */
  readonly source: { readonly file: 'docs/start.md' | 'docs/sdks.md'; readonly heading: string };
  /** Names in the code that the app provides. */
  readonly yours: readonly string[];
  readonly code: string;
}

export const INSTALL = 'npm install working-memory';

/** Beginning of the README's first example: its import and its opening. */
export const IMPORT = `import { openWorkingMemory } from 'working-memory';`;
export const OPENING = `const memory = await openWorkingMemory({ session: 'chat-42', workspace: 'ann' });`;

const withOpening = (imported: string, call: string): string => `${IMPORT}\n${imported}\n\n${OPENING}\n\n${call}`;

export const SNIPPETS: readonly Snippet[] = [
  {
    key: 'openai',
    label: 'OpenAI, Ollama, LM Studio',
    source: { file: 'docs/start.md', heading: 'The next prompt' },
    yours: ['client', 'model', 'question', 'show'],
    code: withOpening(
      `import { run } from 'working-memory/openai';`,
      `const messages = [{ role: 'user', content: question }];
const answer = run(client, memory, messages, { model });
for await (const part of answer) if (part.type === 'text') show(part.text);`,
    ),
  },
  {
    key: 'ai-sdk',
    label: 'AI SDK',
    source: { file: 'docs/sdks.md', heading: 'AI SDK' },
    yours: ['generateText', 'model', 'tools'],
    code: withOpening(
      `import { withMemory } from 'working-memory/ai-sdk';`,
      `const settings = await withMemory(memory, { model, instructions: 'Be brief.', tools });
const { text } = await generateText({ ...settings, prompt: 'How is the weather where I live?' });`,
    ),
  },
  {
    key: 'anthropic',
    label: 'Anthropic',
    source: { file: 'docs/sdks.md', heading: "Anthropic's Messages" },
    yours: ['client', 'model', 'question', 'tools', 'show'],
    code: withOpening(
      `import { run } from 'working-memory/anthropic';`,
      `const messages = [{ role: 'user', content: question }];
const answer = run(client, memory, messages, { model, maxTokens: 1024, instructions: 'Be brief.', tools });
for await (const part of answer) if (part.type === 'text') show(part.text);
const { text } = await answer.answer();`,
    ),
  },
  {
    key: 'loop',
    label: '',
    source: { file: 'docs/start.md', heading: 'The next prompt in a loop of your own' },
    yours: ['client', 'model', 'question'],
    code: withOpening(
      `import { openaiChat } from 'working-memory/lenses';`,
      `const tools = await memory.tools();
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
}`,
    ),
  },
];
