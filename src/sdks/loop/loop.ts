// The loop that all providers share: prepare, send, run the tools, and again until the model gives its answer.
import type { WorkingMemory } from '../../api/memory.ts';
import type { PrepareOptions } from '../../api/context.ts';
import type { MemoryToolOptions } from '../../api/tools.ts';
import type { Lens } from '../../context/view/lens.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { checkMemory, checkMethods } from '../../options/methods.ts';
import { MOST_STEPS } from '../../options/policy.ts';
import { checkRun, type OfEndpoint } from './options.ts';
import type { RunAnswer, RunPart } from './run.ts';
import { type ProviderTool, type RunCall, type RunResult, type RunTool, RunTools } from './tools.ts';
import { loopWords } from './words.ts';

/** Options of every run. */
export interface RunOptions extends MemoryToolOptions, Pick<PrepareOptions, 'contextWindow'> {
  /** Tools of the app; the memory's come with them. */
  readonly tools?: readonly (RunTool | ProviderTool)[];
  /** System prompt; the guide to the memory's tools follows it. */
  readonly instructions?: string;
  readonly signal?: AbortSignal | undefined;
  /** Requests after which the run ends even if the model would call more tools; default 20. */
  readonly maxSteps?: number;
}

/** The part of an open memory that a run needs. */
export type MemoryOfRun = Pick<WorkingMemory, 'context' | 'tools'>;

/** One answer of a model. */
export interface Step<Message> {
  /** Messages of the answer as the next request holds them. */
  readonly said: readonly Message[];
  readonly calls: readonly RunCall[];
  readonly text: string;
  /** Reason for its end, in the provider's words. */
  readonly finish: string;
  /** Input tokens, including cached ones; 0 where the server does not say. */
  readonly inputTokens: number;
}

/**
 * Makes the step of a stream that ended before the model did: its calls may be in pieces, and the list does not take
 * it.
 */
export const cutOff = (text: string, inputTokens: number): Step<never> => {
  return { said: [], calls: [], text, finish: 'cut-off', inputTokens };
};

/** Description of one endpoint for the loop. */
export interface Endpoint<Message> {
  /** Client that it asks, and the method that it calls; `expected` completes "client must be …". */
  readonly client: { readonly given: unknown; readonly method: string; readonly expected: string };
  /** Options as the app gave them, and the names of those that only some endpoints have. */
  readonly options: { readonly given: unknown; readonly own: readonly OfEndpoint[] };
  readonly lens: Lens<Message>;
  /** Returns the tools as they are sent. */
  definitions(tools: RunTools): readonly unknown[];
  /** Returns the list, and the system prompt where the provider has a place for it beside the list. */
  request(
    messages: readonly Message[],
    system: string,
  ): { readonly list: readonly Message[]; readonly system?: string };
  send(request: SentRequest<Message>): AsyncGenerator<RunPart, Step<Message>>;
  /** Returns the messages that answer these calls. */
  results(results: readonly RunResult[]): Message[];
}

export interface SentRequest<Message> {
  readonly messages: readonly Message[];
  readonly cacheBreakpoints: readonly number[];
  readonly prefixChanged: boolean;
  readonly system: string | undefined;
  readonly definitions: readonly unknown[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs the steps of a run.
 * @param messages the app's own list. Each answer is added together with the results of its calls, so that a run that
 * ends early leaves a list that can be sent
 */
export async function* loop<Message>(
  endpoint: Endpoint<Message>,
  memory: MemoryOfRun,
  messages: Message[],
  { tools: ofApp = [], instructions = '', signal, maxSteps = MOST_STEPS, contextWindow, ...chosen }: RunOptions,
): AsyncGenerator<RunPart, RunAnswer> {
  const { lens, client, options } = endpoint;
  checkMethods('client', client.given, [client.method], client.expected);
  checkMemory(memory, ['tools', 'context.prepare']);
  checkMessages(messages);
  checkRun(options.given, options.own);
  signal?.throwIfAborted();
  const { context, tools: toolsOf } = memory;
  const ofMemory = await toolsOf(chosen);
  const { locale } = chosen;
  const tools = new RunTools(ofMemory, ofApp, loopWords(locale));
  const guided = [...ofMemory, ...tools.executed.filter(({ type }) => type?.startsWith('memory_'))];
  const guide = await context.guide({ tools: guided, ...(locale !== undefined && { locale }) });
  const system = [instructions, guide].filter((text) => text !== '').join('\n\n');
  const definitions = endpoint.definitions(tools);
  for (let steps = 1; ; steps++) {
    const { list, system: apart } = endpoint.request(messages, system);
    const prepared = await context.prepare(lens as Lens<unknown>, list as readonly unknown[], {
      tools: definitions,
      ...(apart !== undefined && { system: apart }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(signal && { signal }),
    });
    const { cacheBreakpoints, prefixChanged } = prepared;
    const step = yield* endpoint.send({
      messages: prepared.messages as Message[],
      cacheBreakpoints,
      prefixChanged,
      system: apart,
      definitions,
      signal,
    });
    if (step.inputTokens > 0) context.observe({ inputTokens: step.inputTokens });
    for (const call of step.calls) yield { type: 'tool-call', ...call };
    const results = await Promise.all(step.calls.map((call) => tools.run(call, { signal })));
    for (const result of results) yield { type: 'tool-result', ...result };
    const said = [...step.said, ...(results.length > 0 ? endpoint.results(results) : [])];
    messages.push(...said);
    const isDone = results.length === 0;
    if (!isDone && steps < maxSteps) continue;
    // The answer is the app's: a full disk must not take it away. The next request that holds it tries again.
    if (said.length > 0) await context.record(lens, said).catch(() => undefined);
    return { text: step.text, steps, finish: isDone ? step.finish : 'steps' };
  }
}

/**
 * Checks the messages before the system prompt stands in front of them, and moves their places.
 * @throws invalid-input
 */
function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) throw invalidInput('messages', 'a list of messages', kindOf(messages));
  for (const [index, message] of messages.entries()) {
    if (typeof message !== 'object' || message === null)
      throw invalidInput(`messages[${index}]`, 'a message, which is an object', kindOf(message));
  }
}
