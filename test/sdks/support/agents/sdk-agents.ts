// Common parts of agents of all SDKs: a server whose model is a function of the request, and tools that are executed.
import type { WorkingMemory } from '../../../../src/api/memory.ts';
import type { Prepared } from '../../../../src/context/plan/prepared.ts';
import { localProvider } from './local-provider.ts';
import type { Decision, Seen, SeenCall } from './story-model.ts';

export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  execute(input: unknown): Promise<string>;
}

export interface AgentParts {
  readonly memory: WorkingMemory;
  readonly tools: readonly AgentTool[];
  readonly system: string;
  readonly model: (prompt: readonly Seen[]) => Decision;
}

export interface SentRequest {
  /** Messages as they reached the server or the SDK's mock model. */
  readonly messages: readonly object[];
  /** The same, read without the library. */
  readonly seen: readonly Seen[];
  readonly prepared: Prepared<object>;
}

export interface Agent {
  readonly requests: readonly SentRequest[];
  /** The app's own list. */
  readonly list: readonly object[];
  /** Says it, lets the model work, and gives its answer back. */
  ask(text: string): Promise<string>;
  close(): Promise<void>;
}

export const nothing = { text: '', calls: [], results: [] } as const;

export const jsonOf = (arguments_: string): SeenCall['input'] => JSON.parse(arguments_) as SeenCall['input'];

export async function executed(tools: readonly AgentTool[], name: string, input: unknown): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`The model called ${name}, which it was not given.`);
  return tool.execute(input);
}

/** Four characters a token, as a provider might count that is unlike the estimates. */
export const counted = (sent: unknown): number => Math.ceil(JSON.stringify(sent).length / 4);

interface Wire<Body> {
  readonly seen: (body: Body) => Seen[];
  readonly messages: (body: Body) => readonly object[];
  readonly reply: (decision: Decision, ids: (index: number) => string, tokens: number) => object;
}

/** A server that answers as the model decides. */
export async function served<Body>(model: AgentParts['model'], { seen, messages, reply }: Wire<Body>) {
  const requests: SentRequest[] = [];
  const prepared: Prepared<object>[] = [];
  const provider = await localProvider<Body>((body) => {
    const prompt = seen(body);
    const number = requests.length;
    requests.push({ messages: messages(body), seen: prompt, prepared: prepared.at(-1) as Prepared<object> });
    return reply(model(prompt), (index) => `call_${number}_${index}`, counted(body));
  });
  return { provider, requests, prepared };
}

export const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? '').join('\n\n')
      : '';
