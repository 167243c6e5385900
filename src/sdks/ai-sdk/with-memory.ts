// One call that gives a model of the AI SDK its memory: prepared requests, recorded answers, tools and the guide to
// them.
import type { WorkingMemory } from '../../api/memory.ts';
import type { MemoryToolOptions } from '../../api/tools.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { type MemoryMiddlewareOptions, memoryMiddleware } from '../lenses/ai-sdk/middleware.ts';
import { checkMemory } from '../../options/methods.ts';
import { MOST_STEPS } from '../../options/policy.ts';
import { rememberingModel } from './model.ts';
import { type AiSdkMemoryTools, besideToolsOfApp } from './tools.ts';

/** Settings of `generateText`, `streamText` or an agent that are read; all others pass through. */
export interface AiSdkSettings {
  readonly model: unknown;
  readonly instructions?: unknown;
  readonly tools?: object | undefined;
  readonly stopWhen?: unknown;
}

/** Options of `withMemory` beside the settings. */
export interface WithMemoryOptions extends MemoryToolOptions, Omit<MemoryMiddlewareOptions, 'tools'> {}

/** The settings with a model that remembers and the memory's tools beside the app's. */
export type WithMemory<Settings extends AiSdkSettings> = Omit<Settings, 'tools' | 'stopWhen'> & {
  readonly tools: (Settings['tools'] extends object ? Settings['tools'] : unknown) & AiSdkMemoryTools;
  readonly stopWhen: Settings extends { readonly stopWhen: infer Given } ? Given : StopWhen;
};

/** Whether these steps were enough. */
export type StopWhen = (done: { readonly steps: readonly unknown[] }) => boolean;

/**
 * Returns settings for `generateText`, `streamText`, `ToolLoopAgent` and `Experimental_Agent` of the AI SDK 5, 6 and 7.
 * Their model prepares every request, records its answers and puts the guide to the memory's tools behind the
 * instructions. Without `stopWhen` a call ends after 20 steps at the latest, as an agent of the SDK does.
 *
 * One conversation per memory: pass the messages of this session only, and use the plain model for titles and the like.
 * @param settings `model` (an object), `instructions` or `system`, `tools`, and whatever else the SDK takes
 * @param options which tools (docs/tools.md), `contextWindow`, `onPrepared`
 * @throws invalid-input: no model object · invalid-option: a tool of the app has the name of one of the memory's
 * @example const settings = await withMemory(memory, { model, instructions: 'Be brief.', tools });
 */
export async function withMemory<Settings extends AiSdkSettings>(
  memory: Pick<WorkingMemory, 'context' | 'tools'>,
  settings: Settings,
  { contextWindow, onPrepared, ...chosen }: WithMemoryOptions = {},
): Promise<WithMemory<Settings>> {
  checkMemory(memory, ['tools', 'context.prepare']);
  if (typeof settings !== 'object' || settings === null)
    throw invalidInput('settings', 'an object { model, … } for generateText, streamText or an agent', kindOf(settings));
  const tools = await memory.tools(chosen);
  const middleware = memoryMiddleware(memory.context, {
    tools,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(onPrepared && { onPrepared }),
  });
  const stopWhen: StopWhen = ({ steps }) => steps.length >= MOST_STEPS;
  return {
    ...settings,
    stopWhen: settings.stopWhen ?? stopWhen,
    model: rememberingModel(settings.model, middleware, settings.instructions),
    tools: besideToolsOfApp(tools, settings.tools),
  } as unknown as WithMemory<Settings>;
}
