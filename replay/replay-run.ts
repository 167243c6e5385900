// Replays one recorded run under strategies and windows: one request for every recorded model call.
import { type ChatMessage, modelCalls, type Run, systemEnd, userTurns } from './chat.ts';
import { FactReach } from './facts/fact-reach.ts';
import { type Need, needsOf } from './facts/needs.ts';
import type { Asking } from './facts/question.ts';
import type { LostFact } from './facts/lost.ts';
import { added, type Measures } from './measures.ts';
import { KnownMessages } from './requests/known-messages.ts';
import { price } from './requests/prices.ts';
import { tokensOf } from './requests/tokens.ts';
import { type RequestRecord, Tally } from './requests/tally.ts';
import { type WindowRule, windowFor } from './runs/windows.ts';
import type { Replay, Strategy } from './strategy.ts';
import { overviewWrite } from './writers/overview-write.ts';
import type { Writer } from './writers/writer.ts';

export interface RunResult {
  readonly run: string;
  readonly window: string;
  readonly strategy: string;
  /** Tokens of the whole list at the last model call: what the run takes in an unlimited window. */
  readonly runTokens: number;
  /** Window without the tokens that the strategy itself adds to every request. */
  readonly windowTokens: number;
  readonly measures: Measures;
  readonly requests?: readonly RequestRecord[];
  readonly lost?: readonly LostFact[];
}

export interface Driven {
  readonly asking: Asking;
  /** Makes the writer of the overview for each run and strategy; absent: no overview is written. */
  readonly writer?: ((run: Run) => Writer) | undefined;
  readonly strategies: readonly Strategy[];
  readonly windows: readonly WindowRule[];
  /** Whether to return every request and every lost fact as well. */
  readonly details?: { readonly requests: boolean; readonly lost: boolean };
}

interface Step {
  /** Index of the recorded assistant message. */
  readonly at: number;
  /** Tokens of the list before it. */
  readonly tokens: number;
  readonly needs: readonly Need[];
}

export async function replayRun(run: Run, driven: Driven): Promise<RunResult[]> {
  const known = new KnownMessages(tokensOf);
  const sizes = run.messages.map((message) => known.of(message).tokens);
  const total = (end: number): number => sizes.slice(0, end).reduce((sum, size) => sum + size, 0);
  const needs = needsOf(run, driven.asking);
  const steps = modelCalls(run.messages).map((at) => ({ at, tokens: total(at), needs: needs.get(at) ?? [] }));
  const runTokens = steps.at(-1)?.tokens ?? 0;
  // System prompt and task stay in every request, so a share counts only the rest.
  const start = systemEnd(run.messages);
  const fixedTokens = total(run.messages[start]?.role === 'user' ? start + 1 : start);
  const results: RunResult[] = [];
  for (const rule of driven.windows) {
    for (const strategy of driven.strategies) {
      const windowTokens = windowFor(rule, fixedTokens, total(sizes.length) - fixedTokens);
      if (windowTokens === undefined) continue;
      const window = windowTokens + (rule.share === undefined ? 0 : (strategy.fixedTokens ?? 0));
      const found = await replayUnder(strategy, { run, steps, window, known, driven });
      const { name } = strategy;
      results.push({ run: run.id, window: rule.label, strategy: name, runTokens, windowTokens, ...found });
    }
  }
  return results;
}

interface Setting {
  readonly run: Run;
  readonly steps: readonly Step[];
  readonly window: number;
  readonly known: KnownMessages;
  readonly driven: Driven;
}

/** Answer to a write where the strategy has no memory. */
const WRITTEN = 'Written: overview.md.';

async function replayUnder(
  strategy: Strategy,
  { run, steps, window, known, driven }: Setting,
): Promise<Pick<RunResult, 'measures' | 'requests' | 'lost'>> {
  const { messages } = run;
  const decides = driven.writer?.(run);
  const tally = new Tally({ known, window, hasEpochs: strategy.hasEpochs, records: driven.details?.requests === true });
  const replay = await strategy.open(run, window, (message) => known.of(message).tokens);
  const facts = new FactReach(replay, known, driven.details?.lost === true);
  const list: ChatMessage[] = [];
  let taken = 0;
  try {
    for (const [call, { at, tokens, needs }] of steps.entries()) {
      list.push(...messages.slice(taken, at));
      taken = at;
      const unlimitedCost = price({ input: tokens, cached: steps[call - 1]?.tokens ?? 0, output: 0 });
      const send = async () => {
        const view = await replay.request([...list]);
        tally.add(at, view, unlimitedCost);
        return view;
      };
      let view = await send();
      facts.sent(at, view);
      const endsTurn = messages.slice(at).find(({ role }) => role !== 'assistant')?.role !== 'tool';
      const reminds = !('refused' in view) && view.reminds === true;
      if (decides?.({ call, turn: userTurns(list) - 1, endsTurn, reminds })) {
        list.push(...(await written(list, tally, replay)));
        view = await send();
        facts.sent(at, view);
      }
      tally.unlimited(unlimitedCost);
      tally.reached(await facts.reach(at, view, needs));
    }
  } finally {
    await replay.close();
  }
  return {
    measures: added(tally.measures, facts.measures),
    ...(tally.records && { requests: tally.records }),
    ...(driven.details?.lost && { lost: facts.lost }),
  };
}

/** Writes the overview and returns the call and the tool's answer. */
async function written(list: readonly ChatMessage[], tally: Tally, replay: Replay): Promise<ChatMessage[]> {
  const write = overviewWrite(list, tally.measures.writes);
  tally.wrote(write.call);
  return [write.call, write.result((await replay.call?.('write', write.input)) ?? WRITTEN)];
}
