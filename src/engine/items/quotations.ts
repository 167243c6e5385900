// Finds and redacts quotations of forgotten texts in files, their history and the transcript.
import type { Basis, Row, RowChange } from '../../storage/port.ts';
import type { HeldPart } from '../../tree/transcript/parts.ts';
import type { Item } from '../../items/item.ts';
import type { Erasure } from '../../items/forgetting/forgetting.ts';
import type { Document } from '../../tree/files/document.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { isUnmistakable } from '../../tree/quotations/occurrences.ts';
import type { QuotationSearch } from '../../tree/quotations/quotation-search.ts';
import { REDACTED, redactor } from '../../tree/quotations/redaction.ts';
import type { Message } from '../../tree/transcript/transcript.ts';
import { citesOthers, placesOf } from '../ledger.ts';
import { type Content, type JournalEvent, rowBytes } from '../session/apply.ts';
import { archiveRedactor, wordsOf } from './archives.ts';
import { redactedDocuments } from './redacted-documents.ts';
import { forgottenIn } from '../tree/session-row.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { messageKey } from '../../tree/transcript/transcript.ts';
import type { TranscriptIndex } from '../recall/transcript-index.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/state.ts';

/** Stored rows that may quote some texts and are not in memory. */
export interface Quotations {
  readonly texts: ReadonlySet<string>;
  /** Indexes of messages to be emptied, whatever they say. */
  readonly origins: ReadonlySet<number>;
  /** Commit of the state when the rows were read: messages of a later one may be missing. */
  readonly basis: Basis;
  /** Former revisions of files. */
  readonly history: readonly Document[];
  readonly messages: readonly RowChange[];
  /** All parts of messages. */
  readonly parts: readonly RowChange[];
}

/** With more messages than this to read, reading all in pages is cheaper. */
const MOST_SINGLE_READS = 500;

export async function readQuotations(
  session: Session,
  transcript: TranscriptIndex,
  texts: readonly string[],
  origins: readonly number[],
): Promise<Quotations> {
  const { manifest, former, session: about } = session.state;
  const { head, commit } = manifest;
  const gathered = {
    texts: new Set(texts),
    origins: new Set(origins),
    basis: { head, ...(commit !== undefined && { commit }) },
  };
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
  const said = saidBy(messages, gathered.origins).flatMap(({ words }) => words);
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

/** Returns the indexes of the messages from which these items come. */
export const originsOf = (items: readonly Pick<Item, 'message'>[]): number[] =>
  items.flatMap(({ message }) => message ?? []);

/** Whether the read covers these texts and messages, and nothing was committed since. */
export const areComplete = (
  { texts: known, origins: read, basis }: Quotations,
  { manifest }: SessionState,
  texts: readonly string[],
  origins: readonly number[],
) =>
  basis.head === manifest.head &&
  basis.commit === manifest.commit &&
  texts.every((text) => known.has(text)) &&
  origins.every((index) => read.has(index));

/** Removes the texts from everything that quotes them. `said`: messages that say nothing but one of the texts. */
export function redactQuotations(
  state: SessionState,
  { history, messages, parts, origins }: Quotations,
  texts: readonly string[],
): { events: JournalEvent[]; content: Content; said: readonly number[] } & Omit<Erasure, 'remaining'> {
  if (texts.length + origins.size === 0)
    return { events: [], content: {}, said: [], emptied: [], shortened: [], files: [], revisions: 0 };
  const events: JournalEvent[] = [];
  const shortened = new Map<number, object>();
  const redacted = new Set<number>();
  const places = new Map<number, object>();
  const whollySaid: number[] = [];
  const redact = redactor(texts);
  const whole = texts.map((text) => text.trim());
  const long = redactor(texts.filter(isUnmistakable));
  const quotingParts = new Set(
    parts.flatMap(({ key, value }) => (value && redact(value.data as string) !== value.data ? key : [])),
  );
  for (const { key, value } of messages) {
    if (!value) continue;
    const { role: _, source: _source, check: _check, ...spoken } = value;
    const index = Number(key);
    let isOrigin = origins.has(index);
    // Names and tool calls can quote too, so every string of the message is searched.
    const rest = JSON.stringify(spoken, (name, word: unknown) => {
      if (typeof word !== 'string') return word;
      isOrigin ||= whole.includes(word.trim()) || long(word) !== word;
      return redact(word, name === 'original' || undefined);
    });
    const quoting = heldBy(value).some(({ hash }) => quotingParts.has(hash));
    if (!isOrigin && !quoting && rest === JSON.stringify(spoken)) continue;
    if (isSaid(value.text, redact)) whollySaid.push(index);
    const fields = verifiedFields(value);
    const { hash, after } = (fields ?? {}) as Pick<Message, 'hash' | 'after'>;
    if (hash !== undefined) places.set(index, { hash, ...(after !== undefined && { after }) });
    if (!isOrigin && fields) shortened.set(index, withoutParts({ ...fields, ...(JSON.parse(rest) as object) }));
    events.push({ type: 'message-redacted', index });
    redacted.add(index);
  }
  const emptied = saidBy(messages, origins).map(({ index, words }) => ({
    words,
    places: placesOf(state, index).map(({ place }) => place),
  }));
  const quotesHidden = [...redacted].some((index) => isSummedUp(state, index));
  const documents = redactedDocuments(state.files, history, redact, archiveRedactor(texts, emptied), quotesHidden);
  const formerBytes = new Map<number, number>();
  const said = new Map<number, string>();
  for (const { key, value } of messages) {
    const index = Number(key);
    if (value && redacted.has(index)) formerBytes.set(index, rowBytes(index, value));
    const left = redacted.has(index) ? shortened.get(index) : value;
    said.set(index, (left as { readonly text?: string } | undefined)?.text ?? '');
  }
  const kept = new Set(
    messages.flatMap(({ key, value }) => (value && !redacted.has(Number(key)) ? hashesOf(value) : [])),
  );
  const gone = parts.flatMap(({ key, value }) =>
    kept.has(key) ? [] : [[key, { bytes: Number(value?.bytes ?? 0) }] as const],
  );
  const about = state.session && forgottenIn(state.session, redact, (index) => said.get(index));
  const quotes = (word: string): boolean => redact(word) !== word;
  const dismissed = [...state.quarantined.values()].filter(({ value }) => hasString(value, quotes));
  if (dismissed.length > 0) events.push({ type: 'quarantine-dismissed', rows: dismissed.length });
  const session = about && { about };
  const { title, opening } = state.session ?? {};
  const isTitle = hasString([title, opening && !redacted.has(opening.index) && opening.text], quotes);
  if (isTitle) events.push({ type: 'session-renamed' });
  // If nothing here quotes them, a note in the ledger still may: it may show a part of a text of another session.
  if (events.length === 0 && [...state.ledger.values()].some((row) => hasString(row, quotes) || citesOthers(row)))
    events.push({ type: 'ledger-cleared' });
  return {
    events: [...documents.events, ...events],
    said: whollySaid,
    emptied: [...redacted].filter((index) => !shortened.has(index)),
    shortened: [...shortened.keys()],
    files: [...documents.files.keys()],
    revisions: documents.former.size,
    ...(isTitle && { title: true }),
    content: {
      files: documents.files,
      former: documents.former,
      shortened,
      places,
      dismissed,
      formerBytes,
      parts: new Map(gone),
      ...session,
    },
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
  const rest = typeof text === 'string' && text !== '' ? redact(text) : text;
  return rest !== text && !/[\p{L}\p{N}]/u.test(String(rest).replaceAll(REDACTED, ''));
}

const heldBy = ({ parts }: Row): readonly HeldPart[] => (Array.isArray(parts) ? (parts as HeldPart[]) : []);
const hashesOf = (row: Row): readonly string[] => heldBy(row).map(({ hash }) => hash);

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
