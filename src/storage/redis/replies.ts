// Checks and reads answers of Redis. A proxy, a wrong server or a broken client may answer anything, and a stored text
// may be damaged: its row gets a check that never matches, so that its owner quarantines it.
import { leadsFrom, refuseNewer } from '../basis.ts';
import { strangeAnswer } from '../failures.ts';
import { fromSortable } from '../key-order.ts';
import {
  type Basis,
  type Moved,
  type Row,
  type RowChange,
  type RowStore,
  type StoredEntry,
  type StoredManifest,
  STORAGE_VERSION,
} from '../port.ts';
import { decode } from '../row-json.ts';

/** Each journal entry starts with the id of the attempt that wrote it, a UUID. */
const ATTEMPT_ID_LENGTH = 36;

const strangeReply = (reply: unknown): Error => strangeAnswer('Redis', reply);

/** @throws storage-unavailable, as all functions of this file */
export function listIn(reply: unknown, length?: number): readonly unknown[] {
  if (Array.isArray(reply) && (length === undefined || reply.length === length)) return reply;
  throw strangeReply(reply);
}

/** Returns the answer of the script that was asked with this mark, and of no other one. */
export function markedIn(reply: unknown, mark: string): unknown {
  const [whose, answer] = listIn(reply, 2);
  if (whose === mark) return answer;
  throw strangeReply(reply);
}

/** Reads a list or, in newer protocols, a set of texts. */
export const textsIn = (reply: unknown): string[] => listIn(reply instanceof Set ? [...reply] : reply).map(textIn);

export function textIn(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  throw strangeReply(reply);
}

export const textOrNone = (reply: unknown): string | undefined => (reply === null ? undefined : textIn(reply));

/** Reads the answer to a question that is answered with 0 or 1. */
export function isYes(reply: unknown): boolean {
  if (reply === 0 || reply === 1 || typeof reply === 'boolean') return Number(reply) === 1;
  throw strangeReply(reply);
}

/** Reads one of these words. */
export function wordIn<Word extends string>(reply: unknown, ...words: readonly Word[]): Word {
  const word = words.find((each) => each === reply);
  if (word === undefined) throw strangeReply(reply);
  return word;
}

/** Reads a manifest, with the head and commit for the next comparison, whatever the JSON says. */
export function manifestIn(reply: unknown): StoredManifest | undefined {
  const [json, head, commit] = listIn(reply, 3).map(textOrNone);
  if (json === undefined) return undefined;
  const { commit: _, ...manifest } = parsed<StoredManifest>(json) ?? { version: STORAGE_VERSION, messages: 0 };
  if (!Number.isSafeInteger(Number(head))) throw strangeReply(head);
  return { ...manifest, head: Number(head), ...(commit && { commit }) };
}

/** Reads ids and values of rows, alternating. */
export function changesIn(reply: unknown): RowChange[] {
  const pairs = listIn(reply);
  if (pairs.length % 2 !== 0) throw strangeReply(reply);
  return Array.from({ length: pairs.length / 2 }, (_, index) => {
    const id = textIn(pairs[2 * index]);
    const split = id.indexOf('/');
    const key = fromSortable(id.slice(split + 1));
    return { store: id.slice(0, split) as RowStore, key, value: rowIn(pairs[2 * index + 1], key) };
  });
}

export function rowIn(reply: unknown, key: string): Row | undefined {
  const json = textOrNone(reply);
  return json === undefined ? undefined : (parsed<Row>(json) ?? { broken: key, check: '' });
}

/** Reads entries of the journal, without damaged ones. */
export const entriesIn = (reply: unknown): StoredEntry[] =>
  textsIn(reply).flatMap((stored) => parsed<StoredEntry>(stored.slice(ATTEMPT_ID_LENGTH)) ?? []);

/** Reads manifest, entries and rows of a session that moved on. @throws storage-version, too */
export function movedIn(reply: unknown, basis: Basis): Moved {
  const [json, stored, pairs] = listIn(reply, 3);
  const manifest = parsed<StoredManifest>(textIn(json));
  if (manifest === undefined) throw strangeReply('');
  refuseNewer(manifest);
  const entries = entriesIn(stored);
  if (!leadsFrom(basis, manifest, entries)) return { manifest, rows: [], entries: undefined };
  return { manifest, rows: changesIn(pairs), entries };
}

function parsed<Value extends object>(text: string): Value | undefined {
  try {
    const value = decode(JSON.parse(text));
    return typeof value === 'object' && value !== null ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}
