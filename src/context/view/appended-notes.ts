// What rides behind the newest message: a changed overview, the reminder, what is asked at a band edge, the meter. Pure.
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

export interface NotesInput {
  /** What the model was last told. */
  readonly shown: Ledger['meta'];
  /** The band it was last told of, also where this epoch shows no meter yet. */
  readonly toldPressure: Ledger['toldPressure'];
  readonly meta: ContextMeta;
  readonly isUserTurn: boolean;
  /** The whole overview where its free text changed, or the blocks that did, where the model could not see it. */
  readonly news: { readonly kind: 'overview' | 'blocks'; readonly text: string } | undefined;
  /** Rendered. */
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

/** Empty when there is nothing to say. The meter stands at the very end (S003-24). */
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
  /** Rendered; with the literal placement it stands in the pin and not in the text (S001-14). */
  readonly reminder: string | undefined;
}

/** The tail of a request with this meter: whether a reminder is due, and what is said. */
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

/** A reminder never stands without the numbers it speaks of. */
export const isMetaShown = ({ shown, meta, isUserTurn, reminder }: NotesInput): boolean =>
  reminder !== undefined || metaIsDue({ shown, now: meta, isUserTurn });

/** What of the overview changed where the model could not see it: all of it, or blocks of the system alone. */
export function overviewNews(shown: Ledger['shown'], { text, revision }: OverviewNow): NotesInput['news'] {
  if (revision > shown.revision) return { kind: 'overview', text };
  const hashes = blockHashes(text);
  const changed = Object.entries(readBlocks(text)).filter(([name]) => hashes[name] !== shown.blocks[name]);
  return changed.length === 0 ? undefined : { kind: 'blocks', text: changed.map(([, body]) => body).join('\n') };
}
