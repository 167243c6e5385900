// Counts which needed facts a request shows, and which others a model finds with its memory tools.
import { added, type Measures, NO_MEASURES, NO_REACH, type Reach } from '../measures.ts';
import type { KnownMessages } from '../requests/known-messages.ts';
import type { Paid } from '../requests/prices.ts';
import { tokensOfText } from '../requests/tokens.ts';
import type { Refusal, Replay, View } from '../strategy.ts';
import { cutOf, type LostFact, type SentRequest } from './lost.ts';
import type { Fact, Need } from './needs.ts';
import { Passage } from './passage.ts';

/** Path at the beginning of a hit. */
const PATH = /^(?:overview\.md|[\w-]+\/[^\s·:]+)/m;
/** Tokens that a provider adds to a call and to its result. */
const FRAME = 4;

interface Answer {
  readonly text: Passage;
  /** Path of the best hit that `read` can open. */
  readonly path: string | undefined;
}

export class FactReach {
  readonly lost: LostFact[] = [];
  readonly #replay: Replay;
  readonly #known: KnownMessages;
  readonly #keepsSent: boolean;
  readonly #sent: SentRequest[] = [];
  #sum: Measures = NO_MEASURES;

  /** @param keepsSent whether to list lost facts */
  constructor(replay: Replay, known: KnownMessages, keepsSent: boolean) {
    this.#replay = replay;
    this.#known = known;
    this.#keepsSent = keepsSent;
  }

  get measures(): Measures {
    return this.#sum;
  }

  /** Records the request for the model call at `at`. */
  sent(at: number, view: View | Refusal): void {
    if (!this.#keepsSent) return;
    const isRefused = 'refused' in view;
    const reason = isRefused ? view.refused : (view.epoch ?? (view.compacted ? 'compacted' : 'dropped'));
    const messages = isRefused ? [] : view.messages.map((message) => this.#known.of(message));
    this.#sent.push({ at, messages, reason });
  }

  /** Counts the facts that the model call at `at` needed, by how they could be had. */
  async reach(at: number, view: View | Refusal, needs: readonly Need[]): Promise<Reach> {
    if (needs.length === 0) return NO_REACH;
    const isRefused = 'refused' in view;
    const passages = isRefused ? [] : view.messages.map((message) => this.#known.of(message).passage);
    const missed = needs.filter(({ fact }) => !passages.some((passage) => passage.shows(fact)));
    const { shown, read } =
      isRefused || missed.length === 0
        ? { shown: new Set<Fact>(), read: new Set<Fact>() }
        : await this.#lookUp(missed, view);
    const missing = new Set(missed.map(({ fact }) => fact));
    let all = NO_REACH;
    for (const { fact, question } of needs) {
      const isInView = !missing.has(fact);
      const isShown = isInView || shown.has(fact);
      const isRead = isShown || read.has(fact);
      const one = { facts: 1, inView: Number(isInView), shown: Number(isShown), read: Number(isRead) };
      this.#sum = added(this.#sum, { [fact.kind]: one } as unknown as Measures);
      all = added(all, one);
      if (this.#keepsSent && !isInView) {
        const found = isShown ? 'by search' : isRead ? 'by reading' : 'no';
        this.lost.push({ kind: fact.kind, fact: fact.text, at, ...cutOf(fact, this.#sent), question, found });
      }
    }
    return all;
  }

  /** Searches once for each question; where the answer does not show the fact, opens the best hit. */
  async #lookUp(missed: readonly Need[], view: View): Promise<{ shown: Set<Fact>; read: Set<Fact> }> {
    const [shown, read] = [new Set<Fact>(), new Set<Fact>()];
    const answers = new Map<string, Answer>();
    const pages = new Map<string, Passage>();
    const { call, canRun } = this.#replay;
    if (!call || !canRun) return { shown, read };
    const finder = canRun('search') ? 'search' : 'recall';
    for (const { fact, question } of missed) {
      if (question === '') continue;
      let answer = answers.get(question);
      if (!answer) {
        const text = await call(finder, { query: question });
        this.#pay('searches', { query: question }, text);
        answer = { text: new Passage(text), path: PATH.exec(text)?.[0] };
        answers.set(question, answer);
      }
      if (answer.text.shows(fact)) shown.add(fact);
      else if (answer.path !== undefined && canRun('read')) {
        let page = pages.get(answer.path);
        if (!page) {
          const text = await call('read', { path: answer.path });
          this.#pay('reads', { path: answer.path }, text);
          page = new Passage(text);
          pages.set(answer.path, page);
        }
        if (page.shows(fact)) read.add(fact);
      }
    }
    // A model asks all its questions at once: one more request reads the answers, and another one the pages.
    const rounds = Number(answers.size > 0) + Number(pages.size > 0);
    const size = view.messages.reduce((sum, message) => sum + this.#known.of(message).tokens, view.head ?? 0);
    this.#add({ lookingUp: { input: rounds * size, cached: rounds * size, output: 0 } });
    return { shown, read };
  }

  /** Counts the tokens of one call: the model writes it, then reads it as new input together with its answer. */
  #pay(what: 'searches' | 'reads', input: object, answer: string): void {
    const output = FRAME + tokensOfText(JSON.stringify(input));
    const paid: Paid = { input: output + FRAME + tokensOfText(answer), cached: 0, output };
    this.#add({ [what]: 1, lookingUp: paid });
  }

  #add(part: Partial<Measures>): void {
    this.#sum = added(this.#sum, part as Measures);
  }
}
