// The agents with the AI SDK, versions 6 and 5: its own loop, its mock models, and the memory as a middleware.
import * as v6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as v5 from 'ai-v5';
import { MockLanguageModelV2 } from 'ai-v5/test';
import type { Prepared } from '../../../../src/context/plan/prepared.ts';
import { memoryMiddleware } from '../../../../src/entries/lenses.ts';
import { type Agent, type AgentParts, counted, nothing, type SentRequest } from './sdk-agents.ts';
import type { Seen, SeenCall } from './story-model.ts';

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: { readonly value?: unknown };
}
interface PromptMessage {
  readonly role: Seen['role'];
  readonly content: string | readonly Part[];
}

const MOST_STEPS = 10;

const seenMessage = ({ role, content }: PromptMessage): Seen => {
  if (typeof content === 'string') return { ...nothing, role, text: content };
  const of = (type: string): readonly Part[] => content.filter((part) => part.type === type);
  return {
    role,
    text: of('text')
      .map(({ text = '' }) => text)
      .join('\n\n'),
    calls: of('tool-call').map(({ toolCallId = '', toolName = '', input }) => ({
      id: toolCallId,
      name: toolName,
      input: input as SeenCall['input'],
    })),
    results: of('tool-result').map(({ toolCallId = '', output }) => ({ id: toolCallId, text: String(output?.value) })),
  };
};

/** Common part of both versions: a model that decides, and a record of its requests. */
function mocked(model: AgentParts['model']) {
  const requests: SentRequest[] = [];
  const prepared: Prepared<object>[] = [];
  const generate = ({
    prompt,
    tools,
  }: {
    readonly prompt: readonly object[];
    readonly tools?: readonly object[] | undefined;
  }) => {
    const seen = (prompt as readonly PromptMessage[]).map(seenMessage);
    const number = requests.length;
    requests.push({
      messages: structuredClone(prompt) as readonly object[],
      seen,
      prepared: prepared.at(-1) as Prepared<object>,
    });
    const decision = model(seen);
    const content =
      typeof decision === 'string'
        ? [{ type: 'text' as const, text: decision }]
        : decision.map(({ name, input }, index) => ({
            type: 'tool-call' as const,
            toolCallId: `call_${number}_${index}`,
            toolName: name,
            input: JSON.stringify(input),
          }));
    const thought = { type: 'reasoning' as const, text: 'One after the other.' };
    return { content: [thought, ...content], isDone: typeof decision === 'string', tokens: counted({ prompt, tools }) };
  };
  return { requests, prepared, generate };
}

export async function aiSdk6Agent({ memory, tools, system, model }: AgentParts): Promise<Agent> {
  const { requests, prepared, generate } = mocked(model);
  const middleware = memoryMiddleware(memory.context, { onPrepared: (request) => void prepared.push(request) });
  const mock = new MockLanguageModelV3({
    doGenerate: async (call) => {
      const { content, isDone, tokens } = generate(call);
      return {
        content,
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  const toolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema, execute }) => [
      name,
      v6.tool({ description, inputSchema: v6.jsonSchema(inputSchema), execute: (input: unknown) => execute(input) }),
    ]),
  );
  const list: v6.ModelMessage[] = [];
  const ask = async (content: string): Promise<string> => {
    list.push({ role: 'user', content });
    const { text, response } = await v6.generateText({
      model: v6.wrapLanguageModel({ model: mock, middleware }),
      tools: toolSet,
      stopWhen: v6.stepCountIs(MOST_STEPS),
      system,
      messages: list,
    });
    list.push(...response.messages);
    return text;
  };
  return { requests, list, ask, close: async () => {} };
}

export async function aiSdk5Agent({ memory, tools, system, model }: AgentParts): Promise<Agent> {
  const { requests, prepared, generate } = mocked(model);
  const middleware = memoryMiddleware(memory.context, { onPrepared: (request) => void prepared.push(request) });
  const mock = new MockLanguageModelV2({
    doGenerate: async (call) => {
      const { content, isDone, tokens } = generate(call);
      return {
        content,
        finishReason: isDone ? 'stop' : 'tool-calls',
        usage: { inputTokens: tokens, outputTokens: 1, totalTokens: undefined },
        warnings: [],
      };
    },
  });
  const toolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema, execute }) => [
      name,
      v5.tool({ description, inputSchema: v5.jsonSchema(inputSchema), execute: (input: unknown) => execute(input) }),
    ]),
  );
  const list: v5.ModelMessage[] = [];
  const ask = async (content: string): Promise<string> => {
    list.push({ role: 'user', content });
    const { text, response } = await v5.generateText({
      model: v5.wrapLanguageModel({ model: mock, middleware }),
      tools: toolSet,
      stopWhen: v5.stepCountIs(MOST_STEPS),
      system,
      messages: list,
    });
    list.push(...response.messages);
    return text;
  };
  return { requests, list, ask, close: async () => {} };
}
