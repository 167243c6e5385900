// One request, planned: what is new in the list, whether an epoch begins, whether room must be made, what rides along.
// Pure: the same ledger and list give the same plan.
import { withoutComments } from '../../recall/sections.ts';
import { overviewStatus } from '../../tree/overview/overview.ts';
import { utf8Bytes } from '../../tree/files/tree-limits.ts';
import { compacted, compactionPlan, entriesOf, estimated, withCompaction } from '../compaction/compact.ts';
import type { CompactionResult } from '../compaction/compaction.ts';
import { beginEpoch, blockHashes, epochReason, phaseOf } from './epoch.ts';
import { literally } from './literal-placement.ts';
import { anchored, corrected, goesOn, type Ledger, type LedgerState } from '../view/ledger.ts';
import { type ContextMeta, contextMeta } from '../reminder/meter.ts';
import type { Folding } from '../compaction/plan-compaction.ts';
import { pinText } from '../view/pinned-overview.ts';
import type { EpochReason, Phase } from './prepared.ts';
import type { ArchivedText } from '../view/archived-text.ts';
import { afterReminder } from '../reminder/reminder.ts';
import { withReminder } from '../reminder/render-reminder.ts';
import type { Terms, OverviewNow } from '../planning-context.ts';
import type { RequestInput, RequestPlan } from './request.ts';
import { FRUITFUL, MARGIN, roomAsked, windowTooSmall } from './make-room.ts';
import { composedTail, isMetaShown, overviewNews, type Tail, type TailInput } from '../view/appended-notes.ts';
import { takeIn } from './ingest-messages.ts';
import { hiddenFolds, visibleRanges } from '../view/view.ts';

/** @throws window-too-small: nothing was changed */
export function planRequest(input: RequestInput, terms: Terms): RequestPlan {
  return new Planner(input, terms).plan();
}

class Planner {
  readonly #input: RequestInput;
  readonly #terms: Terms;
  readonly #isNew: boolean;
  readonly #isEdited: boolean;
  readonly #newFrom: number;
  readonly #archives: ArchivedText[] = [];
  #overview: OverviewNow;
  #state: LedgerState;
  /** Estimate of the request as it would be without a new epoch. */
  #unfolded = 0;
  #reason: EpochReason | undefined;
  #block: string | undefined;
  #compaction: CompactionResult | undefined;
  #undoes: RequestPlan['undoes'];

  constructor(input: RequestInput, terms: Terms) {
    const { state, history, request, common } = input;
    this.#input = input;
    this.#terms = terms;
    this.#overview = input.overview;
    this.#isEdited = !goesOn(state.ledger, history.messages);
    // Also where the list goes on: an undo or another owner may bring back what was anchored in a former list.
    this.#state = anchored(state, history.messages);
    this.#isNew = state.ledger.requestId !== request.id;
    this.#newFrom = this.#isEdited ? Math.max(common ?? 0, this.#anchor()) : state.ledger.count;
  }

  plan(): RequestPlan {
    const { history, state: before } = this.#input;
    const { ledger } = before;
    const isSame = !this.#isNew && !this.#isEdited && ledger.count === history.messages.length && !ledger.due;
    if (isSame && ledger.headHash === this.#input.head.hash) return this.#repeated();
    const { state, overview, archives, phase } = takeIn(
      this.#input,
      this.#state,
      { isNew: this.#isNew, newFrom: this.#newFrom },
      this.#terms,
    );
    this.#state = state;
    this.#overview = overview;
    this.#archives.push(...archives);
    this.#unfolded = this.#estimate(this.#placed(phase));
    this.#reason = epochReason(this.#input, this.#state, { isEdited: this.#isEdited });
    if (this.#reason) this.#begin(this.#reason, phase);
    this.#makeRoom(phase);
    this.#state = this.#placed(phase);
    this.#refuseTooLarge(phase);
    return this.#withTail(phase);
  }

  /** However often what comes together calls for one, a request begins one epoch. */
  #begin(reason: EpochReason, phase: Phase): void {
    const input = { ...this.#input, overview: this.#overview };
    const begun = beginEpoch(this.#state, reason, input, phase, this.#terms);
    this.#state = { ...begun, ledger: { ...begun.ledger, epoch: this.#input.state.ledger.epoch + 1 } };
    if (this.#reason !== 'session-started') this.#reason = reason;
  }

  #makeRoom(phase: Phase): void {
    const estimate = this.#estimate();
    const asked = roomAsked({ ...this.#input, state: this.#state, used: this.#used(), estimate }, this.#terms);
    if (asked) this.#compact(asked.folding, estimate, asked.trigger, phase);
  }

  #compact(folding: Folding, before: number, trigger: 'fallback' | 'policy', phase: Phase): void {
    const { history, request, canArchive, now } = this.#input;
    const undone = this.#input.state;
    const result = compacted(
      {
        history,
        state: this.#state,
        folding,
        request: { strategy: 'archive' },
        trigger,
        overview: this.#overview.text,
        window: request.window,
        canArchive,
        now,
      },
      this.#terms,
    );
    const facts = { tokens: before, block: result.block, count: this.#terms.count };
    const plan = compactionPlan(history, this.#state, folding, facts);
    if (!plan.possible) {
      this.#countFruitless(true);
      return;
    }
    this.#archives.push(...result.archives);
    this.#block = result.block;
    this.#overview = { ...this.#overview, text: withCompaction(this.#overview.text, result.block) };
    this.#state = result.state;
    this.#begin(trigger === 'fallback' ? 'fallback-compaction' : 'compacted', phase);
    const after = this.#estimate();
    this.#countFruitless(after > before * FRUITFUL);
    const receipt = String(this.#input.state.ledger.revision + 1);
    if (this.#input.state.ledger.epoch > 0) this.#undoes = { receipt, state: undone };
    this.#compaction = {
      ...plan,
      tokens: { before, after },
      applied: true,
      trigger,
      ...(this.#undoes && { receipt }),
      archivedTo: result.archives.map(({ path }) => path),
      summary: result.summary,
      syncRequired: false,
    };
  }

  #countFruitless(isFruitless: boolean): void {
    const { ledger } = this.#state;
    this.#state = { ...this.#state, ledger: { ...ledger, fruitless: isFruitless ? ledger.fruitless + 1 : 0 } };
  }

  /** Where even the fallback has not made enough room: the pin without its hints, then the truth. */
  #refuseTooLarge(phase: Phase): void {
    const { history, head, request } = this.#input;
    const tokens = (): number => corrected(this.#state, this.#estimate());
    if (tokens() <= request.window) return;
    if (!this.#reason) this.#begin('fallback-compaction', phase);
    const { ledger } = this.#state;
    const overview = { text: withoutComments(this.#overview.text).replace(/\n{2,}/g, '\n') };
    const pin = { text: pinText({ ...ledger, history, overview, terms: this.#terms }) };
    this.#state = { ...this.#state, pin };
    if (tokens() <= request.window) return;
    const fixed = head.tokens + this.#terms.count(pin.text);
    throw windowTooSmall({ tokens: tokens(), window: request.window, fixed, messages: history.messages.length });
  }

  /** Puts the tail behind the newest message, unless something rides there already. */
  #withTail(phase: Phase): RequestPlan {
    const { history, request, state: before } = this.#input;
    const { messages } = history;
    const last = messages.length - 1;
    const { ledger, rides, pin } = this.#state;
    const isLiteral = this.#terms.settings.placement === 'literal';
    // What was sent as it is, in this epoch, stays as it is: a tail would change it.
    const isSent = !this.#reason && !isLiteral && before.ledger.count === messages.length;
    const isTaken = isSent || rides.some(({ index }) => index === last);
    const news = isLiteral ? undefined : overviewNews(ledger.shown, this.#overview);
    const whole = this.#tail(isTaken ? undefined : news, this.#isNew && !isTaken);
    // Better a request without its tail than none.
    const room = request.window / MARGIN - corrected(this.#state, this.#estimate());
    const fits = ({ text }: Tail): boolean => this.#terms.count(text) <= room;
    const tail = fits(whole) ? whole : this.#tail(undefined, false);
    const text = isTaken || !fits(tail) ? '' : tail.text;
    // The sources put it into the loaded content (S001-14).
    const level = isLiteral ? whole.level : text === '' ? undefined : tail.level;
    const ride = { index: last, text, hash: messages[last]?.hash ?? '' };
    const { meta } = tail;
    this.#state = {
      ...this.#state,
      pin: pin && isLiteral ? { text: withReminder(pin.text, whole.reminder) } : pin,
      rides: text === '' ? rides : [...rides, ride],
      ledger: {
        ...ledger,
        ...(level && { reminder: afterReminder(ledger.reminder) }),
        ...(text !== '' && isMetaShown(tail.input) && metaShown(meta)),
        ...((news === undefined || (text !== '' && tail.input.news !== undefined)) && {
          shown: { revision: this.#overview.revision, blocks: blockHashes(this.#overview.text) },
        }),
        latest: meta,
        revision: before.ledger.revision + 1,
      },
    };
    return this.#result({ meta, phase, reminder: level });
  }

  /** What may be said behind the newest message, with the meter as it is then. */
  #tail(news: TailInput['news'], mayRemind: boolean): Tail {
    const { history, request, now } = this.#input;
    const meta = this.#meta(news === undefined ? 0 : this.#terms.count(news.text));
    const { writable } = request;
    return composedTail({ news, mayRemind, meta, ledger: this.#state.ledger, history, writable, now }, this.#terms);
  }

  #repeated(): RequestPlan {
    const status = overviewStatus(this.#overview.text, this.#overview.stepsSince, this.#terms.softSteps);
    return {
      ...this.#result({
        meta: this.#state.ledger.latest ?? this.#meta(),
        phase: phaseOf(this.#overview, status),
        reminder: undefined,
      }),
      repeated: true,
    };
  }

  #result({ meta, phase, reminder }: Pick<RequestPlan, 'meta' | 'phase' | 'reminder'>): RequestPlan {
    const { history } = this.#input;
    const { ledger } = this.#state;
    const hidden = hiddenFolds(history, this.#state);
    return {
      state: this.#state,
      repeated: false,
      isNew: this.#isNew,
      newFrom: this.#newFrom,
      archives: this.#archives,
      compactionBlock: this.#block,
      undoes: this.#undoes,
      entries: entriesOf(history, this.#state, this.#terms),
      meta,
      estimated: this.#estimate(),
      reason: this.#reason,
      phase,
      kept: visibleRanges(history, hidden),
      hidden,
      stubs: ledger.stubs.map(({ hash: _, tokens: _tokens, shown: _shown, ...stub }) => stub),
      reminder,
      compaction: this.#compaction,
      event: {
        type: 'request-prepared',
        epoch: ledger.epoch,
        tokens: meta.tokensUsed,
        ...(this.#reason && { reason: this.#reason }),
        ...(reminder && { reminder }),
      },
    };
  }

  /** @param tail tokens of what is about to ride along */
  #meta(tail = 0): ContextMeta {
    const { history, request } = this.#input;
    const visible = visibleRanges(history, hiddenFolds(history, this.#state));
    return contextMeta({
      tokensUsed: this.#used() + (request.tokensUsed === undefined ? corrected(this.#state, tail) : 0),
      tokensMax: request.window,
      messagesInHistory: visible.reduce((sum, { from, to }) => sum + to - Math.max(from, history.head), 0),
      workingMemorySize: utf8Bytes(this.#overview.text),
    });
  }

  /** The state that is sent: with placement 'literal' nothing of the request before rides along. */
  #placed(phase: Phase): LedgerState {
    if (this.#terms.settings.placement !== 'literal') return this.#state;
    return literally(this.#state, this.#input, this.#overview, phase, this.#terms);
  }

  #estimate(state = this.#state): number {
    return estimated(this.#input.history, state, this.#input.head.tokens, this.#terms);
  }

  /** What the app reported counts; what has been folded since is taken off in proportion. */
  #used(): number {
    const { tokensUsed } = this.#input.request;
    const estimate = this.#estimate();
    if (tokensUsed === undefined) return corrected(this.#state, estimate);
    return Math.ceil(tokensUsed * Math.min(1, estimate / this.#unfolded));
  }

  /** How far the list is known to be what it was. */
  #anchor(): number {
    const { ledger, rides } = this.#state;
    const places = [...ledger.folds.map(({ to }) => to), ...[...ledger.stubs, ...rides].map(({ index }) => index + 1)];
    return Math.max(0, ...places);
  }
}

const metaShown = ({ ratio, pressure }: ContextMeta): Pick<Ledger, 'meta' | 'toldPressure'> => ({
  meta: { ratio, pressure },
  toldPressure: pressure,
});
