// The notes that a request appends to its newest message: a changed overview, the reminder, the question at a band edge,
// the meter. Pure.
import type { Settings } from '../../options.ts';
import { readBlocks } from '../../tree/overview/system-blocks.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { fenced } from './fence.ts';
import type { History } from './history.ts';
import type { Ledger } from './ledger.ts';
import { blockHashes } from './pinned-overview.ts';
import { bandEdge } from '../reminder/pressure.ts';
import { type ContextMeta, metaIsDue, percentOf, renderContextMeta } from '../reminder/meter.ts';
import { isSpaced, type ReminderLevel, reminderLevel } from '../reminder/reminder.ts';
import { renderReminder } from '../reminder/render-reminder.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import { DETAIL_FOLDER, OVERVIEW_PATH } from '../words/shown-paths.ts';
import type { ContextWording } from '../words/wording.ts';

/** What `notesText` renders, decided beforehand. */
export interface NotesInput {
  /** The meter that this epoch showed last. */
  readonly shown: Ledger['meta'];
  /** The band that the model was last told of, in whatever epoch. */
  readonly toldPressure: Ledger['toldPressure'];
  readonly meta: ContextMeta;
  readonly isUserTurn: boolean;
  /** What changed in the overview where the model could not see it: all of it, or the system's blocks alone. */
  readonly news: { readonly kind: 'overview' | 'blocks'; readonly text: string } | undefined;
  /** Rendered; undefined when none is due. */
  readonly reminder: string | undefined;
  readonly autonomy: Settings['context']['autonomy'];
  readonly nonce: string;
}

export interface NotesFacts extends Pick<NotesInput, 'news' | 'meta'> {
  readonly mayRemind: boolean;
  readonly ledger: Ledger;
  readonly history: History;
  readonly writable: boolean;
  /** ms since 1970. */
  readonly now: number;
}

/** Empty when there is nothing to say. The meter comes last. */
export function notesText(input: NotesInput, wording: ContextWording): string {
  const { toldPressure, meta, news, reminder, autonomy, nonce } = input;
  const parts: string[] = [];
  if (news) {
    parts.push(news.kind === 'overview' ? wording.changedOverview(nonce) : wording.changedBlocks(nonce));
    parts.push(fenced(news.text.trimEnd(), { name: 'working_memory', nonce }));
  }
  if (reminder !== undefined) parts.push(reminder.trim());
  const { pressure } = meta;
  if (autonomy === 'assisted' && pressure !== 'normal' && bandEdge(toldPressure, pressure)) {
    parts.push(wording.askToCompact(pressure, percentOf(meta)));
  }
  if (isMetaShown(input)) parts.push(renderContextMeta(meta, wording));
  return parts.join('\n\n');
}

export interface ComposedNotes {
  readonly input: NotesInput;
  readonly text: string;
  readonly meta: ContextMeta;
  readonly level: ReminderLevel | undefined;
  /** Rendered; with literal placement it belongs into the pinned overview and is not part of the text. */
  readonly reminder: string | undefined;
}

/** The notes of a request with this meter: decides whether a reminder is due, and renders them. */
export function composeNotes(
  { news, mayRemind, meta, ledger, history, writable, now }: NotesFacts,
  { settings, wording }: PlanningContext,
): ComposedNotes {
  const isLiteral = settings.placement === 'literal';
  const reading = { ratio: meta.ratio, messages: meta.messagesInHistory, writable };
  const isTime = mayRemind && (isLiteral || isSpaced(ledger.reminder, settings.reminder));
  const level = isTime ? reminderLevel(ledger.reminder, reading, settings.reminder) : undefined;
  const facts = {
    rounds: ledger.reminder.roundsSinceUpdate,
    meta,
    date: isoTime(now).slice(0, 10),
    overviewPath: OVERVIEW_PATH,
    detailPath: DETAIL_FOLDER,
  };
  const reminder = level && renderReminder(settings.reminder.format, { level, ...facts }, wording);
  const input: NotesInput = {
    shown: ledger.meta,
    toldPressure: ledger.toldPressure,
    meta,
    isUserTurn: history.turns.at(-1) === history.messages.length - 1,
    news,
    reminder: isLiteral ? undefined : reminder,
    autonomy: settings.autonomy,
    nonce: ledger.nonce,
  };
  return { input, text: notesText(input, wording), meta, level, reminder };
}

/** A reminder always comes with the numbers that it refers to. */
export const isMetaShown = ({ shown, meta, isUserTurn, reminder }: NotesInput): boolean =>
  reminder !== undefined || metaIsDue({ shown, now: meta, isUserTurn });

/** The free text has changed if its revision is newer; the blocks are compared by hash, as they have no revision. */
export function overviewNews(shown: Ledger['shown'], { text, revision }: OverviewNow): NotesInput['news'] {
  if (revision > shown.revision) return { kind: 'overview', text };
  const hashes = blockHashes(text);
  const changed = Object.entries(readBlocks(text)).filter(([name]) => hashes[name] !== shown.blocks[name]);
  return changed.length === 0 ? undefined : { kind: 'blocks', text: changed.map(([, body]) => body).join('\n') };
}
