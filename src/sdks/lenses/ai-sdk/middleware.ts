// A middleware that prepares every request of a model. Imports no SDK; fits the AI SDK 5, 6 and 7.
import type { CallOptions } from '../../../api/call-options.ts';
import type { Prepared } from '../../../context/plan/prepared.ts';
import type { Context, PrepareOptions } from '../../../api/context.ts';
import { answerMessage, StreamedAnswer } from './answer.ts';
import { type AiSdkMessage, aiSdkPrompt } from './lens.ts';
import { type Fields, fields, objects, string } from '../fields.ts';

/** Options of `memoryMiddleware`. */
export interface MemoryMiddlewareOptions extends Pick<PrepareOptions, 'contextWindow'> {
  /**
   * Tools of the memory that the model is given. Each request gets the guide to those that it holds, after its system
   * prompt. Without them the app puts `context.guide` there itself.
   */
  readonly tools?: readonly { readonly name: string }[];
  /** Called with every prepared request before it is sent. An error that it throws rejects the request. */
  readonly onPrepared?: (prepared: Prepared<object>) => void;
}

/** The parameters of a call that the middleware reads. */
export interface ModelCall {
  readonly prompt: readonly AiSdkMessage[];
  readonly tools?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A middleware for `wrapLanguageModel` of the AI SDK. */
export interface MemoryMiddleware {
  /** Absent at run time: only the types of 6 require a version, and none of the three reads it. */
  readonly specificationVersion: never;
  /**
   * Returns the call with the prepared prompt in the place of its own, and the guide where it has the memory's tools.
   */
  transformParams<Call extends ModelCall>(options: { readonly params: Call }): Promise<Call>;
  /** Records the answer, and reports its count of input tokens. */
  wrapGenerate<Result extends object>(options: { readonly doGenerate: () => PromiseLike<Result> }): Promise<Result>;
  /** Does the same for a stream, when it ends. */
  wrapStream<Result extends { readonly stream: ReadableStream<unknown> }>(options: {
    readonly doStream: () => PromiseLike<Result>;
  }): Promise<Result>;
}

/**
 * Returns the input tokens, cached ones included: `{ total }` since V3. In V2 they are a number, to which Anthropic's
 * cached tokens must be added.
 */
function inputTokens({ usage, providerMetadata }: Fields): number {
  const { inputTokens: counted, cachedInputTokens: read } = fields(usage);
  if (typeof counted !== 'number') return Number(fields(counted).total ?? 0);
  const { anthropic, bedrock } = fields(providerMetadata);
  if (!anthropic && !bedrock) return counted;
  const written = fields(anthropic).cacheCreationInputTokens ?? fields(fields(bedrock).usage).cacheWriteInputTokens;
  return counted + Number(read ?? 0) + Number(written ?? 0);
}

/**
 * Puts the guide after the system messages of the prompt; returns the prompt itself where it holds the guide or has
 * none of these tools.
 */
async function guided(
  context: Partial<Pick<Context, 'guide'>>,
  known: readonly { readonly name: string }[],
  { prompt, tools }: Pick<ModelCall, 'prompt' | 'tools'>,
): Promise<readonly AiSdkMessage[]> {
  const given = known.filter(({ name }) => objects(tools).some((tool) => tool.name === name));
  const guide = given.length === 0 ? undefined : await context.guide?.({ tools: given });
  if (guide === undefined || prompt.some(({ content }) => string(content).includes(guide))) return prompt;
  const first = prompt.findIndex(({ role }) => role !== 'system');
  const head = first === -1 ? prompt.length : first;
  const last = prompt[head - 1];
  const content = last ? `${string(last.content)}\n\n${guide}` : guide;
  return [...prompt.slice(0, Math.max(0, head - 1)), { ...last, role: 'system', content }, ...prompt.slice(head)];
}

/**
 * Makes a middleware for `wrapLanguageModel({ model, middleware })`: it sends the prepared prompt to the model, passes
 * the provider's token count to `context.observe`, and puts the answer into the transcript before the caller gets its
 * end. An answer that is cut off is not recorded. Injected messages never enter the app's own list.
 * @throws errors of `prepare`: the call rejects with them
 */
export function memoryMiddleware(
  context: Pick<Context, 'prepare' | 'record' | 'observe'> & Partial<Pick<Context, 'guide'>>,
  { onPrepared, tools: known = [], ...options }: MemoryMiddlewareOptions = {},
): MemoryMiddleware {
  const observe = (answer: unknown): void => {
    const tokens = inputTokens(fields(answer));
    // Some servers report no usage.
    if (tokens > 0) context.observe({ inputTokens: tokens });
  };
  const record = async (answer: AiSdkMessage | undefined): Promise<void> => {
    // The answer is the app's: a full disk must not take it away. The next request that holds it tries again.
    if (answer) await context.record(aiSdkPrompt, answer).catch(() => undefined);
  };
  const middleware: Omit<MemoryMiddleware, 'specificationVersion'> = {
    async transformParams({ params }) {
      const { tools, abortSignal } = params;
      const prompt = await guided(context, known, params);
      const settings: PrepareOptions & CallOptions = { tools, ...(abortSignal && { signal: abortSignal }), ...options };
      const prepared = await context.prepare(aiSdkPrompt, prompt, settings);
      onPrepared?.(prepared);
      return { ...params, prompt: prepared.messages };
    },
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      observe(result);
      const { content } = fields(result);
      if (Array.isArray(content)) await record(answerMessage(content));
      return result;
    },
    async wrapStream({ doStream }) {
      const result = await doStream();
      const answer = new StreamedAnswer();
      const listen = new TransformStream<unknown, unknown>({
        async transform(part, controller) {
          answer.add(part);
          // The last part carries the usage.
          observe(part);
          if (fields(part).type === 'finish') await record(answer.message);
          controller.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(listen) };
    },
  };
  return middleware as MemoryMiddleware;
}
