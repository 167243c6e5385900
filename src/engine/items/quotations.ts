// Finds and redacts quotations of forgotten texts in files, their history and the transcript.
import type { Manifest, RowChange } from '../../storage/port.ts';
import type { HeldPart } from '../../tree/transcript/parts.ts';
import type { Item } from '../../items/item.ts';
import type { Erasure } from '../../items/forgetting/forgetting.ts';
import type { Settings } from '../../options/options.ts';
import type { Document } from '../../tree/files/document.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { isUnmistakable } from '../../tree/quotations/occurrences.ts';
import type { QuotationSearch } from '../../tree/quotations/quotation-search.ts';
import { REDACTED, redactor } from '../../tree/quotations/redaction.ts';
import type { Message } from '../../tree/transcript/transcript.ts';
import { citesOthers, clearedLedger, placesOf } from '../ledger.ts';
import { type Content, type JournalEvent, type RedactedRow, rowBytes } from '../session/apply.ts';
import { archiveRedactor, wordsOf } from './archives.ts';
import { redactedDocuments } from './redacted-documents.ts';
import { forgottenIn } from '../tree/session-row.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { messageKey } from '../../tree/transcript/transcript.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/state.ts';

/** What a hard forget erases besides items. */
export interface Sought {
  readonly texts: readonly string[];
  /** Indexes of messages to be emptied, whatever they say. */
  readonly origins: readonly number[];
  /** Indexes of messages that were found to say nothing but one of the texts. */
  readonly said?: ReadonlySet<number>;
}

/** Stored rows that may quote some texts and are not in memory. */
export interface Quotations {
  readonly sought: Sought;
  /** The state's own when the rows were read: messages of a later commit may be missing. */
  readonly basis: Manifest;
  /** Former revisions of files. */
  readonly history: readonly Document[];
  readonly messages: readonly RowChange[];
  /** All parts of messages. */
  readonly parts: readonly RowChange[];
}

/** With more messages than this to read, reading all in pages is cheaper. */
const MOST_SINGLE_READS = 500;

export async function readQuotations(
  { session, transcript, vectors }: EngineContext,
  sought: Sought,
): Promise<Quotations> {
  await vectors.everythingKnown();
  const { texts, origins } = sought;
  const { manifest: basis, former, session: about } = session.state;
  const gathered = { sought, basis };
  if (texts.length + origins.length === 0) return { ...gathered, history: [], messages: [], parts: [] };
  const parts = await session.allRows('parts');
  // The session's row holds the first words of its opening message.
  const opening = about?.opening ? [about.opening.index] : [];
  // Only the rows of messages tell which of them hold a part, and a part is deleted with its last message.
  const messages =
    parts.length > 0
      ? await session.allRows('messages')
      : await messagesAt(session, [...transcript.mayQuote(texts), ...opening, ...origins]);
  const revisions = former.size > 0 ? await session.allRows('fileHistory') : [];
  const said = saidBy(messages, new Set(origins)).flatMap(({ words }) => words);
  const history = quotingRevisions(revisions, transcript.formerTexts, [...texts, ...said]);
  return { ...gathered, history, messages, parts };
}

const saidBy = (
  messages: readonly RowChange[],
  origins: ReadonlySet<number>,
): { readonly index: number; readonly words: readonly string[] }[] =>
  messages.flatMap(({ key, value }) => {
    const index = Number(key);
    return value && origins.has(index) ? [{ index, words: wordsOf(value) }] : [];
  });

/**
 * Returns the former revisions that may quote the texts. Equal checks mean equal texts, so each is indexed once. Those
 * of the overview always count: their excerpts quote texts in part.
 */
function quotingRevisions(
  revisions: readonly RowChange[],
  search: QuotationSearch<string>,
  texts: readonly string[],
): Document[] {
  const soundOf = ({ value }: RowChange): Document | undefined => verifiedFields(value);
  const named = revisions.map((row) => [`${row.key} ${String(row.value?.check)}`, row] as const);
  for (const [name, row] of named) {
    const former = search.has(name) ? undefined : soundOf(row);
    if (former) search.take(name, { text: former.text });
  }
  search.keep(new Set(named.map(([name]) => name)));
  const quoting = new Set(search.candidates(texts));
  return named.flatMap(([name, row]) =>
    quoting.has(name) || row.key.startsWith(`${OVERVIEW}\n`) ? (soundOf(row) ?? []) : [],
  );
}

async function messagesAt(session: Session, indexes: readonly number[]): Promise<RowChange[]> {
  const keys = new Set(indexes.map(messageKey));
  if (keys.size > MOST_SINGLE_READS) return (await session.allRows('messages')).filter(({ key }) => keys.has(key));
  return Promise.all(
    Array.from(keys, async (key) => ({ store: 'messages' as const, key, value: await session.row('messages', key) })),
  );
}

/**
 * Adds what the items to forget say, and the messages from which they come. A text above the transcript's limit also in
 * the form that it has there: cut off.
 */
export const withItems = (
  { texts, origins }: Sought,
  items: readonly Item[],
  { maxMessageLength: longest }: Settings['transcript'],
): Sought => ({
  texts: [...texts, ...items.map(({ text }) => text)].flatMap((text) =>
    text.length > longest ? [text, text.slice(0, longest).toWellFormed()] : text,
  ),
  origins: [...origins, ...items.flatMap(({ message }) => message ?? [])],
});

/** Whether the read covers these texts and messages, and nothing was committed since. */
export function areComplete(
  { sought, basis }: Quotations,
  { manifest }: SessionState,
  { texts, origins }: Sought,
): boolean {
  const read = new Set<unknown>([...sought.texts, ...sought.origins]);
  return basis === manifest && [...texts, ...origins].every((each) => read.has(each));
}

/** A hard forget outside of the items. */
export interface Redaction {
  readonly events: readonly JournalEvent[];
  readonly content: Content;
  /** Indexes of messages that say nothing but one of the texts. */
  readonly said: readonly number[];
  readonly erased: Omit<Erasure, 'remaining'>;
}

/** Removes the texts from everything that quotes them. */
export function redactQuotations(
  state: SessionState,
  { history, messages, parts }: Quotations,
  { texts, origins: emptying }: Sought,
): Redaction {
  const origins = new Set(emptying);
  if (texts.length + origins.size === 0)
    return { events: [], content: {}, said: [], erased: { emptied: [], shortened: [], files: [], revisions: 0 } };
  const redact = redactor(texts);
  const quotes = (word: string): boolean => redact(word) !== word;
  const quoting = new Set(parts.flatMap(({ key, value }) => (value && quotes(value.data as string) ? key : [])));
  const redactMessage = messageRedactor(texts, redact, { origins, quoting });
  const redactions = messages.flatMap((row) => redactMessage(row) ?? []);
  const redacted = new Map(redactions.map((one) => [one.index, one]));
  const isLeft = ({ key }: RowChange): boolean => !redacted.has(Number(key));

  const emptied = saidBy(messages, origins).map(({ index, words }) => ({
    words,
    places: placesOf(state, index).map(({ place }) => place),
  }));
  const quotesHidden = redactions.some(({ index }) => isSummedUp(state, index));
  const documents = redactedDocuments(state.files, history, redact, archiveRedactor(texts, emptied), quotesHidden);

  const kept = new Set(messages.filter(isLeft).flatMap(hashesOf));
  const gone = parts.filter(({ key }) => !kept.has(key));
  const dismissed = [...state.quarantined.values()].filter(({ value }) => hasString(value, quotes));
  const { title, opening } = state.session ?? {};
  const opened = opening && messages.find(({ key }) => Number(key) === opening.index);
  const left = opened && (redacted.get(opening.index)?.left ?? opened.value);
  const about = state.session && forgottenIn(state.session, redact, (left as Partial<Message> | undefined)?.text);
  const isTitle = hasString([title, opening && !redacted.has(opening.index) && opening.text], quotes);

  const events: JournalEvent[] = [
    ...redactions.map(({ index }) => ({ type: 'message-redacted' as const, index })),
    ...(dismissed.length > 0 ? [{ type: 'quarantine-dismissed' as const, rows: dismissed.length }] : []),
    ...(isTitle ? [{ type: 'session-renamed' as const }] : []),
  ];
  // If nothing here quotes them, a note in the ledger still may: it may show a part of a text of another session.
  if (events.length === 0 && [...state.ledger.values()].some((row) => hasString(row, quotes) || citesOthers(row)))
    events.push({ type: 'ledger-cleared' });
  const indexesOf = (isWanted: (one: CutMessage) => boolean): number[] =>
    redactions.filter(isWanted).map(({ index }) => index);
  return {
    events: [...documents.events, ...events],
    said: indexesOf(({ isSaid }) => isSaid),
    erased: {
      emptied: indexesOf(({ isEmptied }) => isEmptied),
      shortened: indexesOf(({ isEmptied }) => !isEmptied),
      files: [...documents.files.keys()],
      revisions: documents.former.size,
      ...(isTitle && { title: true }),
    },
    content: {
      files: documents.files,
      former: documents.former,
      redacted,
      parts: new Map(gone.map(({ key, value }) => [key, { bytes: Number(value?.bytes ?? 0) }])),
      ...(about && { about }),
      rows: [...dismissed, ...clearedLedger(state)],
    },
  };
}

/** Stub in place of a message from which a forgotten text came. */
const STUB = { role: 'system', text: '', source: 'system', trust: 2, redacted: true };

interface CutMessage extends RedactedRow {
  readonly index: number;
  /** Whether only the place of the message is left. */
  readonly isEmptied: boolean;
  /** Whether it said nothing but one of the texts. */
  readonly isSaid: boolean;
}

/**
 * Returns a function that redacts a message; undefined if it stays as it is.
 * @param origins indexes of messages to be emptied, whatever they say
 * @param quoting hashes of the parts that quote a text
 */
function messageRedactor(
  texts: readonly string[],
  redact: ReturnType<typeof redactor>,
  { origins, quoting }: { readonly origins: ReadonlySet<number>; readonly quoting: ReadonlySet<string> },
): (row: RowChange) => CutMessage | undefined {
  const whole = new Set(texts.map((text) => text.trim()));
  const long = redactor(texts.filter(isUnmistakable));
  const isWhole = (word: string): boolean => whole.has(word.trim()) || long(word) !== word;
  return (row) => {
    const { key, value } = row;
    if (!value) return undefined;
    const index = Number(key);
    // Names and tool calls can quote too, so every string of the message is searched.
    const { role: _, source: _source, check: _check, ...spoken } = value;
    const rest = JSON.stringify(spoken, (name, word: unknown) =>
      typeof word === 'string' ? redact(word, name === 'original' || undefined) : word,
    );
    const isOrigin = origins.has(index) || hasString(spoken, isWhole);
    if (!isOrigin && rest === JSON.stringify(spoken) && !hashesOf(row).some((hash) => quoting.has(hash)))
      return undefined;
    const fields = verifiedFields<Message>(value);
    const { hash, after } = fields ?? {};
    const isEmptied = isOrigin || !fields;
    // The stub keeps the place of the message in the tree.
    const left = isEmptied
      ? { ...STUB, ...(hash !== undefined && { hash, ...(after !== undefined && { after }) }) }
      : withoutParts({ ...fields, ...(JSON.parse(rest) as object) });
    return { index, isEmptied, isSaid: isSaid(value.text, redact), left, formerBytes: rowBytes(index, value) };
  };
}

/**
 * Whether a list hid the message, so that a summary may cover it. One that no list holds may have been hidden by a list
 * that is no longer known.
 */
function isSummedUp(state: SessionState, index: number): boolean {
  const places = placesOf(state, index);
  return places.length === 0 || places.some(({ isShown }) => !isShown);
}

/** Whether redaction leaves nothing of a text but punctuation and spaces. */
function isSaid(text: unknown, redact: (text: string) => string): boolean {
  const rest = typeof text === 'string' ? redact(text) : text;
  return rest !== text && !/[\p{L}\p{N}]/u.test(String(rest).replaceAll(REDACTED, ''));
}

const hashesOf = ({ value }: RowChange): readonly string[] =>
  Array.isArray(value?.parts) ? (value.parts as HeldPart[]).map(({ hash }) => hash) : [];

/** Drops the app's own object if it has parts, which may quote: its lens then writes the message from the rest. */
function withoutParts(message: object): object {
  if (!('parts' in message)) return message;
  const { parts: _, original: _original, format: _format, ...rest } = message as Record<string, unknown>;
  return rest;
}

function hasString(value: unknown, is: (word: string) => boolean): boolean {
  if (typeof value === 'string') return is(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some((each) => hasString(each, is));
}
