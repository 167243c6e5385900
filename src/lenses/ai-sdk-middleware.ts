// A middleware of the AI SDK that prepares every request of a model. It imports no SDK and fits 5, 6 and 7.
import type { CallOptions } from '../api/call-options.ts';
import type { Prepared } from '../context/plan/prepared.ts';
import type { Context, PrepareOptions } from '../api/context.ts';
import { type AiSdkMessage, aiSdkPrompt } from './ai-sdk.ts';
import { type Fields, fields } from './fields.ts';

export interface MemoryMiddlewareOptions extends Pick<PrepareOptions, 'contextWindow'> {
  /** Hears of every prepared request before it is sent; what it throws stops the request. */
  readonly onPrepared?: (prepared: Prepared<object>) => void;
}

/** What the middleware reads of a call's parameters. */
export interface ModelCall {
  readonly prompt: readonly AiSdkMessage[];
  readonly tools?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface MemoryMiddleware {
  /** Not there at run time: 6 asks for its own version in the type, 5 and 7 do not, and none reads it. */
  readonly specificationVersion: never;
  transformParams<Call extends ModelCall>(options: { readonly params: Call }): Promise<Call>;
  wrapGenerate<Result extends object>(options: { readonly doGenerate: () => PromiseLike<Result> }): Promise<Result>;
  wrapStream<Result extends { readonly stream: ReadableStream<unknown> }>(options: {
    readonly doStream: () => PromiseLike<Result>;
  }): Promise<Result>;
}

/** With those from the cache: `{ total }` since V3; in V2 a number, without them where Anthropic counts. */
function inputTokens({ usage, providerMetadata }: Fields): number {
  const { inputTokens: counted, cachedInputTokens: read } = fields(usage);
  if (typeof counted !== 'number') return Number(fields(counted).total ?? 0);
  const { anthropic, bedrock } = fields(providerMetadata);
  if (!anthropic && !bedrock) return counted;
  const written = fields(anthropic).cacheCreationInputTokens ?? fields(fields(bedrock).usage).cacheWriteInputTokens;
  return counted + Number(read ?? 0) + Number(written ?? 0);
}

/**
 * For `wrapLanguageModel({ model, middleware })`: the model gets the prepared prompt, and the tokens that the provider
 * counted go to `context.observe`. What is injected never enters the app's own messages. Errors of `prepare` reject
 * the call.
 */
export function memoryMiddleware(
  context: Pick<Context, 'prepare' | 'observe'>,
  { onPrepared, ...options }: MemoryMiddlewareOptions = {},
): MemoryMiddleware {
  const observe = (answer: unknown): void => {
    const tokens = inputTokens(fields(answer));
    // Some servers count nothing.
    if (tokens > 0) context.observe({ inputTokens: tokens });
  };
  const middleware: Omit<MemoryMiddleware, 'specificationVersion'> = {
    async transformParams({ params }) {
      const { prompt, tools, abortSignal } = params;
      const settings: PrepareOptions & CallOptions = { tools, ...(abortSignal && { signal: abortSignal }), ...options };
      const prepared = await context.prepare(aiSdkPrompt, prompt, settings);
      onPrepared?.(prepared);
      return { ...params, prompt: prepared.messages };
    },
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      observe(result);
      return result;
    },
    async wrapStream({ doStream }) {
      const result = await doStream();
      const listen = new TransformStream<unknown, unknown>({
        transform(part, controller) {
          // Usage comes with the last part.
          observe(part);
          controller.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(listen) };
    },
  };
  return middleware as MemoryMiddleware;
}
