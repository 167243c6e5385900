// `withMemory` in the real AI SDK, versions 5, 6 and 7, with their mock models.
import * as v6 from 'ai';
import * as v5 from 'ai-v5';
import * as v7 from 'ai-v7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { restoreUiMessages, withMemory } from '../../../src/entries/ai-sdk.ts';
import { aiSdkPrompt } from '../../../src/entries/lenses.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { FORECAST, type ModelTurn, scriptedModels, type SentPrompt } from '../support/agents/scripted-models.ts';

const instructions = 'Be brief.';
const schema: v6.JSONSchema7 = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const weather = { description: 'The weather.', execute: async ({ city }: { city: string }) => `Snow in ${city}` };
const tools5 = { weather: v5.tool({ ...weather, inputSchema: v5.jsonSchema<{ city: string }>(schema) }) };
const tools6 = { weather: v6.tool({ ...weather, inputSchema: v6.jsonSchema<{ city: string }>(schema) }) };
const tools7 = { weather: v7.tool({ ...weather, inputSchema: v7.jsonSchema<{ city: string }>(schema) }) };

type Models = ReturnType<typeof scriptedModels>;
/** Asks once and gives back the text. */
type Ask = (models: Models, prompt: string, abortSignal?: AbortSignal) => Promise<string>;

const aborting = (abortSignal: AbortSignal | undefined) => (abortSignal ? { abortSignal } : {});

const WAYS: Record<string, Ask> = {
  'generateText of 5': async ({ v5: model }, prompt, signal) => {
    const settings = await withMemory(memory, { model, instructions, tools: tools5 });
    return (await v5.generateText({ ...settings, prompt, maxRetries: 0, ...aborting(signal) })).text;
  },
  'streamText of 5': async ({ v5: model }, prompt, signal) => {
    const settings = await withMemory(memory, { model, system: instructions, tools: tools5 });
    const result = v5.streamText({ ...settings, prompt, maxRetries: 0, onError: () => {}, ...aborting(signal) });
    return textOf(result.fullStream);
  },
  'Experimental_Agent of 5': async ({ v5: model }, prompt, signal) => {
    const agent = new v5.Experimental_Agent({
      ...(await withMemory(memory, { model, system: instructions, tools: tools5 })),
      maxRetries: 0,
    });
    return (await agent.generate({ prompt, ...aborting(signal) })).text;
  },
  'generateText of 6': async ({ v6: model }, prompt, signal) => {
    const settings = await withMemory(memory, { model, instructions, tools: tools6 });
    return (await v6.generateText({ ...settings, prompt, maxRetries: 0, ...aborting(signal) })).text;
  },
  'streamText of 6': async ({ v6: model }, prompt, signal) => {
    const settings = await withMemory(memory, { model, system: instructions, tools: tools6 });
    const result = v6.streamText({ ...settings, prompt, maxRetries: 0, onError: () => {}, ...aborting(signal) });
    return textOf(result.fullStream);
  },
  'ToolLoopAgent of 6': async ({ v6: model }, prompt, signal) => {
    const agent = new v6.ToolLoopAgent(await withMemory(memory, { model, instructions, tools: tools6, maxRetries: 0 }));
    return (await agent.generate({ prompt, ...aborting(signal) })).text;
  },
  'generateText of 7': async ({ v7: model }, prompt, signal) => {
    const settings = await withMemory(memory, { model, instructions, tools: tools7 });
    return (await v7.generateText({ ...settings, prompt, maxRetries: 0, ...aborting(signal) })).text;
  },
  'streamText of 7': async ({ v7: model }, prompt, signal) => {
    const settings = await withMemory(memory, { model, instructions, tools: tools7 });
    const result = v7.streamText({ ...settings, prompt, maxRetries: 0, onError: () => {}, ...aborting(signal) });
    return textOf(result.fullStream);
  },
  'ToolLoopAgent of 7': async ({ v7: model }, prompt, signal) => {
    const agent = new v7.ToolLoopAgent(await withMemory(memory, { model, instructions, tools: tools7, maxRetries: 0 }));
    const result = await agent.stream({ prompt, ...aborting(signal) });
    return textOf(result.fullStream);
  },
};

/** The text of a stream to its end; an error in it is thrown. */
async function textOf(stream: AsyncIterable<{ type: string; text?: string; error?: unknown }>): Promise<string> {
  let text = '';
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('aborted');
    if (part.type === 'text-delta') text += part.text;
  }
  return text;
}

const systemOf = ({ prompt }: SentPrompt): unknown => prompt[0];
const rolesOf = async (): Promise<string> => (await memory.transcript.read()).map(({ role }) => role).join(' ');

describe.each(Object.entries(WAYS))('a model with memory in %s', (_name, ask) => {
  it('calls the app’s tools and the memory’s in one step, and goes on to the answer', async () => {
    const models = scriptedModels([FORECAST, 'It snows.']);
    expect(await ask(models, 'How is the weather?')).toBe('It snows.');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['The user lives in Oslo']);
    const [, second] = models.sent;
    const results = JSON.stringify(second?.prompt.filter(({ role }) => role === 'tool'));
    expect(results).toContain('Snow in Oslo');
    expect(results).toContain('Memorized');
  });

  it('gets the instructions and, after them, the guide to the tools of the request', async () => {
    const models = scriptedModels([FORECAST, 'It snows.']);
    await ask(models, 'How is the weather?');
    const guide = await memory.context.guide();
    for (const request of models.sent) {
      expect(systemOf(request)).toMatchObject({ role: 'system', content: `${instructions}\n\n${guide}` });
      expect(request.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['weather', 'memorize']));
    }
  });

  it('extends each request by the next, and records what was said once', async () => {
    const models = scriptedModels([FORECAST, 'It snows.']);
    await ask(models, 'How is the weather?');
    const [first, second] = models.sent;
    expect(second?.prompt.slice(0, first?.prompt.length)).toEqual(first?.prompt);
    expect(await rolesOf()).toMatch(/^system user assistant tool (tool )?assistant$/);
    expect((await memory.transcript.read()).at(-1)?.text).toBe('It snows.');
  });

  it('gets what the memory knows of the question', async () => {
    await memory.items.memorize('The user is allergic to nuts');
    const models = scriptedModels(['No cake.']);
    await ask(models, 'Which cake may the user with the nuts eat?');
    expect(JSON.stringify(models.sent[0]?.prompt.slice(1))).toContain('allergic to nuts');
  });

  it('fails with the provider’s own error, and the next question finds all as it was', async () => {
    const failing = scriptedModels([new Error('the provider is down')]);
    await expect(ask(failing, 'How is the weather?')).rejects.toThrow('the provider is down');
    expect(await ask(scriptedModels(['It snows.']), 'How is the weather?')).toBe('It snows.');
    expect(await rolesOf()).toBe('system user assistant');
  });

  it('asks no model once the caller aborted', async () => {
    const models = scriptedModels(['It snows.']);
    await expect(ask(models, 'How is the weather?', AbortSignal.abort())).rejects.toThrow();
    expect(models.sent).toEqual([]);
  });
});

describe('withMemory', () => {
  it('ends a model that only ever calls tools', async () => {
    const endless = Array.from({ length: 30 }, (): ModelTurn => [{ name: 'recall', input: { query: 'Oslo' } }]);
    const models = scriptedModels(endless);
    await v6.generateText({ ...(await withMemory(memory, { model: models.v6 })), prompt: 'Go on' });
    expect(models.sent).toHaveLength(20);
  });

  it('keeps the caller’s own condition to stop, and all other settings', async () => {
    const stopWhen = v6.stepCountIs(1);
    const settings = await withMemory(memory, { model: scriptedModels([]).v6, stopWhen, temperature: 0 });
    expect(settings).toMatchObject({ stopWhen, temperature: 0 });
  });

  it('gives the chosen tools alone, and a guide to them', async () => {
    const models = scriptedModels(['Yes.']);
    const settings = await withMemory(memory, { model: models.v6 }, { set: 'minimal' });
    await v6.generateText({ ...settings, prompt: 'Ready?' });
    expect(models.sent[0]?.tools?.map(({ name }) => name)).toEqual(['note', 'memorize', 'recall', 'forget']);
    expect(systemOf(models.sent[0] as SentPrompt)).toMatchObject({
      content: await memory.context.guide({ set: 'minimal' }),
    });
  });

  it('adds no second guide to instructions that hold it', async () => {
    const models = scriptedModels(['Yes.']);
    const guide = await memory.context.guide();
    const settings = await withMemory(memory, { model: models.v6, instructions: `Be brief.\n${guide}` });
    await v6.generateText({ ...settings, prompt: 'Ready?' });
    expect(systemOf(models.sent[0] as SentPrompt)).toMatchObject({ content: `Be brief.\n${guide}` });
  });

  it('refuses a model’s name, and says how to write it', async () => {
    await expect(withMemory(memory, { model: 'openai/gpt-5' })).rejects.toThrow(
      "model must be a model of the AI SDK, such as openai('gpt-5'), or gateway('openai/gpt-5')",
    );
  });

  it('refuses a tool of the app that would hide one of the memory’s', async () => {
    const { v6: model } = scriptedModels([]);
    await expect(withMemory(memory, { model, tools: { search: {} } })).rejects.toThrow(
      "both have a tool 'search'. Give the app's another name, or leave the memory's out: { only: ['note',",
    );
  });
});

describe('a route of useChat', () => {
  /** Handles a request like docs/sdks.md: the whole list comes in, a stream goes out. */
  const post = async (models: Models, messages: v6.UIMessage[]): Promise<v6.UIMessage[]> => {
    const result = v6.streamText({
      ...(await withMemory(memory, { model: models.v6, tools: tools6 })),
      messages: await v6.convertToModelMessages(messages),
    });
    let list = messages;
    const stream = result.toUIMessageStream({
      originalMessages: messages,
      onFinish: (done) => void (list = done.messages),
    });
    for await (const _ of stream);
    return list;
  };
  const says = (text: string): v6.UIMessage => ({ id: text, role: 'user', parts: [{ type: 'text', text }] });

  it('keeps one conversation over its requests and over a reload', async () => {
    const before = await post(scriptedModels([FORECAST, 'It snows.']), [says('How is the weather?')]);
    const restored: v6.UIMessage[] = await restoreUiMessages(memory);
    expect(restored.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
    expect(restored[1]?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'tool-weather', state: 'output-available', input: { city: 'Oslo' }, output: 'Snow in Oslo' },
      { type: 'tool-memorize', state: 'output-available' },
      { type: 'step-start' },
      { type: 'text', text: 'It snows.' },
    ]);

    const models = scriptedModels(['Yes, at home.']);
    await post(models, [...restored, says('Is that where I live?')]);
    expect(await rolesOf()).toBe('system user assistant tool assistant user assistant');
    expect(await memory.context.branches()).toHaveLength(1);
    expect(await memory.context.restore(aiSdkPrompt)).toHaveLength(7);
  });
});
