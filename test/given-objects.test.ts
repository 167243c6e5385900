// A call for an SDK that gets something other than a memory or a client names what it got and what it needs.
import { describe, expect, it } from 'vitest';
import { withMemory } from '../src/entries/ai-sdk.ts';
import { run as runAnthropic, toolRunnerMemory } from '../src/entries/anthropic.ts';
import { run as runGemini } from '../src/entries/gemini.ts';
import { memoryStorage, openWorkingMemory } from '../src/entries/index.ts';
import { langchainMiddleware, langchainStore } from '../src/entries/langchain.ts';
import { serveMemory } from '../src/entries/mcp.ts';
import { agentMemory } from '../src/entries/openai-agents.ts';
import { run, runResponses } from '../src/entries/openai.ts';
import { promptChat, textGeneration } from '../src/entries/prompt-api.ts';
import { memoryHook } from '../src/entries/react.ts';
import { tanstackAdapter, tanstackMiddleware } from '../src/entries/tanstack.ts';
import { anthropicMemoryTool, memoryTools } from '../src/entries/tools.ts';
import { memoryComposable } from '../src/entries/vue.ts';
import type { ModelRun } from '../src/sdks/loop/run.ts';

const any = (value: unknown): never => value as never;
const asked: string[] = [];
const create = (): Promise<never> => {
  asked.push('create');
  return Promise.reject(new Error('it was asked'));
};
const OPENAI = { chat: { completions: { create } }, responses: { create } };
const ANTHROPIC = { messages: { create } };
const GEMINI = { models: { generateContentStream: create } };
const SERVER = { setRequestHandler() {}, registerCapabilities() {} };
const LIST = [{ role: 'user', content: 'hello' }];
const OPTIONS = { model: 'small', maxTokens: 10 };

describe('something else for a memory', () => {
  const CALLS: readonly (readonly [string, (memory: never) => unknown])[] = [
    ['withMemory', (memory) => withMemory(memory, { model: {} })],
    ['run of openai', (memory) => run(any(OPENAI), memory, any(LIST), OPTIONS).answer()],
    ['runResponses', (memory) => runResponses(any(OPENAI), memory, any(LIST), OPTIONS).answer()],
    ['run of anthropic', (memory) => runAnthropic(any(ANTHROPIC), memory, any(LIST), OPTIONS).answer()],
    ['run of gemini', (memory) => runGemini(any(GEMINI), memory, any(LIST), OPTIONS).answer()],
    ['toolRunnerMemory', (memory) => toolRunnerMemory(memory)],
    ['agentMemory', (memory) => agentMemory(memory)],
    ['langchainMiddleware', (memory) => langchainMiddleware(memory)],
    ['langchainStore', (memory) => langchainStore(memory)],
    ['tanstackMiddleware', (memory) => tanstackMiddleware(memory)],
    ['promptChat', (memory) => promptChat(any({ create }), memory)],
    ['serveMemory', (memory) => serveMemory(any(SERVER), memory)],
    ['memoryTools', (memory) => memoryTools(memory)],
    ['anthropicMemoryTool', (memory) => anthropicMemoryTool(memory)],
  ];
  const GIVEN: readonly (readonly [unknown, RegExp])[] = [
    [undefined, /got nothing\./],
    [null, /got nothing\./],
    ['chat-42', /got a text of 7 characters without /],
    [{ items: {} }, /got an object without /],
  ];
  it.each(CALLS)('is refused by %s, and no model is asked', async (_, call) => {
    for (const [given, got] of GIVEN) {
      const answer = async (): Promise<unknown> => call(any(given));
      await expect(answer()).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringMatching(got) });
      await expect(answer()).rejects.toThrow('memory must be a memory, as openWorkingMemory returns it');
    }
    expect(asked).toEqual([]);
  });
});

it('a memory without what a store of LangGraph calls is refused; without what it never calls, it is taken', () => {
  const items = { memorize: create, remember: create, forget: create };
  expect(() => langchainStore(any({ items }))).not.toThrow();
  expect(() => langchainStore(any({ items: { ...items, forget: undefined } }))).toThrow('without items.forget');
});

describe('something else for a memory that is shown', () => {
  const react = { useSyncExternalStore: (_: unknown, getSnapshot: () => unknown): unknown => getSnapshot() };
  const vue = {
    shallowRef: (value: unknown) => ({ value }),
    onMounted: (hook: () => void): void => hook(),
    onUnmounted() {},
    watch: (source: () => unknown, follow: (memory: unknown) => void): void => follow(source()),
  };
  const HOOKS: readonly (readonly [string, (memory: unknown) => unknown])[] = [
    ['React', (memory) => memoryHook(any(react))(any(memory))],
    ['Vue', (memory) => memoryComposable(any(vue))(() => any(memory))],
  ];
  it.each(HOOKS)('is refused by the hook of %s; a memory that is not open yet is awaited', async (_, use) => {
    const wrong = [Promise.resolve(), 'chat-42', { items: {} }];
    for (const given of wrong) {
      expect(() => use(given)).toThrow(/^memory must be a memory, as openWorkingMemory returns it; got .+ without /);
    }
    for (const given of [undefined, null]) expect(() => use(given)).not.toThrow();
    await using memory = await openWorkingMemory({ session: 's', worker: false, storage: memoryStorage() });
    expect(() => use(memory)).not.toThrow();
  });
});

describe('over an open memory', () => {
  const open = () => openWorkingMemory({ session: 's', worker: false, storage: memoryStorage() });
  type Open = Awaited<ReturnType<typeof open>>;
  const answer = (of: ModelRun): Promise<unknown> => of.answer();
  const CALLS: readonly (readonly [string, (memory: Open) => unknown, string])[] = [
    [
      'no client',
      (memory) => answer(run(any(undefined), memory, any(LIST), OPTIONS)),
      'a client of the OpenAI SDK; got nothing',
    ],
    [
      'the client of another SDK',
      (memory) => answer(runAnthropic(any(OPENAI), memory, any(LIST), OPTIONS)),
      'a client of the Anthropic SDK; got an object without messages.create',
    ],
    [
      'a client without the Responses API',
      (memory) => answer(runResponses(any({ chat: OPENAI.chat }), memory, any(LIST), OPTIONS)),
      'without responses.create',
    ],
    [
      'models for the client of Gemini',
      (memory) => answer(runGemini(any(GEMINI.models), memory, any(LIST), OPTIONS)),
      'client must be a GoogleGenAI; got an object without models.generateContentStream',
    ],
    [
      'no options',
      (memory) => answer(run(any(OPENAI), memory, any(LIST), any(undefined))),
      'options.model must be the name of a model',
    ],
    [
      'an object for a model',
      (memory) => answer(run(any(OPENAI), memory, any(LIST), any({ model: {} }))),
      'options.model must be the name of a model; got an object',
    ],
    [
      'a misspelt option',
      (memory) => answer(run(any(OPENAI), memory, any(LIST), any({ model: 'small', locle: 'en' }))),
      'Option options.locle is unknown. Did you mean options.locale?',
    ],
    [
      'an option that is near to one of the run',
      (memory) => answer(run(any(OPENAI), memory, any(LIST), any({ model: 'small', toolz: [] }))),
      'Did you mean options.tools?',
    ],
    [
      'an option of another endpoint',
      (memory) => answer(runResponses(any(OPENAI), memory, any(LIST), any({ ...OPTIONS, config: {} }))),
      'Option options.maxTokens is unknown.',
    ],
    [
      'a number for the tools',
      (memory) => answer(run(any(OPENAI), memory, any(LIST), any({ model: 'small', tools: 5 }))),
      'options.tools must be a list of tools; got 5',
    ],
    [
      'a tool that is none',
      (memory) => answer(runGemini(any(GEMINI), memory, any(LIST), any({ model: 'small', tools: [null] }))),
      'options.tools must be a list of tools; got an array of 1',
    ],
    [
      'a number for the signal',
      (memory) => answer(runAnthropic(any(ANTHROPIC), memory, any(LIST), any({ ...OPTIONS, signal: 5 }))),
      'options.signal must be an AbortSignal; got 5',
    ],
    [
      'no request at all',
      (memory) => answer(run(any(OPENAI), memory, any(LIST), { model: 'small', maxSteps: 0 })),
      'options.maxSteps must be a whole number of at least 1, or Infinity; got 0',
    ],
    [
      'a run of anthropic without its most tokens',
      (memory) => answer(runAnthropic(any(ANTHROPIC), memory, any(LIST), any({ model: 'small' }))),
      'options.maxTokens must be a whole number of at least 1',
    ],
    [
      'a text in the list',
      (memory) => answer(run(any(OPENAI), memory, any(['hello']), { model: 'small' })),
      'messages[0] must be a message, which is an object; got a text of 5 characters',
    ],
    [
      'a value that refers to itself',
      (memory) => {
        const value = {};
        return langchainStore(memory).put(['a'], 'k', Object.assign(value, { value }));
      },
      'value must be an object that JSON can hold',
    ],
    [
      'no value',
      (memory) => langchainStore(memory).put(['a'], 'k', any(undefined)),
      'value must be an object that JSON can hold',
    ],
    [
      'a text for the list',
      (memory) => answer(run(any(OPENAI), memory, any('hello'), OPTIONS)),
      'messages must be a list of messages; got a text of 5 characters',
    ],
    ['no settings', (memory) => withMemory(memory, any(undefined)), 'settings must be an object { model, … }'],
    [
      'a session for the model of the browser',
      (memory) => promptChat(any({ prompt() {} }), memory),
      'model must be LanguageModel of the browser',
    ],
    [
      'no generator',
      () =>
        textGeneration(
          any(undefined),
          any(() => {}),
        ),
      "generator must be the result of pipeline('text-generation', …)",
    ],
    [
      'no streamer',
      () =>
        textGeneration(
          any(() => {}),
          any({}),
        ),
      'streamer must be the class TextStreamer; got an object',
    ],
    [
      'a memory for many',
      (memory) => tanstackAdapter(any(memory)),
      'memories must be the result of openMany; got an object without open',
    ],
  ];
  it.each(CALLS)('%s is refused, and no model is asked', async (_, call, said) => {
    await using memory = await open();
    const answered = async (): Promise<unknown> => call(memory);
    await expect(answered()).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid-(input|option)$/),
      message: expect.stringContaining(said),
    });
    expect(asked).toEqual([]);
    expect(await memory.transcript.count()).toBe(0);
  });
});
