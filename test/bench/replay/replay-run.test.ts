// The replay of a whole run: the request for every recorded model call, and the measures.
import { describe, expect, it } from 'vitest';
import { type ChatMessage, contentOf, modelCalls, systemEnd } from '../../../replay/chat.ts';
import { cost, costRatio } from '../../../replay/measures.ts';
import { sliding } from '../../../replay/peers/sliding-window.ts';
import { unlimited } from '../../../replay/peers/unlimited.ts';
import { type Driven, replayRun, type RunResult } from '../../../replay/replay-run.ts';
import { WRITERS } from '../../../bench/replay/writers/writers.ts';
import { tokensOfText } from '../../../replay/requests/tokens.ts';
import { generatedRun } from '../../../bench/replay/runs/generated.ts';
import { fixedWindow, shareWindow } from '../../../replay/runs/windows.ts';
import type { Replay, Strategy } from '../../../replay/strategy.ts';

const run = generatedRun(7, tokensOfText);
const steps = modelCalls(run.messages).length;

const replayed = async (strategy: Strategy, more: Partial<Driven> = {}): Promise<RunResult> => {
  const windows = [fixedWindow(8000)];
  const [found] = await replayRun(run, { asking: 'by-argument', strategies: [strategy], windows, ...more });
  if (!found) throw new Error('nothing was replayed');
  return found;
};

/** Shows the last turn only; says so when it is another one, but for every fifth turn. */
const lastTurn = (call?: Replay['call']): Strategy => ({
  name: 'last-turn',
  hasEpochs: true,
  open: async () => {
    let turns = 0;
    return {
      request: async (list) => {
        const starts = list.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
        const begins = starts.length > turns && starts.length % 5 !== 0;
        turns = starts.length;
        const messages = [...list.slice(0, systemEnd(list)), ...list.slice(starts.at(-1))];
        return { messages, hides: messages.length < list.length, ...(begins && { epoch: 'turn' }) };
      },
      ...(call && { call, canRun: () => true }),
      close: async () => {},
    };
  },
});

describe('the replay of a run', () => {
  it('prepares one request for every recorded model call', async () => {
    const { measures, runTokens } = await replayed(unlimited);
    expect(measures).toMatchObject({
      runs: 1,
      requests: steps,
      rewritten: 0,
      invalidated: 0,
      brokenPairs: 0,
      writes: 0,
    });
    expect(measures.peakTokens).toBe(runTokens);
    expect(measures.literal.inView).toBe(measures.literal.facts);
    expect(measures.hidingRequests).toBe(0);
  });

  it('compares costs with those of an unlimited window, whose impossible requests it counts', async () => {
    const { measures } = await replayed(unlimited);
    expect(cost(measures)).toBeCloseTo(measures.unlimitedCost);
    expect(measures.overWindow).toBeGreaterThan(0);
  });

  it('counts every rewritten prefix of a strategy without epochs as invalidated', async () => {
    const { measures } = await replayed(sliding);
    expect(measures.rewritten).toBeGreaterThan(0);
    expect(measures.invalidated).toBe(measures.rewritten);
    expect(measures.overWindow).toBe(0);
    expect(measures.literal.inView).toBeLessThan(measures.literal.facts);
  });

  it('allows a rewritten prefix only where an epoch begins', async () => {
    const { measures } = await replayed(lastTurn());
    const turns = run.messages.filter(({ role }) => role === 'user').length;
    expect(measures.rewritten).toBe(turns - 1);
    expect(measures.epochs).toBe(turns - Math.floor(turns / 5));
    expect(measures.invalidated).toBe(Math.floor(turns / 5));
  });

  it('takes a fact for shown when the search brings it, and asks for nothing that is in view', async () => {
    const everything = run.messages.map(contentOf).join('\n');
    const { measures: blind } = await replayed(lastTurn(async () => ''));
    const { measures: seeing } = await replayed(lastTurn(async () => everything));
    expect(blind.literal.shown).toBe(blind.literal.inView);
    expect(blind.literal.shown).toBeLessThan(blind.literal.facts);
    expect(seeing.literal.shown).toBe(seeing.literal.facts);
    expect(seeing.searches).toBeLessThan(seeing.literal.facts);
    expect(cost(seeing)).toBe(cost(blind));
  });

  it('counts refused requests, takes their facts for lost, and charges for them', async () => {
    const refusing: Strategy = {
      name: 'refusing',
      hasEpochs: true,
      open: async () => ({ request: async () => ({ refused: 'window-too-small' }), close: async () => {} }),
    };
    const { measures } = await replayed(refusing);
    expect(measures).toMatchObject({ requests: 0, refused: { 'window-too-small': steps } });
    expect(measures.literal.read).toBe(0);
    expect(costRatio(measures)).toBeCloseTo(1);
  });

  it('has room in a share window for what a strategy adds to every request', async () => {
    const opened: number[] = [];
    const adding: Strategy = {
      ...unlimited,
      fixedTokens: 300,
      open: async (one, window, tokensOf) => {
        opened.push(window);
        return unlimited.open(one, window, tokensOf);
      },
    };
    const { windowTokens } = await replayed(adding, { windows: [shareWindow(0.5)] });
    await replayed(adding);
    expect(opened).toEqual([windowTokens + 300, 8000]);
  });

  it('records every request and every lost fact where it is asked to', async () => {
    const {
      measures,
      requests = [],
      lost = [],
    } = await replayed(lastTurn(), { details: { requests: true, lost: true } });
    expect(requests.map(({ at }) => at)).toEqual(modelCalls(run.messages));
    expect(requests.reduce((sum, { input = 0 }) => sum + input, 0)).toBe(measures.paid.input);
    expect(lost).toHaveLength(
      measures.literal.facts - measures.literal.inView + measures.statement.facts - measures.statement.inView,
    );
    expect(lost.every(({ at, cutAt }) => cutAt <= at)).toBe(true);
    const plain = await replayed(lastTurn());
    expect([plain.requests, plain.lost]).toEqual([undefined, undefined]);
  });
});

describe('a run whose model writes its overview', () => {
  const listening = (): {
    readonly strategy: Strategy;
    readonly lists: ChatMessage[][];
    readonly written: string[];
  } => {
    const lists: ChatMessage[][] = [];
    const written: string[] = [];
    const strategy: Strategy = {
      name: 'listening',
      hasEpochs: false,
      open: async () => ({
        request: async (list) => {
          lists.push([...list]);
          return { messages: list, hides: false };
        },
        call: async (_tool, { content = '' }) => {
          written.push(content);
          return `Revision ${written.length}`;
        },
        canRun: () => true,
        close: async () => {},
      }),
    };
    return { strategy, lists, written };
  };

  it('answers with a call of the memory’s own tool, whose answer stands in the list from then on', async () => {
    const { strategy, lists, written } = listening();
    const { measures } = await replayed(strategy, { writer: WRITERS.overview });
    const turns = run.messages.filter(({ role }) => role === 'user').length;
    expect(measures.writes).toBe(Math.floor(turns / 3));
    expect(measures.requests).toBe(steps + measures.writes);
    expect(written).toHaveLength(measures.writes);
    const answers = lists.at(-1)?.filter(({ tool_call_id: id }) => id?.startsWith('overview_'));
    expect(answers?.map(contentOf)).toEqual(written.map((_, at) => `Revision ${at + 1}`));
  });

  it('costs more than one that does not write, by input and by what is written', async () => {
    const { measures: silent } = await replayed(unlimited);
    const { measures } = await replayed(unlimited, { writer: WRITERS.overview });
    expect(measures.paid.output).toBeGreaterThan(0);
    expect(measures.unlimitedCost).toBe(silent.unlimitedCost);
    expect(costRatio(measures)).toBeGreaterThan(1.01);
    expect(measures.literal).toEqual(silent.literal);
  });
});
