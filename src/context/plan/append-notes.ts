// The last step of a plan: it appends the notes to the newest message. Pure.
//
// The end of the list is the only place where a request can say something new without changing the prefix. A note stays
// there for the epoch and is paid for with every request, so it must be short, and the ledger must know what the model
// has been told.
//
// Where the window has no room for all notes, they are dropped in this order: recalled texts, which the model can ask
// for; news and reminder, which the next request can bring, except the places of hidden text, without which the model
// could not find that text again; last the meter.
import { type Draft, estimateOf, meterOf, type RequestFacts } from './draft.ts';
import { ERROR } from './fit-window.ts';
import { foldableTokens, MARGIN } from './make-room.ts';
import { isLiteral } from '../placement.ts';
import type { ContextMeta } from '../reminder/meter.ts';
import { bandEdge } from '../reminder/pressure.ts';
import { afterReminder, type ReminderLevel } from '../reminder/reminder.ts';
import { withReminder } from '../reminder/render-reminder.ts';
import {
  type ComposedNotes,
  composeNotes,
  type Notes,
  type NewsFacts,
  type NotesFacts,
  overviewNews,
} from '../view/appended-notes.ts';
import { corrected } from '../reminder/calibration.ts';
import type { Lapses } from '../reading/lapses.ts';
import { addressOf } from '../../recall/hit-address.ts';
import type { RecalledText } from '../../recall/recalled-text.ts';
import type { AppendedNotes, Ledger } from '../view/ledger.ts';
import { recalledNote, type RecalledNote } from '../view/recalled-note.ts';
import { overviewShown, placesOfHidden } from '../view/pinned-overview.ts';
import { ownWords, type OwnWords } from '../watching/own-words.ts';

/** A draft that can be sent. */
export interface FinishedDraft extends Draft {
  /** Meter of the request with its notes. */
  readonly meta: ContextMeta;
  /** Level of the reminder that the request carries. */
  readonly reminder: ReminderLevel | undefined;
}

/**
 * Appends the notes, and records in the ledger what they tell the model. The meter is one of them and counts them all,
 * so they are composed twice: their size is known only once they exist.
 */
export function appendNotes(facts: RequestFacts, draft: Draft): FinishedDraft {
  const note = noteFor(facts, draft);
  const parts = { recalled: note, lapses: lapsesOnce(facts, draft) };
  const finished = withNotes(facts, draft, 0, parts);
  const upcoming = estimateOf(facts, finished.state) - estimateOf(facts, draft.state);
  return upcoming === 0 ? finished : withNotes(facts, draft, upcoming, parts);
}

interface NoteParts {
  readonly recalled: RecalledNote | undefined;
  readonly lapses: () => Lapses | undefined;
}

/** Reads the lapses where a reminder is due, and only once. */
function lapsesOnce({ input, planning }: RequestFacts, { overview }: Draft): () => Lapses | undefined {
  let known: Lapses | undefined;
  return () => (known ??= planning.lapses?.(input.history.stored, overview.text));
}

/** Returns the places of hidden messages that this epoch has not told yet. */
function untoldPlaces({ planning }: RequestFacts, { state }: Draft): string | undefined {
  const told = [state.pin?.text, ...state.rides.map(({ text }) => text)].join('\n');
  const untold = placesOfHidden(state.ledger.folds, planning).filter((line) => !told.includes(line));
  return untold.length === 0 ? undefined : untold.join('\n');
}

/** Returns the note of texts recalled for the newest message. */
function noteFor(facts: RequestFacts, draft: Draft): RecalledNote | undefined {
  const { input, planning } = facts;
  const { history, kept, recallables, head, request } = input;
  const { recall } = planning.settings;
  if (isLiteral(planning.settings) || isLastFixed(facts, draft)) return undefined;
  const room = Math.min(recall.maxTokens, request.window * recall.share);
  return recalledNote({ recallables, history, kept, state: draft.state, outside: head.outside, room }, planning);
}

/** Notes that find room: this plan's own, all of them, and the recalled one if it is among them. */
interface Sent {
  readonly own: string;
  readonly all: string;
  readonly note: RecalledNote | undefined;
}

/**
 * Appends the notes that find room.
 * @param upcoming estimated tokens of the notes
 */
function withNotes(
  facts: RequestFacts,
  draft: Draft,
  upcoming: number,
  { recalled, lapses }: NoteParts,
): FinishedDraft {
  const { input, planning } = facts;
  const { ledger, rides, pin } = draft.state;
  const last = input.history.messages.length - 1;
  const isAnew = isLiteral(planning.settings);
  const isFixed = isLastFixed(facts, draft);
  // Literal placement shows the current overview in every request, so it never is news.
  const news = isAnew ? undefined : overviewNews(newsFacts(facts, draft), planning);
  // Composed even when nothing may be appended: the meter goes into the result, and literal placement uses the
  // reminder.
  const meta = meterOf(facts, draft, upcoming);
  const whole = compose(facts, draft, meta, {
    news: isFixed ? undefined : news,
    mayRemind: facts.isNew && !isFixed,
    lapses,
  });
  // A request without notes is better than none: news and reminder are dropped first, then the meter. The margin stays,
  // because the notes are counted by an estimate, too; but the places of hidden messages may use most of it.
  const estimated = estimateOf(facts, draft.state);
  const fits = (text: string, margin = MARGIN): boolean =>
    corrected(ledger.calibration, estimated + planning.count(text)) * margin <= input.request.window;
  // The recalled note is dropped before any other: the model may ask for its texts.
  const sent = (text: string, margin?: number): Sent => {
    const own = !isFixed && fits(text, margin) ? text : '';
    const all = [recalled?.text, own].filter(Boolean).join('\n\n');
    return recalled && fits(all) ? { own, all, note: recalled } : { own, all: own, note: undefined };
  };
  // The meter of brief notes counts no note that was dropped.
  const brief = (places?: string, margin?: number): ComposedNotes => {
    const briefWith = (size: number): ComposedNotes =>
      compose(facts, draft, meterOf(facts, draft, size), { news: undefined, places, mayRemind: false, lapses });
    return briefWith(planning.count(sent(briefWith(0).text, margin).all));
  };
  const isWhole = fits(whole.text);
  const withPlaces = news && !isWhole ? brief(untoldPlaces(facts, draft), ERROR) : undefined;
  const isPlaced = withPlaces?.notes.places !== undefined && fits(withPlaces.text, ERROR);
  const notes = isWhole ? whole : isPlaced ? withPlaces : brief();
  const { own: text, all: appended, note } = sent(notes.text, isPlaced ? ERROR : MARGIN);
  const parts = partsOf(note, text === '' ? undefined : notes.notes, planning.count);
  // Literal placement puts the reminder into the overview instead, whether or not the notes fit.
  const reminder = isAnew ? whole.level : text === '' ? undefined : notes.level;
  // News that did not fit must be told by the next request, so it does not count as shown.
  const isCurrent = news === undefined || (text !== '' && notes.notes.news !== undefined);
  const next: Ledger = {
    ...ledger,
    ...(reminder && { reminder: afterReminder(ledger.reminder) }),
    toldPressure: told(draft, notes, text !== ''),
    ...(isCurrent && { shown: overviewShown(draft.overview) }),
    latest: notes.meta,
  };
  // The anchor: where the app edits this message or an earlier one, the notes go with it.
  const hash = input.history.messages[last]?.hash ?? '';
  return {
    ...draft,
    meta: notes.meta,
    reminder,
    state: {
      ...draft.state,
      pin: pin && isAnew ? { text: withReminder(pin.text, whole.reminder) } : pin,
      rides:
        appended === '' ? rides : [...rides, { index: last, text: appended, hash, parts, ...rode(note, input.now) }],
      ledger: next,
    },
  };
}

/**
 * Whether nothing may be appended: the list ends with the model's own words or with an approval, or the newest message
 * was sent already, in this epoch or in the one that an undo brings back, so that a note would change the prefix. The
 * latter happens where a list is prepared again under another name, for instance after a failed call.
 */
function isLastFixed({ input, planning }: RequestFacts, { state, reason }: Draft): boolean {
  const { messages, isPending } = input.history;
  const { length } = messages;
  const isExtended = !reason || reason === 'compaction-undone';
  const isSent = isExtended && !isLiteral(planning.settings) && input.state.ledger.count === length;
  // Nothing is put into the mouth of the model.
  const isAnswer = messages[length - 1]?.role === 'assistant';
  return isSent || isAnswer || isPending || state.rides.some(({ index }) => index === length - 1);
}

function partsOf(
  note: RecalledNote | undefined,
  notes: Partial<Notes> = {},
  count: (text: string) => number,
): OwnWords {
  const { news, places, reminder, ask, meter } = notes;
  const tokens = (text = ''): number => count(text);
  return ownWords({
    recalled: tokens(note?.text),
    news: tokens(news?.text ?? places),
    reminder: tokens(reminder),
    question: tokens(ask),
    meter: tokens(meter),
  });
}

const rode = (note: RecalledNote | undefined, at: number): Pick<AppendedNotes, 'recalled'> =>
  note ? { recalled: { length: note.text.length, at, texts: note.texts.map(plainText) } } : {};

const plainText = (recalled: RecalledText): RecalledText => {
  const { text, by, time } = recalled;
  return { ...addressOf(recalled), text, by, time };
};

/** Share of the window to fold below which asking a model to compact would be of no use. */
const WORTH_ASKING = 0.1;

const newsFacts = ({ input, phase }: RequestFacts, { state, overview }: Draft): NewsFacts => ({
  history: input.history,
  state,
  overview,
  isTemplate: phase.reason === 'template',
  isRefused: input.ownWrite?.outcome === 'refused',
  window: input.request.window,
});

function compose(
  { input, planning }: RequestFacts,
  draft: Draft,
  meta: ContextMeta,
  { news, places, mayRemind, lapses }: Pick<NotesFacts, 'news' | 'places' | 'mayRemind' | 'lapses'>,
): ComposedNotes {
  const { history, request, now } = input;
  const { ledger } = draft.state;
  const foldable = foldableTokens(history, draft.state);
  const { writable, compacts } = request;
  const isWorth = isLiteral(planning.settings) || foldable > request.window * WORTH_ASKING;
  const canFold = compacts && isWorth;
  return composeNotes({ news, places, mayRemind, meta, ledger, writable, lapses, canFold, now }, planning);
}

/**
 * Returns the band that later meters are compared with. A new epoch that made room lowers it: the edges above are news
 * again.
 */
function told({ state, reason }: Draft, { notes, meta }: ComposedNotes, isSent: boolean): Ledger['toldPressure'] {
  const { toldPressure } = state.ledger;
  const isShown = isSent && notes.meter !== undefined;
  const hasFallen = reason !== undefined && !bandEdge(toldPressure, meta.pressure);
  return isShown || hasFallen ? meta.pressure : toldPressure;
}
