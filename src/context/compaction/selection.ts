// Chooses what a compaction hides and stubs. Pure.
//
// Old text is worth less than new text, and whole turns make more sense than fragments. So whole turns go first, oldest
// first; then groups of tool calls inside the active turn; then large tool results shrink to stubs. A request by the
// model or the app states how much stays; the fallback states how many tokens may be left.
import type { CompactionRequest, CompactionSelection, Range } from './compaction.ts';
import type { History, Segment } from '../view/history.ts';
import type { LedgerState } from '../view/ledger.ts';
import type { PlanningContext } from '../planning-context.ts';
import { hiddenAt, hiddenFolds, resultOf } from '../view/view.ts';
import { isLeftOut, mediaOfResult, mediaTokens, savedWithout, tokensInView } from '../media/left-out.ts';

/** One step of the fallback: what it protects, and above which size it is taken. */
interface Protection {
  /** Newest turns that stay whole, including the active one. */
  readonly turns: number;
  /** Newest groups of calls that stay in the active turn. */
  readonly groups: number;
  /** Size above which this step is taken, and down to which it hides. */
  readonly aim: keyof Aims;
}

/** Tokens of the whole request, from comfortable to mandatory: goal ≤ half ≤ limit. */
export interface Aims {
  /** Comfortable size: it leaves room for many requests, so that the next compaction is far away. */
  readonly goal: number;
  /** Size above which even the newest groups of calls are given up. */
  readonly half: number;
  /** Hard limit: a larger request would be refused. */
  readonly limit: number;
}

/** Groups of calls that stay: the model is most likely still working with their results. */
const NEWEST_GROUPS = 5;

/** Fewest turns that stay, whatever a request asks: with fewer, references such as "as before" lose their meaning. */
const FEWEST_TURNS = 3;

/**
 * Steps of the fallback, mildest first. Giving up turns is cheaper than giving up the calls of the task at hand, so
 * `half` gates the latter.
 */
const ESCALATION: readonly Protection[] = [
  { turns: 3, groups: NEWEST_GROUPS, aim: 'goal' },
  { turns: 2, groups: NEWEST_GROUPS, aim: 'goal' },
  { turns: 1, groups: NEWEST_GROUPS, aim: 'goal' },
  { turns: 1, groups: 3, aim: 'half' },
  { turns: 1, groups: 2, aim: 'half' },
  { turns: 1, groups: 1, aim: 'half' },
];

export interface SelectionInput {
  readonly history: History;
  /** Ranges that are hidden already. */
  readonly hidden: readonly Range[];
  /** Results that are stubbed already. */
  readonly stubs: readonly { readonly index: number; readonly callId: string; readonly shown: number }[];
  /** Tokens of the whole request as it is. */
  readonly tokens: number;
  readonly resultTokens: (index: number, callId: string) => number;
  /** Returns the tokens of a message as the view shows it, with its results whole. */
  readonly messageTokens: (index: number) => number;
}

/** Gathers the input of a selection. @param tokens size of the whole request as it is */
export const selectionInput = (
  history: History,
  state: LedgerState,
  tokens: number,
  { count }: PlanningContext,
): SelectionInput => ({
  history,
  hidden: hiddenFolds(history, state),
  stubs: state.ledger.stubs,
  tokens,
  resultTokens: (index, callId) => {
    const media = mediaOfResult(history.messages[index], callId);
    const saved = isLeftOut(state.ledger, index) ? savedWithout(media) : 0;
    return count(resultOf(history.messages[index], callId)) + mediaTokens(media) - saved;
  },
  messageTokens: (index) => tokensInView(history.messages[index], index, state.ledger),
});

/** Selects what a request of the model or the app may hide: everything that `keepRecent` does not protect. */
export function selectionFor(
  input: SelectionInput,
  { target, keepRecent }: Required<Pick<CompactionRequest, 'target' | 'keepRecent'>>,
): CompactionSelection {
  const { messages, turns } = input.history;
  const before = messages.length - keepRecent;
  // keepRecent counts messages. A turn that it cuts stays whole, or an answer would lose its question.
  const widened = turns.filter((start) => start > before).length + 1;
  const builder = new SelectionBuilder(input);
  if (target !== 'tools') builder.hide({ turns: Math.max(FEWEST_TURNS, widened), groups: NEWEST_GROUPS, before });
  // A caller that targets tool results wants them gone, including the newest; with `all` they are a by-product.
  if (target !== 'conversation') builder.stubResults({ groups: target === 'all' ? NEWEST_GROUPS : 0, before });
  return builder.result();
}

/** Selects what to remove so that the request has at most `goal` tokens, or at least no more than `limit`. */
export function selectionToFit(input: SelectionInput, aims: Aims): CompactionSelection {
  const builder = new SelectionBuilder(input);
  const { length } = input.history.messages;
  for (const { turns, groups, aim } of ESCALATION) {
    if (builder.tokens <= aims[aim]) break;
    builder.hide({ turns, groups, before: length }, aims[aim]);
  }
  // The model is about to read the newest results, so they shrink last and only as far as the limit demands.
  builder.stubResults({ groups: 1, before: length }, aims.limit);
  builder.cutResults(aims.limit);
  return builder.result();
}

/** Tokens of a stub besides its excerpt. */
const NOTICE_TOKENS = 50;
/** Tokens of the excerpt in the stub of an old result. */
const SHOWN_OF_OLD = 60;

interface ShownResult {
  readonly index: number;
  readonly callId: string;
  /** Tokens of the whole result, and of what the view shows of it now. */
  readonly tokens: number;
  readonly now: number;
}

interface Protected {
  /** Newest groups of calls that stay. */
  readonly groups: number;
  /** Index from which on all messages stay. */
  readonly before: number;
}

/** Aim without a limit: everything goes that is not protected. */
const NO_LIMIT = -Infinity;

/** Collects what goes, oldest first, and keeps count of the tokens that are left. */
class SelectionBuilder {
  tokens: number;
  readonly #input: SelectionInput;
  /** Marks by index of message: 1 where it is hidden, by an earlier compaction or by this one. */
  readonly #hidden: Uint8Array;
  readonly #hide: Range[] = [];
  readonly #stub = new Map<string, CompactionSelection['stub'][number]>();
  /** Tokens of the stub, by result. */
  readonly #stubbed: Map<string, number>;

  constructor(input: SelectionInput) {
    this.#input = input;
    this.tokens = input.tokens;
    this.#hidden = hiddenAt(input.history, input.hidden);
    this.#stubbed = new Map(input.stubs.map((stub) => [stubKey(stub), NOTICE_TOKENS + stub.shown]));
  }

  /** Hides whole turns, then groups of calls inside the active turn, until `most` tokens are left. */
  hide({ turns: keptTurns, groups, before }: Protected & { readonly turns: number }, most = NO_LIMIT): void {
    const { turns, segments } = this.#input.history;
    const active = turns.at(-1) as number;
    // `before` is not compared here: `keptTurns` is the number of turns that it cuts or leaves whole.
    for (const [at, from] of turns.slice(0, -Math.max(1, keptTurns)).entries()) {
      if (this.tokens <= most) return;
      this.#hideRange({ from, to: turns[at + 1] ?? active });
    }
    const inside = segments.filter(({ from }) => from > active && this.#isFoldable(from));
    for (const { from, to } of withoutNewest(inside, groups)) {
      if (this.tokens <= most) return;
      if (to <= before) this.#hideRange({ from, to });
    }
  }

  /** Shrinks whole visible results to short stubs until `most` tokens are left. */
  stubResults({ groups, before }: Protected, most = NO_LIMIT): void {
    const calls = this.#input.history.segments.filter(({ kind }) => kind === 'calls');
    for (const { from, to } of withoutNewest(calls, groups)) {
      for (const { index, callId, tokens } of this.#results(from, Math.min(to, before))) {
        if (this.tokens <= most) return;
        // Below twice the size of a stub, stubbing loses text and saves next to nothing.
        if (tokens > 2 * (NOTICE_TOKENS + SHOWN_OF_OLD)) this.#put(index, callId, tokens, SHOWN_OF_OLD);
      }
    }
  }

  /**
   * Shortens results of the newest group, largest first, until the request fits; stubs may get shorter too. The largest
   * first, as one long cut keeps more excerpts readable than many short ones.
   */
  cutResults(most: number): void {
    const newest = this.#input.history.segments.filter(({ kind }) => kind === 'calls').at(-1);
    if (!newest) return;
    const results = this.#results(newest.from, newest.to, true).sort((one, other) => other.now - one.now);
    for (const { index, callId, tokens, now } of results) {
      const excess = this.tokens - most;
      if (excess <= 0) return;
      const shown = Math.max(0, now - excess - NOTICE_TOKENS);
      if (now > shown + NOTICE_TOKENS) this.#put(index, callId, tokens, shown);
    }
  }

  /** Returns the visible results, without those that are stubs already, or with them. */
  #results(from: number, to: number, withStubs = false): ShownResult[] {
    const { history, resultTokens } = this.#input;
    const found: ShownResult[] = [];
    for (let index = from; index < to; index++) {
      if (this.#hidden[index] === 1) continue;
      for (const { id: callId } of history.messages[index]?.results ?? []) {
        const stub = this.#stubbed.get(stubKey({ index, callId }));
        if (stub !== undefined && !withStubs) continue;
        const tokens = resultTokens(index, callId);
        found.push({ index, callId, tokens, now: stub ?? tokens });
      }
    }
    return found;
  }

  /** Records a stub. It saves the difference to what the view shows now, which may be a longer stub already. */
  #put(index: number, callId: string, tokens: number, shown: number): void {
    const key = stubKey({ index, callId });
    this.tokens += NOTICE_TOKENS + shown - (this.#stubbed.get(key) ?? tokens);
    this.#stub.set(key, { index, callId, shown });
    this.#stubbed.set(key, NOTICE_TOKENS + shown);
  }

  /** Returns the selection. Results that were stubbed first and hidden later need no stub. */
  result(): CompactionSelection {
    const stub = [...this.#stub.values()].filter(({ index }) => this.#hidden[index] === 0);
    return { hide: this.#hide, stub, tokens: this.tokens };
  }

  /**
   * Whether the message may be hidden. The user's messages of the active turn are the task itself: they always stay.
   */
  #isFoldable(index: number): boolean {
    const role = this.#input.history.messages[index]?.role;
    return role === 'assistant' || role === 'tool';
  }

  /** Hides a range. One that saves nothing is not recorded: it was hidden before, and would only add a fold. */
  #hideRange({ from, to }: Range): void {
    const { history, resultTokens, messageTokens } = this.#input;
    let saved = 0;
    for (let index = from; index < to; index++) {
      const message = history.messages[index];
      if (!message || this.#hidden[index] === 1 || message.role === 'system') continue;
      this.#hidden[index] = 1;
      saved += messageTokens(index);
      // A stubbed result costs what its stub costs, not what the message says.
      for (const { id: callId } of message.results ?? []) {
        const stub = this.#stubbed.get(stubKey({ index, callId }));
        if (stub !== undefined) saved -= resultTokens(index, callId) - stub;
      }
    }
    if (saved === 0) return;
    this.tokens -= saved;
    this.#hide.push({ from, to });
  }
}

const stubKey = ({ index, callId }: { readonly index: number; readonly callId: string }): string =>
  `${index} ${callId}`;

const withoutNewest = (segments: readonly Segment[], kept: number): readonly Segment[] =>
  kept === 0 ? segments : segments.slice(0, -kept);
