// Counts the requests of one run under one strategy.
import type { ChatMessage } from '../chat.ts';
import { added, type Measures, NO_MEASURES, type Reach } from '../measures.ts';
import type { Refusal, SummaryCall, View } from '../strategy.ts';
import type { KnownMessages } from './known-messages.ts';
import { brokenPairs, countBroken } from './pairs.ts';
import { PrefixCache } from './prefix-cache.ts';

/** One request. Zero figures and false flags are left out. */
export interface RequestRecord {
  /** Index of the recorded message that answers it. */
  readonly at: number;
  readonly input?: number;
  readonly cached?: number;
  readonly refused?: string;
  readonly epoch?: string;
  readonly over?: true;
  readonly rewritten?: true;
  readonly invalidated?: true;
  readonly hides?: true;
  readonly reminds?: true;
  readonly compacted?: true;
  readonly brokenPairs?: number;
  /** Tokens that a model read and wrote for a summary. */
  readonly summary?: readonly [input: number, cached: number, output: number];
  /** Facts that the answer needed: all, in view, shown by a search too, shown by a page too. */
  readonly facts?: readonly [number, number, number, number];
}

interface Setting {
  readonly known: KnownMessages;
  readonly window: number;
  readonly hasEpochs: boolean;
  /** Whether every request is recorded. */
  readonly records: boolean;
}

/** Id of the definitions of tools in the cache; no message has it. */
const HEAD = -1;

export class Tally {
  readonly records: RequestRecord[] | undefined;
  readonly #setting: Setting;
  readonly #cache = new PrefixCache();
  #sum: Measures = { ...NO_MEASURES, runs: 1 };

  constructor(setting: Setting) {
    this.#setting = setting;
    this.records = setting.records ? [] : undefined;
  }

  get measures(): Measures {
    return this.#sum;
  }

  /** @param unlimitedCost cost of this request with an unlimited window */
  add(at: number, view: View | Refusal, unlimitedCost: number): void {
    if ('refused' in view) {
      this.#count({ refused: { [view.refused]: 1 }, refusedCost: unlimitedCost, hidingRequests: 1 });
      this.records?.push({ at, refused: view.refused });
      return;
    }
    const { window, hasEpochs } = this.#setting;
    const summary = view.summary && this.#summarize(view.summary);
    const { input, cached, extendsFormer } = this.#cache.send(this.#weighed(view.messages, view.head));
    const invalidates = !extendsFormer && !(hasEpochs && view.epoch !== undefined);
    const broken = countBroken(brokenPairs(view.messages));
    this.#count({
      requests: 1,
      paid: { input, cached, output: 0 },
      overWindow: Number(input > window),
      rewritten: Number(!extendsFormer),
      invalidated: Number(invalidates),
      epochs: Number(view.epoch !== undefined),
      compactions: Number(view.compacted === true),
      fallbacks: Number(view.isFallback === true),
      brokenPairs: broken,
      hidingRequests: Number(view.hides),
      reminders: Number(view.reminds === true),
    });
    this.#sum = { ...this.#sum, peakTokens: Math.max(this.#sum.peakTokens, input) };
    this.records?.push({
      at,
      input,
      cached,
      ...(view.epoch !== undefined && { epoch: view.epoch }),
      ...(input > window && { over: true }),
      ...(!extendsFormer && { rewritten: true }),
      ...(invalidates && { invalidated: true }),
      ...(view.hides && { hides: true }),
      ...(view.reminds && { reminds: true }),
      ...(view.compacted && { compacted: true }),
      ...(broken > 0 && { brokenPairs: broken }),
      ...(summary && { summary }),
    });
  }

  /** Adds the cost of a request with an unlimited window, the baseline of all strategies. */
  unlimited(unlimitedCost: number): void {
    this.#count({ unlimitedCost });
  }

  /** Counts `call` as the model's answer to the latest request. */
  wrote(call: ChatMessage): void {
    this.#count({ writes: 1, paid: { input: 0, cached: 0, output: this.#setting.known.of(call).tokens } });
  }

  /** Adds the facts that the answer needed to the record of the latest request. */
  reached({ facts, inView, shown, read }: Reach): void {
    const latest = this.records?.pop();
    if (latest) this.records?.push({ ...latest, ...(facts > 0 && { facts: [facts, inView, shown, read] as const }) });
  }

  #summarize({ messages, isCached, output }: SummaryCall): readonly [number, number, number] {
    const sent = this.#cache.sendAside(this.#weighed(messages));
    // A model reads no more than its window.
    const input = Math.min(sent.input, this.#setting.window);
    const cached = isCached ? Math.min(sent.cached, input) : 0;
    this.#count({ summarizing: { input, cached, passing: input - cached, output } });
    return [input, cached, output];
  }

  #weighed(messages: readonly ChatMessage[], head = 0): { id: number; tokens: number }[] {
    const weighed = messages.map((message) => this.#setting.known.of(message));
    return head === 0 ? weighed : [{ id: HEAD, tokens: head }, ...weighed];
  }

  #count(part: Partial<Measures>): void {
    this.#sum = added(this.#sum, part as Measures);
  }
}
