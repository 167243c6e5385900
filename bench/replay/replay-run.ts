// Drives one recorded run through strategies and windows: one request for every model call that was recorded.
import { modelCalls, type Run, systemEnd } from './chat.ts';
import { type Asking, type Fact, neededFacts, question } from './facts.ts';
import { KnownMessages } from './known-messages.ts';
import { addCounts, addReach, type Measures, NO_MEASURES, NO_REACH, type Reach } from './measures.ts';
import { brokenPairs, countBroken } from './pairs.ts';
import { PrefixCache } from './prefix-cache.ts';
import type { Refusal, Replay, Strategy, View } from './strategies.ts';
import { tokensOf } from './tokens.ts';
import { type WindowRule, windowFor } from './windows.ts';

export interface RunResult {
  readonly run: string;
  readonly window: string;
  readonly strategy: string;
  /** The whole list at the last model call, in tokens: what the run would take without a memory. */
  readonly runTokens: number;
  readonly windowTokens: number;
  readonly measures: Measures;
}

interface Step {
  /** Index of the assistant message that was recorded. */
  readonly at: number;
  readonly facts: readonly Fact[];
}

export async function replayRun(
  run: Run,
  asking: Asking,
  strategies: readonly Strategy[],
  windows: readonly WindowRule[],
): Promise<RunResult[]> {
  const known = new KnownMessages(tokensOf);
  const steps = modelCalls(run.messages).map((at) => ({ at, facts: neededFacts(run, at) }));
  const sizes = run.messages.map((message) => known.of(message).tokens);
  const total = (end: number): number => sizes.slice(0, end).reduce((sum, size) => sum + size, 0);
  const runTokens = total(steps.at(-1)?.at ?? 0);
  // System prompt and task stay in every request: a share is of what may be given up.
  const start = systemEnd(run.messages);
  const fixedTokens = total(run.messages[start]?.role === 'user' ? start + 1 : start);
  const results: RunResult[] = [];
  for (const rule of windows) {
    const window = windowFor(rule, fixedTokens, total(sizes.length) - fixedTokens);
    if (window === undefined) continue;
    for (const strategy of strategies) {
      const measures = await replayUnder(strategy, { run, asking, steps, window, known });
      const { name } = strategy;
      results.push({ run: run.id, window: rule.label, strategy: name, runTokens, windowTokens: window, measures });
    }
  }
  return results;
}

/** Measures while they are counted. */
type Tally = { -readonly [Name in keyof Measures]: Measures[Name] };

interface Setting {
  readonly run: Run;
  readonly asking: Asking;
  readonly steps: readonly Step[];
  readonly window: number;
  readonly known: KnownMessages;
}

async function replayUnder(strategy: Strategy, { run, asking, steps, window, known }: Setting): Promise<Measures> {
  const sum: Tally = { ...NO_MEASURES, runs: 1 };
  const cache = new PrefixCache();
  const replay = await strategy.open(run, window, (message) => known.of(message).tokens);
  try {
    for (const { at, facts } of steps) {
      const view = await replay.request(run.messages.slice(0, at));
      const hides = 'refused' in view || view.hides;
      if ('refused' in view) sum.refused = addCounts(sum.refused, { [view.refused]: 1 });
      else measureView(sum, view, cache, { window, known, hasEpochs: strategy.hasEpochs });
      if (hides) sum.hidingRequests++;
      if (facts.length === 0) continue;
      const reach = await measureReach(view, facts, {
        replay,
        known,
        ask: (fact) => question(fact, run.messages, at, asking),
      });
      sum.all = addReach(sum.all, reach);
      if (hides) sum.hiding = addReach(sum.hiding, reach);
    }
  } finally {
    await replay.close();
  }
  return sum;
}

function measureView(
  sum: Tally,
  view: View,
  cache: PrefixCache,
  { window, known, hasEpochs }: { window: number; known: KnownMessages; hasEpochs: boolean },
): void {
  const { input, cached, extendsFormer } = cache.send(view.messages.map((message) => known.of(message)));
  sum.requests++;
  sum.inputTokens += input;
  sum.cachedTokens += cached;
  sum.peakTokens = Math.max(sum.peakTokens, input);
  if (input > window) sum.overWindow++;
  if (!extendsFormer) sum.rewritten++;
  if (!extendsFormer && !(hasEpochs && view.beginsEpoch)) sum.invalidated++;
  if (view.beginsEpoch) sum.epochs++;
  if (view.compacted) sum.compactions++;
  if (view.isFallback) sum.fallbacks++;
  sum.brokenPairs += countBroken(brokenPairs(view.messages));
}

/** Of the facts that one call needed. */
async function measureReach(
  view: View | Refusal,
  facts: readonly Fact[],
  { replay, known, ask }: { replay: Replay; known: KnownMessages; ask: (fact: Fact) => string },
): Promise<Reach> {
  // Without a request there is no model that could read or search.
  if ('refused' in view) return { ...NO_REACH, facts: facts.length, calls: 1 };
  const texts = view.messages.map((message) => known.of(message).text);
  const missed = facts.filter(({ literal }) => !texts.some((text) => text.includes(literal)));
  const inView = facts.length - missed.length;
  const answers = new Map<string, readonly string[]>();
  let found = 0;
  for (const fact of replay.search ? missed : []) {
    const query = ask(fact);
    const passages = answers.get(query) ?? (await replay.search?.(query)) ?? [];
    answers.set(query, passages);
    if (passages.some((passage) => passage.includes(fact.literal))) found++;
  }
  const reachable = inView + found;
  return { facts: facts.length, inView, reachable, calls: 1, callShares: reachable / facts.length };
}
