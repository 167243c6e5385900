// The parts of the replay that measure: a figure in a document is worth what they are worth.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChatMessage, contentOf, modelCalls, type Run, systemEnd } from '../../bench/replay/chat.ts';
import { literals, neededFacts, question } from '../../bench/replay/facts.ts';
import { generatedRun, generatedRuns } from '../../bench/replay/generated.ts';
import { KnownMessages } from '../../bench/replay/known-messages.ts';
import { addUp, cost, NO_MEASURES } from '../../bench/replay/measures.ts';
import { brokenPairs } from '../../bench/replay/pairs.ts';
import { planOf } from '../../bench/replay/plan.ts';
import { PrefixCache } from '../../bench/replay/prefix-cache.ts';
import { replayRun } from '../../bench/replay/replay-run.ts';
import { appendOnly, sliding, slidingWindow, type Strategy } from '../../bench/replay/strategies.ts';
import { verdicts } from '../../bench/replay/targets.ts';
import { tokensOf, tokensOfText } from '../../bench/replay/tokens.ts';
import { fixedWindow, shareWindow, windowFor } from '../../bench/replay/windows.ts';
import { spread } from '../../bench/spread.ts';

const system = (content: string): ChatMessage => ({ role: 'system', content });
const user = (content: string): ChatMessage => ({ role: 'user', content });
const says = (content: string): ChatMessage => ({ role: 'assistant', content });
const calls = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string, content = 'done'): ChatMessage => ({ role: 'tool', tool_call_id: id, content });
const call = (id: string, input: unknown = {}, name = 'look') =>
  ({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }) as const;

const without = (list: readonly ChatMessage[], at: number): ChatMessage[] => list.filter((_, place) => place !== at);

const SOUND = { withoutCall: 0, withoutResult: 0, notDirectlyAfter: 0 };

/** Conversations whose pairs are sound; ids are used again. */
const soundList = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'bb', 'ccc').map((text) => [user(text)]),
      fc.constantFrom('d', 'ee').map((text) => [says(text)]),
      fc
        .uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1 })
        .map((ids) => [calls(...ids), ...ids.map((_, at) => result(ids.at(-1 - at) ?? ''))]),
    ),
    { maxLength: 12 },
  )
  .map((groups) => [system('be kind'), ...groups.flat()]);

describe('the pair checker', () => {
  it('finds nothing wrong with parallel results in any order and ids that are used again', () => {
    fc.assert(
      fc.property(soundList, (list) => {
        expect(brokenPairs(list)).toEqual(SOUND);
      }),
    );
  });

  it('counts one call without result for every result that is taken out', () => {
    fc.assert(
      fc.property(soundList, (list) => {
        list.forEach(({ role }, at) => {
          if (role === 'tool') expect(brokenPairs(without(list, at))).toEqual({ ...SOUND, withoutResult: 1 });
        });
      }),
    );
  });

  it('counts one result without call for every result of a call that is taken out', () => {
    const list = [user('go'), calls('1', '2'), result('1'), result('2'), says('done')];
    expect(brokenPairs(without(list, 1))).toEqual({ ...SOUND, withoutCall: 2 });
    expect(brokenPairs([user('go'), calls('1'), result('1'), result('1')])).toEqual({ ...SOUND, withoutCall: 1 });
  });

  it('tells a result that comes late from one that is missing', () => {
    const late = [user('go'), calls('1', '2'), result('1'), user('well?'), result('2')];
    expect(brokenPairs(late)).toEqual({ ...SOUND, notDirectlyAfter: 1 });
    expect(brokenPairs([user('go'), calls('1')])).toEqual({ ...SOUND, withoutResult: 1 });
  });
});

describe('the cache of a provider', () => {
  const request = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 });

  it('gives the longest prefix that any earlier request began with', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
        const cache = new PrefixCache();
        const weigh = (ids: readonly number[]) => ids.map((id) => ({ id, tokens: 10 + id }));
        const sum = (ids: readonly number[]): number => weigh(ids).reduce((all, { tokens }) => all + tokens, 0);
        requests.forEach((ids, place) => {
          const shared = requests.slice(0, place).map((earlier) => {
            const differs = ids.findIndex((id, at) => id !== earlier[at]);
            return differs < 0 ? ids.length : differs;
          });
          const former = requests[place - 1] ?? [];
          expect(cache.send(weigh(ids))).toEqual({
            input: sum(ids),
            cached: sum(ids.slice(0, Math.max(0, ...shared))),
            extendsFormer: former.every((id, at) => id === ids[at]),
          });
        });
      }),
    );
  });

  it('takes messages with the same JSON for the same, and those with other JSON for others', () => {
    const known = new KnownMessages(tokensOf);
    expect(known.of(user('hello')).id).toBe(known.of(user('hello')).id);
    expect(known.of(says('hello')).id).not.toBe(known.of(user('hello')).id);
  });

  it('prices what is cached at a tenth and the rest at five quarters', () => {
    expect(cost({ ...NO_MEASURES, inputTokens: 1000, cachedTokens: 800 })).toBeCloseTo(80 + 250);
  });
});

describe('the sliding window', () => {
  it('keeps the system prompt and the longest end that fits, whole groups of calls and results', () => {
    fc.assert(
      fc.property(soundList, fc.integer({ min: 0, max: 60 }), (list, room) => {
        const size = (messages: readonly ChatMessage[]): number =>
          messages.reduce((all, message) => all + tokensOf(message), 0);
        const window = size(list.slice(0, 1)) + room;
        const view = slidingWindow(list, window, tokensOf);
        expect(view[0]).toBe(list[0]);
        const from = list.length - (view.length - 1);
        expect(view.slice(1)).toEqual(list.slice(from));
        expect(brokenPairs(view)).toEqual(SOUND);
        const groupStart = (end: number): number => {
          let start = end - 1;
          while (list[start]?.role === 'tool') start--;
          return start;
        };
        // Nothing but the newest group may be over, and one more group would be.
        if (size(view) > window) expect(from).toBe(groupStart(list.length));
        if (from > 1) expect(size([...list.slice(0, 1), ...list.slice(groupStart(from))])).toBeGreaterThan(window);
      }),
    );
  });
});

describe('the facts of a call', () => {
  const found = (input: unknown, native: boolean): string[] =>
    literals(call('1', input), native).map(({ literal, argument }) => `${argument}=${literal}`);

  it('are telling values at any depth of native arguments, once each', () => {
    const input = {
      user: 'ann_3',
      note: 'plain words',
      legs: [{ flight: 'HAT1' }, { flight: 'HAT1' }],
      n: 12345,
      id: '#1',
    };
    expect(found(input, true)).toEqual(['user=ann_3', 'flight=HAT1']);
  });

  it('are paths and names of at least nine characters in the command of a text action', () => {
    const command = 'open src/io/Reader.java && grep -n parseValue IOError io/a.b JsonReaderTest';
    expect(found({ command }, false)).toEqual([
      'command=src/io/Reader.java',
      'command=parseValue',
      'command=JsonReaderTest',
    ]);
  });

  it('are none where the arguments are no JSON', () => {
    const broken = { id: '1', type: 'function', function: { name: 'look', arguments: '{"id":"A1' } } as const;
    expect(literals(broken, true)).toEqual([]);
  });

  it('count when a user or a tool brought them up before, and the system prompt did not', () => {
    const ids = ['from_user_1', 'from_tool_2', 'from_system_3', 'from_model_4', 'from_later_5'];
    const messages = [
      system('known: from_system_3'),
      user('from_user_1 and from_system_3'),
      calls('1'),
      result('1', '{"id":"from_tool_2"}'),
      says('from_model_4'),
      user('go on'),
      { role: 'assistant', content: null, tool_calls: [call('2', { ids })] } as const,
      result('2', 'from_later_5'),
    ];
    const run: Run = { id: 'run', native: true, messages };
    expect(neededFacts(run, 6).map(({ literal }) => literal)).toEqual(['from_user_1', 'from_tool_2']);
  });

  it('are asked for by tool, argument and last user message, or by the thought of the agent', () => {
    const fact = { literal: 'A-1', tool: 'get_order', argument: 'order_id' };
    const messages = [user('first'), says('?'), user('the teapot'), { ...calls('1'), content: 'Look it up.' }];
    expect(question(fact, messages, 3, 'by-argument')).toBe('get order order id: the teapot');
    expect(question(fact, messages, 3, 'by-thought')).toBe('Look it up.');
    expect(question(fact, [...messages.slice(0, 3), calls('1')], 3, 'by-thought')).toMatch(/^get order/);
  });
});

describe('the generated runs', () => {
  const runs = generatedRuns(tokensOfText, 4);

  it('are the same every time, and each another one', () => {
    expect(generatedRuns(tokensOfText, 4)).toEqual(runs);
    expect(new Set(runs.map((run) => JSON.stringify(run.messages.slice(1)))).size).toBe(4);
  });

  it('have 30–60 turns of 1–5 steps with sound pairs, some of them parallel', () => {
    for (const { messages } of runs) {
      expect(brokenPairs(messages)).toEqual(SOUND);
      const turns = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
      expect(turns.length).toBeGreaterThanOrEqual(30);
      expect(turns.length).toBeLessThanOrEqual(60);
      turns.forEach((start, turn) => {
        const steps = messages.slice(start, turns[turn + 1]).filter((message) => message.tool_calls);
        expect(steps.length).toBeGreaterThanOrEqual(1);
        expect(steps.length).toBeLessThanOrEqual(5);
      });
      expect(messages.some((message) => (message.tool_calls?.length ?? 0) > 1)).toBe(true);
    }
  });

  it('have tool results of 50–1600 tokens, short and long ones', () => {
    const sizes = runs.flatMap(({ messages }) =>
      messages
        .filter(({ role, name }) => role === 'tool' && name !== 'write')
        .map((one) => tokensOfText(contentOf(one))),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1600);
    expect(sizes.filter((size) => size < 200).length).toBeGreaterThan(sizes.length / 5);
    expect(sizes.filter((size) => size > 500).length).toBeGreaterThan(sizes.length / 5);
  });

  it('write overview.md in every third turn with the whole new text', () => {
    for (const { messages } of runs) {
      const turnsUntil = (at: number): number => messages.slice(0, at).filter(({ role }) => role === 'user').length;
      const writes = messages.flatMap(({ tool_calls = [] }, at) =>
        tool_calls.filter((one) => one.function.name === 'write').map((one) => ({ turn: turnsUntil(at), one })),
      );
      expect(writes.map(({ turn }) => turn)).toEqual(writes.map((_, place) => 3 * (place + 1)));
      expect(writes.length).toBe(Math.floor(turnsUntil(messages.length) / 3));
      for (const { one } of writes) {
        expect(JSON.parse(one.function.arguments)).toEqual({
          path: 'working-memory/overview.md',
          content: expect.stringContaining('## Known facts'),
        });
      }
    }
  });

  it('need facts in late turns that only early ones brought up', () => {
    for (const run of runs) {
      const old = modelCalls(run.messages).flatMap((at) => {
        const recent = run.messages
          .slice(0, at)
          .filter(({ role }) => role === 'user')
          .slice(-10)[0];
        const before = run.messages.slice(run.messages.indexOf(recent as ChatMessage), at);
        return neededFacts(run, at).filter(
          ({ literal }) => !before.some((message) => contentOf(message).includes(literal)),
        );
      });
      expect(old.length).toBeGreaterThan(5);
    }
  });
});

describe('the replay of a run', () => {
  const run = generatedRun(7, tokensOfText);
  const steps = modelCalls(run.messages).length;
  const windows = [fixedWindow(8000)];

  it('prepares one request for every recorded model call, and append-only only ever grows', async () => {
    const [plain] = await replayRun(run, 'by-argument', [appendOnly], windows);
    expect(plain?.measures).toMatchObject({ runs: 1, requests: steps, rewritten: 0, invalidated: 0, brokenPairs: 0 });
    expect(plain?.measures.peakTokens).toBe(plain?.runTokens);
    expect(plain?.measures.all.inView).toBe(plain?.measures.all.facts);
    expect(plain?.measures.hiding.facts).toBe(0);
  });

  it('counts every rewritten prefix of a strategy without epochs as invalidated', async () => {
    const [slid] = await replayRun(run, 'by-argument', [sliding], windows);
    expect(slid?.measures.rewritten).toBeGreaterThan(0);
    expect(slid?.measures.invalidated).toBe(slid?.measures.rewritten);
    expect(slid?.measures.overWindow).toBe(0);
    expect(slid?.measures.hiding.inView).toBeLessThan(slid?.measures.hiding.facts ?? 0);
  });

  /** Shows the last turn only; says so when it is another one, but for every fifth turn. */
  const lastTurn = (search?: () => Promise<readonly string[]>): Strategy => ({
    name: 'last-turn',
    hasEpochs: true,
    open: async () => {
      let turns = 0;
      return {
        request: async (list) => {
          const starts = list.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
          const beginsEpoch = starts.length > turns && starts.length % 5 !== 0;
          turns = starts.length;
          const messages = [...list.slice(0, systemEnd(list)), ...list.slice(starts.at(-1))];
          return { messages, hides: messages.length < list.length, beginsEpoch };
        },
        ...(search && { search }),
        close: async () => {},
      };
    },
  });

  it('allows a rewritten prefix only where an epoch begins', async () => {
    const [told] = await replayRun(run, 'by-argument', [lastTurn()], windows);
    const turns = run.messages.filter(({ role }) => role === 'user').length;
    expect(told?.measures.rewritten).toBe(turns - 1);
    expect(told?.measures.epochs).toBe(turns - Math.floor(turns / 5));
    expect(told?.measures.invalidated).toBe(Math.floor(turns / 5));
  });

  it('takes a fact for reachable when the search brings it, and asks for nothing that is in view', async () => {
    const everything = run.messages.map(contentOf);
    const [blind] = await replayRun(run, 'by-argument', [lastTurn(async () => [])], windows);
    const [seeing] = await replayRun(run, 'by-argument', [lastTurn(async () => everything)], windows);
    expect(blind?.measures.hiding.reachable).toBe(blind?.measures.hiding.inView);
    expect(blind?.measures.hiding.reachable).toBeLessThan(blind?.measures.hiding.facts ?? 0);
    expect(seeing?.measures.hiding.reachable).toBe(seeing?.measures.hiding.facts);
    expect(seeing?.measures.hiding.callShares).toBe(seeing?.measures.hiding.calls);
  });

  it('counts refused requests and takes their facts for lost', async () => {
    const refusing: Strategy = {
      name: 'refusing',
      hasEpochs: true,
      open: async () => ({ request: async () => ({ refused: 'window-too-small' }), close: async () => {} }),
    };
    const [refused] = await replayRun(run, 'by-argument', [refusing], windows);
    expect(refused?.measures).toMatchObject({ requests: 0, refused: { 'window-too-small': steps }, inputTokens: 0 });
    expect(refused?.measures.hiding).toMatchObject({ facts: refused?.measures.all.facts, reachable: 0 });
  });

  it('adds up, but for the peak', async () => {
    const results = await replayRun(run, 'by-argument', [appendOnly, sliding], windows);
    const [one, other] = results.map(({ measures }) => measures);
    const sum = addUp(results.map(({ measures }) => measures));
    expect(sum.inputTokens).toBe((one?.inputTokens ?? 0) + (other?.inputTokens ?? 0));
    expect(sum.peakTokens).toBe(one?.peakTokens);
    expect(sum.all.facts).toBe(2 * (one?.all.facts ?? 0));
  });

  it('misses targets where they are missed, and where nothing was measured', async () => {
    const replayed = await replayRun(run, 'by-argument', [appendOnly, { ...sliding, name: 'epochs' }], windows);
    const results = replayed.map((one) => ({ ...one, set: 'generated' }));
    const judged = verdicts(results, windows);
    const missed = judged.filter(({ met }) => met === false).map(({ what }) => what);
    expect(missed).toContain('invalidated prefixes outside of epoch starts');
    expect(missed).toContain('generated, 8k: cached share');
    expect(missed).not.toContain('broken pairs');
    const unmeasured = results.filter(({ strategy }) => strategy === 'append-only');
    expect(verdicts(unmeasured, windows).map(({ met }) => met)).toEqual([false]);
  });
});

describe('what is replayed', () => {
  it('is spread evenly when it is limited', () => {
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
    expect(spread([0, 1, 2], 7)).toEqual([0, 1, 2]);
  });

  it('has windows of fixed size, or of a share of a run that is long enough', () => {
    expect(windowFor(fixedWindow(8000), 500, 100)).toBe(8000);
    expect(windowFor(shareWindow(0.5), 500, 10_000)).toBe(5500);
    expect(windowFor(shareWindow(0.25), 500, 2000)).toBe(1300);
    expect(windowFor(shareWindow(0.25), 20, 2000)).toBe(1000);
    expect(windowFor(shareWindow(0.5), 500, 1499)).toBeUndefined();
  });

  it('is the generated set without data, and unknown names are refused with the known ones', () => {
    expect(planOf([]).sets).toEqual(['generated']);
    expect(planOf(['--strategies', 'epochs']).strategies).toEqual(['append-only', 'epochs']);
    expect(() => planOf(['--sets', 'tao'])).toThrow(/tau, mswe, sweagent, generated/);
    expect(() => planOf(['--windows', '8k'])).toThrow(/whole number/);
    expect(() => planOf(['--shares', 'tau'])).toThrow(/tau=0.5/);
  });
});
