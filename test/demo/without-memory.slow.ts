// The headline's comparison: an app without a memory, recounted here from the finished conversation alone.
import { beforeAll, describe, expect, it } from 'vitest';
import { asksWithoutMemory, listWithoutMemory } from '../../demo/agent/without-memory.ts';
import { callsOf, messageText, spokenText } from '../../demo/agent/message-text.ts';
import type { ChatMessage } from '../../demo/brain/brain.ts';
import { WINDOW } from '../../demo/story/session-options.ts';
import { type Story, story } from '../../demo/story/story.ts';
import { type Locale, tell, type Telling } from '../support/demo/demo-story.ts';

interface PlainRequest {
  readonly tokens: number;
  readonly cached: number;
  readonly cutTurns: number;
}

/** Every request of an app that has the story's tools and its system prompt, and nothing of the memory. */
async function plainRequests({ memory, agent }: Telling, { system, appTools, locale }: Story, window: number) {
  const memoryTools = new Set((await memory.tools({ locale })).map(({ name }) => name));
  const count = async (text: string): Promise<number> =>
    text === '' ? 0 : (await memory.context.measure(text)).tokens;
  const tokensOf = async (message: ChatMessage): Promise<number> => {
    let tokens = 4 + (await count(spokenText(message)));
    for (const { function: call } of callsOf(message)) {
      tokens += 6 + (await count(call.name)) + (await count(call.arguments));
    }
    return tokens;
  };
  const sum = async (messages: readonly ChatMessage[]): Promise<number> =>
    (await Promise.all(messages.map(tokensOf))).reduce((total, tokens) => total + tokens, 0);
  const tools = appTools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  const toolTokens = await count(JSON.stringify(tools));

  const requests: PlainRequest[] = [];
  const turns: ChatMessage[][] = [];
  const served = new Set<string>();
  let before: readonly ChatMessage[] = [];
  const said = new Set<string>();
  for (const [place, message] of agent.messages.entries()) {
    if (message.role === 'user') {
      turns.push([message]);
      said.clear();
    }
    if (message.role === 'tool' && served.has(message.tool_call_id)) turns.at(-1)?.push(message);
    if (message.role !== 'assistant') continue;
    served.clear();
    const calls = callsOf(message);
    // An agent that its memory interrupts may ask the same once more within a turn: a plain one has no reason to.
    const kept = calls.filter((call, at) => {
      const exchange = `${call.function.name} ${call.function.arguments} ${agent.messages[place + 1 + at]?.content}`;
      return !memoryTools.has(call.function.name) && !said.has(exchange) && said.add(exchange);
    });
    if (calls.length > 0 && kept.length === 0) continue;
    for (const { id } of kept) served.add(id);

    let cutTurns = 0;
    let prompt: ChatMessage[];
    do {
      prompt = [{ role: 'system', content: system }, ...turns.slice(cutTurns++).flat()];
    } while (toolTokens + (await sum(prompt)) > window && cutTurns < turns.length);
    const parts = prompt.findIndex((one, place) => JSON.stringify(one) !== JSON.stringify(before[place]));
    const common = parts < 0 ? prompt.length : parts;
    const [old, fresh] = [before[common], prompt[common]];
    let same = 0;
    if (old && fresh && old.role === fresh.role) {
      const [was, is] = [messageText(old), messageText(fresh)];
      while (same < was.length && was[same] === is[same]) same++;
      same = await count(is.slice(0, same));
    }
    requests.push({
      tokens: toolTokens + (await sum(prompt)),
      cached: before.length === 0 ? 0 : toolTokens + (await sum(prompt.slice(0, common))) + same,
      cutTurns: cutTurns - 1,
    });
    before = prompt;
    turns.at(-1)?.push(kept.length === calls.length ? message : { ...message, tool_calls: kept });
  }
  return requests;
}

const LOCALES: readonly Locale[] = ['en', 'zh-CN'];

describe.each(
  LOCALES.flatMap((locale) => [WINDOW.least, WINDOW.default, WINDOW.most].map((window) => ({ locale, window }))),
)('without a memory, the story in $locale with a window of $window tokens', async ({ locale, window }) => {
  const whole = await story(locale);
  let telling: Telling;
  let expected: readonly PlainRequest[];
  beforeAll(async () => {
    telling = await tell(whole, { window });
    expected = await plainRequests(telling, whole, window);
  }, 60_000);

  it('is the same conversation without the memory’s tools, calls, results, guide, overview and meter', async () => {
    const shown = telling.records.flatMap(({ sent }) => (sent.withoutMemory ? [sent.withoutMemory] : []));
    expect(shown).toEqual(expected);
  });

  it('costs what the headline says', () => {
    const sum = (field: 'tokens' | 'cached') => expected.reduce((total, one) => total + one[field], 0);
    expect(telling.agent.totals.withoutMemory).toEqual({ tokens: sum('tokens'), cached: sum('cached') });
  });

  it('drops the oldest turns where they outgrow the window, and no more of them than it must', () => {
    expect(Math.max(...expected.map(({ tokens }) => tokens))).toBeLessThanOrEqual(window);
    const isCut = expected.some(({ cutTurns }) => cutTurns > 0);
    expect(isCut).toBe(window < WINDOW.most);
  });
});

describe('a list without a memory', () => {
  const calling = (...names: readonly string[]): ChatMessage => ({
    role: 'assistant',
    content: null,
    tool_calls: names.map((name) => ({ id: name, type: 'function', function: { name, arguments: '{}' } })),
  });
  const result = (name: string): ChatMessage => ({ role: 'tool', tool_call_id: name, content: `${name} is done` });
  const user: ChatMessage = { role: 'user', content: 'Go.' };
  const memoryTools = new Set(['search']);

  it('keeps the app’s calls of an answer that calls both', () => {
    const list = [user, calling('search', 'build_log'), result('search'), result('build_log')];
    expect(asksWithoutMemory(list, memoryTools)).toBe(true);
    expect(listWithoutMemory(list, memoryTools)).toEqual([user, calling('build_log'), result('build_log')]);
  });

  it('leaves out a call that repeats one of its turn with the same result, but not with another', () => {
    const other: ChatMessage = { role: 'tool', tool_call_id: 'build_log', content: 'failed' };
    const once = [user, calling('build_log'), result('build_log')];
    const repeated = [...once, calling('search'), result('search'), calling('build_log'), result('build_log')];
    expect(asksWithoutMemory(repeated, memoryTools)).toBe(false);
    expect(listWithoutMemory(repeated, memoryTools)).toEqual(once);
    expect(listWithoutMemory([...once, calling('build_log'), other], memoryTools)).toHaveLength(5);
    expect(listWithoutMemory([...once, ...once], memoryTools)).toHaveLength(6);
  });

  it('tells results apart where a server uses an id again', () => {
    const again = (name: string): ChatMessage[] => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call-0', type: 'function', function: { name, arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call-0', content: `${name} is done` },
    ];
    expect(listWithoutMemory([user, ...again('build_log'), ...again('search')], memoryTools)).toEqual([
      user,
      ...again('build_log'),
    ]);
  });

  it('leaves out an answer that calls the memory alone, and the request that follows it', () => {
    const list = [user, calling('search'), result('search')];
    expect(asksWithoutMemory(list, memoryTools)).toBe(false);
    expect(listWithoutMemory(list, memoryTools)).toEqual([user]);
    expect(asksWithoutMemory([...list, user], memoryTools)).toBe(true);
  });
});
