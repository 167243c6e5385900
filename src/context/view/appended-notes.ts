// The notes that a request appends to its newest message: a changed overview, the reminder, the question at a band
// edge, the meter. Pure. A note stays for the epoch and is paid for with every request, so most requests have none.
import { readBlocks } from '../../tree/overview/system-blocks.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { fenced } from './fence.ts';
import type { History } from './history.ts';
import type { Ledger, LedgerState } from './ledger.ts';
import { blockHashes, overviewBudget, overviewWithin } from './pinned-overview.ts';
import { type ContextMeta, isBandNews, meterLine, percentOf, renderContextMeta } from '../reminder/meter.ts';
import { isSpaced, type ReminderLevel, reminderLevel } from '../reminder/reminder.ts';
import type { Lapses } from '../reading/lapses.ts';
import { renderReminder, withLapses } from '../reminder/render-reminder.ts';
import { isLiteral } from '../placement.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import { hiddenAt, hiddenFolds } from './view.ts';
import { DETAIL_FOLDER, OVERVIEW_PATH } from '../words/shown-paths.ts';
import type { ContextWording } from '../words/wording.ts';

/** Changes of the overview that the model could not see: all of it, or the system's blocks alone. */
export interface OverviewNews {
  readonly kind: 'overview' | 'blocks';
  readonly text: string;
  /** Whether the model has seen an earlier text, which this one replaces. */
  readonly replaces: boolean;
  /** Whether the model's own write was refused, so that the text lacks it. */
  readonly isRefused?: boolean;
}

/** Decided and rendered notes; absent parts are undefined. */
export interface Notes {
  readonly news: OverviewNews | undefined;
  /** Places of hidden messages, while there is no room for news that tell them. */
  readonly places: string | undefined;
  readonly reminder: string | undefined;
  /** The question whether to compact. */
  readonly ask: string | undefined;
  readonly meter: string | undefined;
}

export interface NotesFacts {
  readonly news: OverviewNews | undefined;
  readonly places?: string | undefined;
  readonly meta: ContextMeta;
  /**
   * Whether a reminder may come; false where the request is not new, or nothing can be appended to its newest message.
   */
  readonly mayRemind: boolean;
  readonly ledger: Ledger;
  /** Whether the model has a tool that can act on a reminder or a question. */
  readonly writable: boolean;
  /** Returns what the names in the notes tell, where the texts can be read. */
  readonly lapses: () => Lapses | undefined;
  /** Whether the model can compact, and there is enough to fold. */
  readonly canFold: boolean;
  /** Time in ms since 1970. */
  readonly now: number;
}

export interface ComposedNotes {
  readonly notes: Notes;
  /** Rendered notes; empty when there is nothing to say. */
  readonly text: string;
  readonly meta: ContextMeta;
  readonly level: ReminderLevel | undefined;
  /** Rendered reminder; with literal placement it belongs in the pinned overview and is not part of the text. */
  readonly reminder: string | undefined;
}

/** Composes the notes of a request with this meter: decides which are due, and renders them. */
export function composeNotes(facts: NotesFacts, { settings, wording }: PlanningContext): ComposedNotes {
  const { news, places, mayRemind, meta, ledger, writable, canFold, now } = facts;
  const isAnew = isLiteral(settings);
  const reading = { ratio: meta.fill, messages: meta.messagesInHistory, writable };
  // Literal placement sends a reminder with each request and keeps none; in an epoch an earlier one is still in the
  // prompt.
  const { reminder: state } = ledger;
  const isFree = isSpaced(state, settings.reminder);
  const isTime = mayRemind && (isAnew || isFree);
  const level = isTime ? reminderLevel(ledger.reminder, reading, settings.reminder) : undefined;
  const { roundsSinceUpdate: rounds, remindersSinceUpdate } = ledger.reminder;
  const isRepeated = !isAnew && remindersSinceUpdate > 0;
  const told = {
    rounds,
    meta,
    date: isoTime(now).slice(0, 10),
    overviewPath: OVERVIEW_PATH,
    detailPath: DETAIL_FOLDER,
  };
  const rendered =
    level &&
    (isRepeated
      ? wording.reminder.again(level, rounds, OVERVIEW_PATH)
      : renderReminder(settings.reminder.format, { level, ...told }, wording));
  const lapses = rendered !== undefined && !isAnew ? facts.lapses() : undefined;
  const reminder = rendered && lapses ? withLapses(rendered, lapses, wording.reminder) : rendered;
  const { pressure } = meta;
  const isEdge = isBandNews(ledger.toldPressure, meta, settings);
  const isAsked = settings.autonomy === 'assisted' && isEdge && writable && canFold && pressure !== 'normal';
  const isBlock = isAnew || (isEdge && settings.meter === 'block');
  const notes: Notes = {
    news,
    places,
    reminder: isAnew ? undefined : reminder,
    ask: isAsked ? wording.askToCompact(pressure, percentOf(meta)) : undefined,
    meter: isBlock ? renderContextMeta(meta, wording) : isEdge ? meterLine(meta, wording) : undefined,
  };
  return { notes, text: notesText(notes, ledger.nonce, wording), meta, level, reminder };
}

/**
 * Renders the notes. News come first, as later notes may refer to them, and numbers last, where they are read as the
 * present state. The overview holds text that the model, the app or a page on the web may have written, so it is
 * fenced.
 */
export function notesText(
  { news, places, reminder, ask, meter }: Partial<Notes>,
  nonce: string,
  wording: ContextWording,
): string {
  const parts = [
    ...(news
      ? [newsHeading(news, nonce, wording), fenced(news.text.trimEnd(), { name: 'working_memory', nonce })]
      : []),
    places,
    reminder?.trim(),
    ask,
    meter,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function newsHeading({ kind, replaces, isRefused }: OverviewNews, nonce: string, wording: ContextWording): string {
  if (isRefused) return wording.refusedWrite(nonce);
  if (kind === 'blocks') return wording.changedBlocks(nonce);
  return replaces ? wording.changedOverview(nonce) : wording.pinnedOverview(nonce);
}

export interface NewsFacts {
  readonly history: History;
  readonly state: LedgerState;
  readonly overview: OverviewNow;
  /** Whether the free text is a template, which tells nothing. */
  readonly isTemplate: boolean;
  /** Whether the model wrote it with a tool of the app's own, in lines that others had changed. */
  readonly isRefused: boolean;
  /** Tokens of the window. */
  readonly window: number;
}

/**
 * Returns what to tell of the overview. The free text has changed if its revision is newer; the blocks are compared by
 * hash, as they have no revision. New free text is told with all blocks, as one document. A block that vanished is no
 * news: nothing of it could be shown.
 */
export function overviewNews(facts: NewsFacts, planning: PlanningContext): OverviewNews | undefined {
  const { state, overview, isTemplate, isRefused, window } = facts;
  const { shown } = state.ledger;
  // A template after a text is news; the session's first one is not.
  const isFirst = shown.revision <= 1 && !state.pin;
  if (overview.revision > shown.revision && !(isTemplate && isFirst)) {
    const text = overviewWithin(overview.text, overviewBudget(window, planning.settings), planning);
    return { kind: 'overview', text, replaces: !isFirst, ...(isRefused && { isRefused }) };
  }
  const hashes = blockHashes(overview);
  const changed = Object.entries(readBlocks(overview.text)).filter(([name]) => hashes[name] !== shown.blocks[name]);
  const told = changed.flatMap(([name, body]) => tellingPart(name, body, changed, facts) || []);
  return told.length === 0 ? undefined : { kind: 'blocks', text: told.join('\n'), replaces: false };
}

/**
 * Returns what the model needs of a changed block: no fields without a value, nor paths that stand in the prompt
 * anyway.
 */
function tellingPart(
  name: string,
  body: string,
  changed: readonly (readonly [name: string, body: string])[],
  { history, state }: NewsFacts,
): string {
  if (name === 'state') return SAYS_SOMETHING.test(body.replace(STATE_META, '')) ? body : '';
  if (name !== 'index') return body;
  const hidden = hiddenAt(history, hiddenFolds(history, state));
  const seen = history.messages
    .filter((_, index) => hidden[index] === 0)
    .flatMap(({ text, calls = [] }) => [text, ...calls.map((call) => call.arguments)]);
  const others = changed.flatMap(([other, text]) => (other === name ? [] : text));
  const isKnown = (path: string): boolean => [...seen, ...others].some((text) => text.includes(path));
  return body
    .split('\n')
    .filter((line) => !isKnown(INDEXED.exec(line)?.[1] ?? line))
    .join('\n');
}

/** Matches the path in a line of the index, `- detail/plan.md: Plan`. */
const INDEXED = /^- (detail\/.+?\.\w+)/;
/** Matches the fields that every state has. */
const STATE_META = /^meta:\n([ \t].*\n)*/m;
const SAYS_SOMETHING = /^\s*(-\s|[\w-]+: (?!""|\{\}|\[\])\S)/m;
