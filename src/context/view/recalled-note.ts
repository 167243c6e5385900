// The recalled note: texts of the memory about the user's newest message that the request does not show. Pure. It is
// chosen at the end of a plan, as only then it is known what the request shows.
import type { Settings } from '../../options/options.ts';
import { type Recallable, type RecalledText, saidLine } from '../../recall/recalled-text.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { type KeptList } from '../list/kept-list.ts';
import { SHARED, SHARED_ID } from '../../tree/session-name.ts';
import { elsewherePath, itemPath, messagePath, storedPath } from '../../tree/paths.ts';
import { placeIn, type Runs } from '../../tree/transcript/rows-of-list.ts';
import { fenced } from './fence.ts';
import type { History, SeenMessage } from './history.ts';
import type { LedgerState } from './ledger.ts';
import type { ContextWording } from '../words/wording.ts';
import { isLiteral } from '../placement.ts';
import type { PlanningContext } from '../planning-context.ts';
import { hiddenAt, hiddenFolds } from './view.ts';

/** Most texts of one note. */
const MOST_TEXTS = 5;

export interface RecalledNote {
  readonly text: string;
  /** Texts in order of time. */
  readonly texts: readonly RecalledText[];
}

export interface NoteFacts {
  /** Candidates: those that replace a text of an earlier note, then the others, best first. */
  readonly recallables: readonly Recallable[];
  readonly history: History;
  /** The list as the transcript holds it. */
  readonly kept: KeptList;
  readonly state: LedgerState;
  /** Text of the system prompt and the tools, where they are no messages. */
  readonly outside: string;
  /** Most tokens of the note. */
  readonly room: number;
}

/** Returns the text about which texts may be recalled: what the user says now. */
export function askedText(
  { role, text }: SeenMessage,
  settings: Pick<Settings['context'], 'placement' | 'recall'>,
): string | undefined {
  const mayRecall = !isLiteral(settings) && settings.recall.maxTokens > 0;
  return mayRecall && role === 'user' && text.trim() !== '' ? text : undefined;
}

/** Chooses the texts of the note; undefined where there is nothing to say. */
export function recalledNote(facts: NoteFacts, planning: PlanningContext): RecalledNote | undefined {
  const { recallables, state, room } = facts;
  if (recallables.length === 0) return undefined;
  const told = state.rides.flatMap(({ recalled }) => recalled?.texts ?? []);
  const isSeen = seenIn(facts);
  // The best text in view is the answer and sets the bar; the assistant's own words in view do not.
  const answers = recallables.filter((one) => one.by !== 'assistant' || !isSeen(one));
  const least = Math.max(0, ...answers.map(({ score }) => score)) * planning.settings.recall.minShare;
  const isNews = ({ replaces, score }: Recallable): boolean =>
    replaces === undefined ? score >= least : told.some(({ id, session }) => session === undefined && id === replaces);
  const { wording } = planning;
  const rows = rowsOf(facts);
  const addressed = (one: RecalledText): string => noteLine(one, rows, wording);
  let note: RecalledNote | undefined;
  for (const one of recallables) {
    const isTold = [...told, ...(note?.texts ?? [])].some((other) => areOne(one, other));
    if (note?.texts.length === MOST_TEXTS || isTold || !isNews(one) || isSeen(one)) continue;
    const withOne = (text: string): RecalledNote =>
      noteOf([...(note?.texts ?? []), { ...one, text }], state.ledger.nonce, wording, addressed);
    note = [one.text, one.brief].map(withOne).find(({ text }) => planning.count(text) <= room) ?? note;
  }
  return note;
}

function noteOf(
  texts: readonly RecalledText[],
  nonce: string,
  wording: ContextWording,
  line: (one: RecalledText, at: number, inOrder: readonly RecalledText[]) => string,
): RecalledNote {
  const inOrder = [...texts].sort((one, other) => one.time - other.time);
  const body = inOrder.map(line).join('\n');
  return { text: `${wording.recalled}\n\n${fenced(body, { name: 'recalled', nonce })}`, texts: inOrder };
}

/** Renders a text with its day, and where it can be opened. */
function noteLine(one: RecalledText, rows: Runs, wording: ContextWording): string {
  const address = wording.opens ? addressOf(one, rows) : undefined;
  const said = address !== undefined && one.session === SHARED ? saidLine(one) : lineOf(one, wording);
  return `[${dayOf(one)}${address === undefined ? '' : `, ${address}`}] ${said}`;
}

/** Returns the address; undefined where the line names its file already, or shows the whole of an item. */
function addressOf({ session, id, path, message, text }: RecalledText, rows: Runs): string | undefined {
  if (session !== undefined) return elsewherePath(session, id ?? path ?? messagePath(message as number));
  if (message !== undefined) {
    const place = placeIn(rows, message);
    return place === undefined ? storedPath(message) : messagePath(place);
  }
  return id !== undefined && /^…|…$/.test(text) ? itemPath(id) : undefined;
}

const rowsOf = ({ kept }: NoteFacts): Runs => [...kept.head.rows, ...kept.rows];

const dayOf = ({ time }: RecalledText): string => isoTime(time).slice(0, 10);

/** Renders many texts likewise, each day once. */
export const recalledBlock = (texts: readonly RecalledText[], nonce: string, wording: ContextWording): string =>
  noteOf(texts, nonce, wording, (one, at, inOrder) => {
    const former = inOrder[at - 1];
    const said = lineOf(one, wording);
    return former && dayOf(former) === dayOf(one) ? said : `[${dayOf(one)}]\n${said}`;
  }).text;

/**
 * Renders a text with its origin, if it is not from here: an item of the shared memory by the id that the tools take.
 */
function lineOf(one: RecalledText, { elsewhere }: ContextWording): string {
  const { session, id } = one;
  if (session === undefined) return saidLine(one);
  const shared = id === undefined ? elsewhere.shared : SHARED_ID + id;
  return `(${session === SHARED ? shared : elsewhere.conversation}) ${saidLine(one)}`;
}

const areOne = (one: RecalledText, other: RecalledText): boolean =>
  one.text === other.text ||
  (one.session === other.session &&
    ((one.id !== undefined && one.id === other.id) || (one.message !== undefined && one.message === other.message)));

/** Returns a test whether the request shows a text: its message or one that says the same, or its words anywhere. */
function seenIn(facts: NoteFacts): (one: Recallable) => boolean {
  const { history, state, outside } = facts;
  const hidden = hiddenAt(history, hiddenFolds(history, state));
  const rows = rowsOf(facts);
  const shown = history.messages.flatMap(({ text, calls = [], results = [] }, index) =>
    hidden[index] === 1 ? [] : [text, ...calls.map((call) => call.arguments), ...results.map((result) => result.text)],
  );
  const texts = [outside, ...shown, state.pin?.text ?? '', ...state.rides.map(({ text }) => text)];
  const isVisible = (row: number): boolean => {
    const place = placeIn(rows, row);
    return place !== undefined && hidden[place] === 0;
  };
  return ({ text, message, place, echoes }) => {
    // A message of the former list that this one does not hold was taken back.
    const isGone = message !== undefined && place !== undefined && placeIn(rows, message) === undefined;
    const words = text.replace(/^…|…$/g, '');
    return isGone || echoes.some(isVisible) || texts.some((one) => one.includes(words));
  };
}
