// A model of the AI SDK that remembers. Wraps the model object itself, so that no SDK is imported.
import { invalidInput, kindOf } from '../../errors.ts';
import type { AiSdkMessage } from '../lenses/ai-sdk/lens.ts';
import { objects } from '../lenses/fields.ts';
import type { MemoryMiddleware, ModelCall } from '../lenses/ai-sdk/middleware.ts';

/** The members of a `LanguageModelV2`, `V3` or `V4` that are wrapped. */
export interface AiSdkModel {
  doGenerate(call: ModelCall): PromiseLike<object>;
  doStream(call: ModelCall): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/**
 * Wraps a model so that it prepares its requests and records its answers.
 * @param instructions for requests without a system message: `generateText` before version 7 passes over the setting
 * @throws invalid-input: no model object, such as the name of one
 */
export function rememberingModel<Model>(model: Model, middleware: MemoryMiddleware, instructions: unknown): Model {
  const { doGenerate, doStream } = checkedModel(model);
  const { transformParams, wrapGenerate, wrapStream } = middleware;
  const system = systemMessages(instructions);
  const prepare = (params: ModelCall): Promise<ModelCall> => {
    const isInstructed = params.prompt.some(({ role }) => role === 'system');
    return transformParams({ params: isInstructed ? params : { ...params, prompt: [...system, ...params.prompt] } });
  };
  const wrapped: AiSdkModel = {
    async doGenerate(params) {
      const prepared = await prepare(params);
      return wrapGenerate({ doGenerate: () => doGenerate.call(model, prepared) });
    },
    async doStream(params) {
      const prepared = await prepare(params);
      return wrapStream({ doStream: () => doStream.call(model, prepared) });
    },
  };
  return new Proxy(model as object, {
    // The model is its own receiver: its getters may read private fields.
    get: (target, name) =>
      (wrapped as unknown as Record<PropertyKey, unknown>)[name] ?? Reflect.get(target, name, target),
  }) as Model;
}

/** Returns the system messages of a text, a system message or a list of them. */
const systemMessages = (instructions: unknown): readonly AiSdkMessage[] => {
  if (typeof instructions === 'string') return instructions === '' ? [] : [{ role: 'system', content: instructions }];
  return objects(Array.isArray(instructions) ? instructions : [instructions]) as unknown as readonly AiSdkMessage[];
};

function checkedModel(model: unknown): AiSdkModel {
  const { doGenerate, doStream } = (model ?? {}) as Partial<AiSdkModel>;
  if (typeof doGenerate === 'function' && typeof doStream === 'function') return { doGenerate, doStream };
  throw invalidInput(
    'model',
    "a model of the AI SDK, such as openai('gpt-5'), or gateway('openai/gpt-5') for one that is known by its name",
    kindOf(model) ?? 'nothing',
  );
}
