// What a compaction hides and stubs: one plan for the model's tool, the policy and the fallback (S003-35, 37, 53). Pure.
import type { Range } from './compaction.ts';
import type { History, Segment } from '../view/history.ts';
import { hiddenAt } from '../view/view.ts';

/** What may go, from the mildest to the last resort. */
interface Protection {
  /** Newest turns that stay whole, the active one among them. */
  readonly turns: number;
  /** Newest groups of calls that stay in the active turn. */
  readonly groups: number;
  /** What the request may have before the next one is tried. */
  readonly aim: keyof Aims;
}

/** Tokens. */
export interface Aims {
  /** Leaves room for many requests. */
  readonly goal: number;
  /** Worth giving up what is usually kept. */
  readonly half: number;
  /** Must hold. */
  readonly limit: number;
}

const NEWEST_GROUPS = 5;

const ESCALATION: readonly Protection[] = [
  { turns: 3, groups: NEWEST_GROUPS, aim: 'goal' },
  { turns: 2, groups: NEWEST_GROUPS, aim: 'goal' },
  { turns: 1, groups: NEWEST_GROUPS, aim: 'goal' },
  { turns: 1, groups: 3, aim: 'half' },
  { turns: 1, groups: 2, aim: 'half' },
  { turns: 1, groups: 1, aim: 'half' },
];

export interface FoldingInput {
  readonly history: History;
  /** Hidden already. */
  readonly hidden: readonly Range[];
  /** Stubbed already. */
  readonly stubs: readonly { readonly index: number; readonly callId: string; readonly shown: number }[];
  /** Tokens of the whole request as it is. */
  readonly tokens: number;
  readonly resultTokens: (index: number, callId: string) => number;
}

export interface Folding {
  readonly hide: readonly Range[];
  /** `shown`: tokens of the result that its stub shows. */
  readonly stub: readonly { readonly index: number; readonly callId: string; readonly shown: number }[];
  readonly tokens: number;
}

/** What a request of the model or the app may hide (S002-30…39). */
export function foldingOf(
  input: FoldingInput,
  { target, keepRecent }: { readonly target: 'conversation' | 'tools' | 'all'; readonly keepRecent: number },
): Folding {
  const { messages, turns } = input.history;
  const newest = Math.max(0, messages.length - keepRecent);
  // keepRecent counts messages and is widened to whole turns, three of them where there are so many (S002-39, S003-45).
  const widened = turns.filter((start) => start > newest).length + 1;
  const kept = Math.max(3, widened);
  const folding = new Builder(input);
  if (target !== 'tools') folding.fold({ turns: kept, groups: NEWEST_GROUPS, before: newest }, -Infinity);
  if (target !== 'conversation')
    folding.stubResults({ groups: target === 'all' ? NEWEST_GROUPS : 0, before: newest }, -Infinity);
  return folding.result();
}

/** What must go so that the request has at most `goal` tokens, or at least `limit` (S003-37). */
export function foldingToFit(input: FoldingInput, aims: Aims): Folding {
  const folding = new Builder(input);
  const { length } = input.history.messages;
  for (const { turns, groups, aim } of ESCALATION) {
    if (folding.tokens <= aims[aim]) break;
    folding.fold({ turns, groups, before: length }, aims[aim]);
  }
  // The model is about to read the newest results: of them as much stays as fits.
  folding.stubResults({ groups: 1, before: length }, aims.limit);
  folding.cutResults(aims.limit);
  return folding.result();
}

/** What a stub has beside what it shows. */
const NOTICE_TOKENS = 50;
/** Of a result that nobody is about to read. */
const SHOWN_OF_OLD = 60;

interface ShownResult {
  readonly index: number;
  readonly callId: string;
  readonly tokens: number;
  readonly now: number;
}

/** Folds the oldest first and keeps count. */
class Builder {
  tokens: number;
  readonly #input: FoldingInput;
  readonly #hidden: Uint8Array;
  readonly #hide: Range[] = [];
  readonly #stub = new Map<string, Folding['stub'][number]>();
  /** Tokens of the stub, by result. */
  readonly #stubbed: Map<string, number>;

  constructor(input: FoldingInput) {
    this.#input = input;
    this.tokens = input.tokens;
    this.#hidden = hiddenAt(input.history, input.hidden);
    this.#stubbed = new Map(input.stubs.map((stub) => [stubKey(stub), NOTICE_TOKENS + stub.shown]));
  }

  /** Hides whole turns, then groups of calls inside the active turn, until `most` tokens are left. */
  fold({ turns: keptTurns, groups, before }: { turns: number; groups: number; before: number }, most: number): void {
    const { turns, messages, segments } = this.#input.history;
    const active = turns.at(-1) ?? messages.length;
    for (const [at, from] of turns.slice(0, -Math.max(1, keptTurns)).entries()) {
      if (this.tokens <= most) return;
      this.#hideRange({ from, to: turns[at + 1] ?? active });
    }
    const inside = segments.filter(({ from, to }) => from > active && to <= messages.length && this.#isFoldable(from));
    for (const { from, to } of withoutNewest(inside, groups)) {
      if (this.tokens <= most) return;
      if (to <= before) this.#hideRange({ from, to });
    }
  }

  stubResults({ groups, before }: { groups: number; before: number }, most: number): void {
    const calls = this.#input.history.segments.filter(({ kind }) => kind === 'calls');
    for (const { from, to } of withoutNewest(calls, groups)) {
      for (const { index, callId, tokens } of this.#results(from, Math.min(to, before))) {
        if (this.tokens <= most) return;
        // A stub that is hardly shorter than the result tells less and saves nothing.
        if (tokens > 2 * (NOTICE_TOKENS + SHOWN_OF_OLD)) this.#put(index, callId, tokens, SHOWN_OF_OLD);
      }
    }
  }

  /** Cuts the largest results of the newest group until the request fits, also those that are stubs already. */
  cutResults(most: number): void {
    const newest = this.#input.history.segments.filter(({ kind }) => kind === 'calls').at(-1);
    if (!newest) return;
    const results = this.#results(newest.from, newest.to, 'all').sort((one, other) => other.now - one.now);
    for (const { index, callId, tokens, now } of results) {
      const excess = this.tokens - most;
      if (excess <= 0) return;
      const shown = Math.max(0, now - excess - NOTICE_TOKENS);
      if (now > shown + NOTICE_TOKENS) this.#put(index, callId, tokens, shown);
    }
  }

  /** Visible results, with their tokens and those that the view has of them now. */
  #results(from: number, to: number, which: 'whole' | 'all' = 'whole'): ShownResult[] {
    const { history, resultTokens } = this.#input;
    const found: ShownResult[] = [];
    for (let index = from; index < to; index++) {
      if (this.#hidden[index] === 1) continue;
      for (const { id: callId } of history.messages[index]?.results ?? []) {
        const stub = this.#stubbed.get(stubKey({ index, callId }));
        if (stub !== undefined && which === 'whole') continue;
        const tokens = resultTokens(index, callId);
        found.push({ index, callId, tokens, now: stub ?? tokens });
      }
    }
    return found;
  }

  #put(index: number, callId: string, tokens: number, shown: number): void {
    const key = stubKey({ index, callId });
    this.tokens += NOTICE_TOKENS + shown - (this.#stubbed.get(key) ?? tokens);
    this.#stub.set(key, { index, callId, shown });
    this.#stubbed.set(key, NOTICE_TOKENS + shown);
  }

  result(): Folding {
    const stub = [...this.#stub.values()].filter(({ index }) => this.#hidden[index] === 0);
    return { hide: this.#hide, stub, tokens: this.tokens };
  }

  /** In the active turn the user's messages stay, whoever asks. */
  #isFoldable(index: number): boolean {
    const role = this.#input.history.messages[index]?.role;
    return role === 'assistant' || role === 'tool';
  }

  #hideRange({ from, to }: Range): void {
    const { messages } = this.#input.history;
    const { resultTokens } = this.#input;
    let saved = 0;
    for (let index = from; index < to; index++) {
      const message = messages[index];
      if (!message || this.#hidden[index] === 1 || message.role === 'system') continue;
      this.#hidden[index] = 1;
      saved += message.tokens;
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
