// The last step of a plan: what is appended to the newest message. Pure.
//
// The end of the list is the only place where a request can say something new without changing the prefix. What is said
// there stays there for the epoch, so it must be short, and the ledger must know what the model has been told.
import { type Draft, estimateOf, meterOf, type RequestFacts } from './draft.ts';
import { MARGIN } from './make-room.ts';
import type { ContextMeta } from '../reminder/meter.ts';
import { afterReminder, type ReminderLevel } from '../reminder/reminder.ts';
import { withReminder } from '../reminder/render-reminder.ts';
import {
  type ComposedNotes,
  composeNotes,
  isMetaShown,
  type NotesInput,
  overviewNews,
} from '../view/appended-notes.ts';
import { corrected, type Ledger } from '../view/ledger.ts';
import { overviewShown } from '../view/pinned-overview.ts';

/** A draft that can be sent. */
export interface FinishedDraft extends Draft {
  /** Of the request with its notes. */
  readonly meta: ContextMeta;
  /** Level of the reminder that the request carries. */
  readonly reminder: ReminderLevel | undefined;
}

/** Appends the notes, and records in the ledger what they tell the model. */
export function appendNotes(facts: RequestFacts, draft: Draft): FinishedDraft {
  const { input, planning } = facts;
  const { ledger, rides, pin } = draft.state;
  const last = input.history.messages.length - 1;
  const isLiteral = planning.settings.placement === 'literal';
  const isFixed = isLastFixed(facts, draft);
  // Literal placement shows the current overview in every request, so it never is news.
  const news = isLiteral ? undefined : overviewNews(ledger.shown, draft.overview);
  // Composed even when nothing may be appended: the meter goes into the result, and literal placement uses the reminder.
  const whole = compose(facts, draft, isFixed ? undefined : news, facts.isNew && !isFixed);
  // A request without notes is better than none: first news and reminder go, then the meter.
  const room = input.request.window / MARGIN - corrected(draft.state, estimateOf(facts, draft.state));
  const fits = ({ text }: ComposedNotes): boolean => planning.count(text) <= room;
  const notes = fits(whole) ? whole : compose(facts, draft, undefined, false);
  const text = isFixed || !fits(notes) ? '' : notes.text;
  // Literal placement puts the reminder into the overview instead, whether or not the notes fit.
  const reminder = isLiteral ? whole.level : text === '' ? undefined : notes.level;
  // News that did not fit must be told by the next request, so it does not count as shown.
  const isCurrent = news === undefined || (text !== '' && notes.input.news !== undefined);
  const next: Ledger = {
    ...ledger,
    ...(reminder && { reminder: afterReminder(ledger.reminder) }),
    ...(text !== '' && isMetaShown(notes.input) && metaShown(notes.meta)),
    ...(isCurrent && { shown: overviewShown(draft.overview) }),
    latest: notes.meta,
    revision: input.state.ledger.revision + 1,
  };
  const hash = input.history.messages[last]?.hash ?? '';
  return {
    ...draft,
    meta: notes.meta,
    reminder,
    state: {
      ...draft.state,
      pin: pin && isLiteral ? { text: withReminder(pin.text, whole.reminder) } : pin,
      rides: text === '' ? rides : [...rides, { index: last, text, hash }],
      ledger: next,
    },
  };
}

/** Whether this epoch has already sent the newest message: appending to it now would change the prefix. */
function isLastFixed({ input, planning }: RequestFacts, { state, reason }: Draft): boolean {
  const { length } = input.history.messages;
  const isSent = !reason && planning.settings.placement !== 'literal' && input.state.ledger.count === length;
  return isSent || state.rides.some(({ index }) => index === length - 1);
}

/** The notes with a meter that counts the news in, since they are part of the same request. */
function compose(facts: RequestFacts, draft: Draft, news: NotesInput['news'], mayRemind: boolean): ComposedNotes {
  const { input, planning } = facts;
  const { history, request, now } = input;
  const meta = meterOf(facts, draft, news === undefined ? 0 : planning.count(news.text));
  const { ledger } = draft.state;
  return composeNotes({ news, mayRemind, meta, ledger, history, writable: request.writable, now }, planning);
}

/** Later requests compare their meter with this one, to decide whether to show it again. */
const metaShown = ({ ratio, pressure }: ContextMeta): Pick<Ledger, 'meta' | 'toldPressure'> => ({
  meta: { ratio, pressure },
  toldPressure: pressure,
});
