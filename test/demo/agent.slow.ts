// The demo's agent and its record of each request, against the real library.
import { describe, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { createAgent } from '../../demo/agent/agent.ts';
import { type AssistantMessage, type Brain, BrainError, type ChatMessage } from '../../demo/brain/brain.ts';
import { callsOf, messageText } from '../../demo/agent/message-text.ts';
import type { RequestRecord } from '../../demo/agent/request-record.ts';
import { scriptedBrain } from '../../demo/story/scripted-brain.ts';
import { story, told } from '../../demo/story/story.ts';
import { demoSession, overheard, storyAgent, tell } from '../support/demo/demo-story.ts';

const WHOLE = await story('en');
const beginning = (turns: number) => told({ ...WHOLE, scenes: WHOLE.scenes.slice(0, turns) });

/** Answers in order; the last one again and again. */
function answering(...answers: readonly (string | readonly [name: string, input: string])[]): Brain {
  let next = 0;
  return {
    kind: 'scripted',
    name: 'test',
    async answer() {
      const answer = answers[Math.min(next, answers.length - 1)] as (typeof answers)[number];
      const id = `call-${++next}`;
      if (typeof answer === 'string') return { message: { role: 'assistant', content: answer } };
      const [name, input] = answer;
      const tool_calls = [{ id, type: 'function' as const, function: { name, arguments: input } }];
      return { message: { role: 'assistant', content: null, tool_calls } };
    },
  };
}

describe('the record of a request', () => {
  it('shows every message of the prompt and every one that was left out, each once and in order', async () => {
    const { records, prompts, agent } = await tell(beginning(16), { window: 7000 });
    expect(records.some(({ blocks }) => blocks.some(({ state, isCached }) => state === 'hidden' && !isCached))).toBe(
      true,
    );
    expect(records.some(({ blocks }) => blocks.some(({ isStub }) => isStub))).toBe(true);
    for (const [place, { blocks }] of records.entries()) {
      expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
      const sent = blocks.filter(({ state }) => state !== 'hidden');
      expect(sent.map(({ text }) => text)).toEqual(prompts[place]?.map(messageText));
      const own = blocks.filter(({ kind }) => kind === 'system' || kind === 'message');
      expect(own.map(({ index }) => index)).toEqual(own.map((_, index) => index));
      for (const { isStub, kind, text, own: ownText, index, state } of own) {
        const message = agent.messages[index as number] as ChatMessage;
        if (!isStub) expect(ownText).toBe(messageText(message));
        expect(text.startsWith(ownText)).toBe(true);
        if (state === 'hidden') expect(kind).toBe('message');
      }
    }
  });

  it('calls cached what the request has in common with the one before, and counts just that', async () => {
    const { records, prompts } = await tell(beginning(14), { window: 7000 });
    for (const [place, { blocks, sent }] of records.entries()) {
      const [prompt = [], before = []] = [prompts[place], prompts[place - 1]];
      const differing = prompt.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(before[index]));
      const common = place === 0 ? 0 : differing < 0 ? prompt.length : differing;
      const shown = blocks.filter(({ state }) => state !== 'hidden');
      expect(shown.map(({ isCached }) => isCached)).toEqual(shown.map((_, index) => index < common));
      for (const { state, isCached, kind } of shown) {
        const isInjected = kind === 'overview' || kind === 'ride';
        expect(state).toBe(isInjected ? 'injected' : isCached ? 'cached' : 'new');
      }
      const tokens = (which: readonly { readonly tokens: number }[]) => which.reduce((sum, one) => sum + one.tokens, 0);
      const tools = sent.withMemory.tokens - tokens(shown);
      expect(tools).toBeGreaterThan(1000);
      const whole = tokens(shown.slice(0, common));
      expect(sent.withMemory.cached).toBeGreaterThanOrEqual(common === 0 ? 0 : tools + whole);
      expect(sent.withMemory.cached).toBeLessThanOrEqual(sent.withMemory.tokens);
      // The first differing message may share a beginning with the former one, but never all of it.
      expect(sent.withMemory.cached).toBeLessThanOrEqual(tools + tokens(shown.slice(0, common + 1)));
    }
  });

  it('has the text that each block had in the request before', async () => {
    const { records } = await tell(beginning(20));
    for (const [place, { blocks }] of records.entries()) {
      const before = new Map(
        records[place - 1]?.blocks.filter(({ state }) => state !== 'hidden').map(({ key, text }) => [key, text]),
      );
      for (const { key, state, former } of blocks) if (state !== 'hidden') expect(former).toBe(before.get(key));
    }
    const changed = records.flatMap(({ blocks }) =>
      blocks.filter(({ former, text }) => former !== undefined && former !== text),
    );
    expect(changed).not.toEqual([]);
  });

  it('takes apart what rides on the messages', async () => {
    const { records } = await tell(beginning(20));
    const chips = records.flatMap(({ blocks }) =>
      blocks.flatMap((block) => block.chips.map((chip) => ({ ...chip, block }))),
    );
    expect(new Set(chips.map(({ kind }) => kind))).toEqual(
      new Set(['meta', 'reminder', 'ask', 'overview', 'recalled']),
    );
    for (const { kind, text, block } of chips) {
      expect(block.text).toContain(text);
      if (kind === 'meta') expect(text).toMatch(/^context: [\d,]+ of [\d,]+ tokens \(\d+ %\)$/);
      if (kind === 'reminder')
        expect(text).toMatch(/^<!--\n⚠️ WORKING MEMORY UPDATE NEEDED[^]*-->(\nMentioned often[^\n]*)?$/);
      if (kind === 'ask') expect(text).toMatch(/_compression\)[^<]*compact_history/);
      if (kind === 'recalled') expect(text).toContain('<recalled nonce=');
      if (kind === 'overview') expect(text).toContain('<working_memory nonce=');
    }
    for (const { reminder, blocks } of records) {
      const fresh = blocks.flatMap((block) => block.chips.filter(({ isNew, kind }) => isNew && kind === 'reminder'));
      expect(fresh).toHaveLength(reminder ? 1 : 0);
    }
  });

  it('counts what the meter counts, but for what rides along anew', async () => {
    const { records } = await tell(beginning(6));
    for (const { meter, sent } of records) {
      expect(sent.withMemory.tokens).toBeGreaterThanOrEqual(meter.tokensUsed - 10);
      expect(sent.withMemory.tokens).toBeLessThan(meter.tokensUsed * 1.12);
    }
  });

  it('begins without a cache when another model answers', async () => {
    const memory = await demoSession('en')();
    const records: RequestRecord[] = [];
    const agent = await storyAgent(memory, WHOLE, {
      brain: answering('One.'),
      onRequest: (record) => records.push(record),
    });
    await agent.say('First.');
    await agent.say('Second.');
    agent.setBrain(answering('Three.'));
    await agent.say('Third.');
    expect(records.map(({ sent }) => sent.withMemory.cached > 0)).toEqual([false, true, false]);
  });
});

describe('the agent', () => {
  const withoutIds = (messages: readonly ChatMessage[]) =>
    messages.slice(1).map((message) => JSON.stringify(message).replaceAll(/item-\d+/g, 'item'));

  it('goes on after a reload, wherever the page was cut', async () => {
    const three = beginning(4);
    const whole = await tell(three);
    for (let cut = 1; cut < whole.agent.messages.length; cut++) {
      const open = demoSession('en');
      let left = cut;
      const first = await open();
      const leaving: WorkingMemory['context']['record'] = async (lens, list) => {
        const recorded = await first.context.record(lens, list);
        if (--left === 0) throw new Error('The page is gone.');
        return recorded;
      };
      const before = await storyAgent({ ...first, context: { ...first.context, record: leaving } }, three);
      let turn = 0;
      try {
        for (; turn < three.turns.length; turn++) await before.say(three.turns[turn] as string);
      } catch (error) {
        expect(String(error)).toContain('The page is gone.');
      }
      const kept = JSON.parse(JSON.stringify({ totals: before.totals })) as Pick<typeof before, 'totals'>;
      await first.close();
      const after = await storyAgent(await open(), three, kept);
      await after.resume();
      const said = after.messages.filter(({ role }) => role === 'user').length;
      for (const text of three.turns.slice(said)) await after.say(text);
      expect(withoutIds(after.messages)).toEqual(withoutIds(whole.agent.messages));
      expect(after.totals.requests).toBe(whole.agent.totals.requests);
    }
  });

  it('finds the conversation with its last answer in the transcript alone', async () => {
    const open = demoSession('en');
    const first = await open();
    const before = await storyAgent(first, WHOLE);
    await before.say(WHOLE.turns[0] as string);
    await first.close();
    const after = await storyAgent(await open(), WHOLE);
    expect(after.messages).toEqual(before.messages);
    expect(after.isWaiting).toBe(false);
    expect(await after.resume()).toBeUndefined();
  });

  it('takes over what another tab has said', async () => {
    const open = demoSession('en');
    const [memoryHere, memoryThere] = [await open(), await open()];
    const here = await storyAgent(memoryHere, WHOLE, { brain: answering('Here.') });
    const there = await storyAgent(memoryThere, WHOLE, { brain: answering('There.') });
    await here.say('Said here.');
    await vi.waitFor(async () => expect(await memoryThere.transcript.count()).toBe(3));
    await there.say('Said there.');
    await vi.waitFor(async () => expect(await memoryHere.transcript.count()).toBe(5));
    await here.say('And here again.');
    const said = here.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    expect(said).toEqual(['Said here.', 'Said there.', 'And here again.']);
  });

  it('answers calls of tools that do not exist, and arguments that are no JSON', async () => {
    const memory = await demoSession('en')();
    const brain = answering(['fly', '{}'], ['bug_list', '{"area"'], ['bug_list', '{"area":"roof"}'], 'Well.');
    const agent = await storyAgent(memory, WHOLE, { brain });
    expect((await agent.say('Go.')).content).toBe('Well.');
    const results = agent.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results[0]).toMatch(/^There is no tool fly\. Tools: note, /);
    expect(results[1]).toBe('bug_list was not run: its arguments are not JSON.');
    expect(results[2]).toBe('There is no "roof". Known: sync, camera, export.');
  });

  it('stops a model that calls tools without end, and can be spoken to afterwards', async () => {
    const memory = await demoSession('en')();
    const agent = await storyAgent(memory, WHOLE, { brain: answering(['list', '{}']), contextWindow: 32_000 });
    const error: unknown = await agent.say('Go.').catch((thrown: unknown) => thrown);
    expect((error as BrainError).problem).toEqual({ kind: 'endless', requests: 30 });
    expect(agent.isBusy).toBe(false);
    agent.setBrain(answering('Fine.'));
    expect((await agent.say('Stop that.')).content).toBe('Fine.');
  });

  it('keeps what was said when the brain fails, and asks again on resume', async () => {
    const memory = await demoSession('en')();
    const failing: Brain = {
      kind: 'url',
      name: 'failing',
      answer: () => Promise.reject(new BrainError({ kind: 'busy', detail: '' })),
    };
    const agent = await storyAgent(memory, WHOLE, { brain: failing });
    await expect(agent.say('Hello.')).rejects.toBeInstanceOf(BrainError);
    expect(agent.isWaiting).toBe(true);
    agent.setBrain(answering('Back again.'));
    expect((await agent.resume())?.content).toBe('Back again.');
    expect(agent.totals.requests).toBe(1);
  });

  it('runs the calls that were left open before it says something new', async () => {
    const memory = await demoSession('en')();
    const stop = new AbortController();
    const agent = await storyAgent(memory, WHOLE, {
      brain: answering(['list', '{}'], 'Later.'),
      onMessage: (message) => {
        if (callsOf(message).length > 0) stop.abort(new Error('stopped'));
      },
    });
    await expect(agent.say('Go.', { signal: stop.signal })).rejects.toThrow('stopped');
    expect((await agent.say('Something else.')).content).toBe('Later.');
    expect(agent.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
    ]);
  });

  it('takes one turn at a time', async () => {
    const memory = await demoSession('en')();
    const agent = await storyAgent(memory, WHOLE, { brain: answering('One.') });
    const first = agent.say('First.');
    await expect(agent.say('Second.')).rejects.toThrow('busy');
    expect((await first).content).toBe('One.');
  });

  it('says when a window is too small, and goes on with a larger one', async () => {
    const memory = await demoSession('en')();
    const agent = await storyAgent(memory, WHOLE, { brain: answering('Fine.'), contextWindow: 1000 });
    await expect(agent.say('Hello.')).rejects.toMatchObject({ code: 'window-too-small' });
    agent.setWindow(8000);
    expect((await agent.resume())?.content).toBe('Fine.');
  });

  it('tells the memory what the server counted', async () => {
    const memory = await demoSession('en')();
    const counting: Brain = {
      kind: 'url',
      name: 'counting',
      answer: async () => ({ message: { role: 'assistant', content: 'Yes.' }, usage: { inputTokens: 6000 } }),
    };
    const agent = await storyAgent(memory, WHOLE, { brain: counting, contextWindow: 32_000 });
    await agent.say('One.');
    const estimated = memory.context.meter()?.tokensUsed ?? 0;
    await agent.say('Two.');
    expect(memory.context.meter()?.tokensUsed).toBeGreaterThan(estimated * 1.5);
  });

  it('shows the brain what was prepared, and nothing else', async () => {
    const memory = await demoSession('en')();
    const { brain, prompts } = overheard(scriptedBrain(WHOLE));
    const agent = await createAgent({ memory, locale: 'en', system: 'You plan.', brain });
    const answer: AssistantMessage = await agent.say('Hello?');
    expect(prompts[0]?.[0]?.content).toMatch(/^You plan\.\n\n## Working memory\n/);
    expect(prompts[0]?.[1]?.content).toBe('Hello?');
    expect(answer.content).toContain('Nothing out of view matches');
  });
});
