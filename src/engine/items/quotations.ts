// Finds and redacts quotations of forgotten texts in files, their history and the transcript.
import type { RowChange, RowStore } from '../../storage/port.ts';
import { historyKey } from '../../tree/apply.ts';
import type { Document } from '../../tree/files/document.ts';
import { isUnmistakable, redactor } from '../../tree/transcript/redaction.ts';
import type { Content, JournalEvent } from '../session/apply.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/state.ts';

/** Former revisions and messages, which are not in memory, in full. */
export interface Quotations {
  readonly history: readonly Document[];
  readonly messages: readonly RowChange[];
  /** Hard-forgotten ids, read before the rest. */
  readonly tombstones: ReadonlySet<string>;
}

export async function readQuotations(session: Session): Promise<Quotations> {
  const sound = async (store: RowStore): Promise<object[]> =>
    (await session.allRows(store)).flatMap(({ value }) => (value && verifiedFields(value)) ?? []);
  const stones = await session.allRows('tombstones');
  const tombstones = new Set(stones.flatMap(({ key, value }) => (value && verifiedFields(value) ? key : [])));
  const history = (await sound('fileHistory')) as Document[];
  return { history, messages: await session.allRows('messages'), tombstones };
}

/** Removes the texts from everything that quotes them. */
export function redactQuotations(
  state: SessionState,
  { history, messages, tombstones }: Quotations,
  texts: readonly string[],
): { events: JournalEvent[]; content: Content } {
  const events: JournalEvent[] = [];
  const files = new Map<string, string>();
  const formerTexts = new Map<string, Document>();
  const shortened = new Map<number, object>();
  const redact = redactor(texts);
  for (const { path, text, revision } of state.files.values()) {
    const rest = redact(text);
    if (rest === text) continue;
    files.set(path, rest);
    events.push({ type: 'file-redacted', path, revision });
  }
  for (const former of history) {
    const rest = redact(former.text);
    if (rest === former.text) continue;
    formerTexts.set(historyKey(former.path, former.revision), { ...former, text: rest });
    events.push({ type: 'file-redacted', path: former.path, revision: former.revision });
  }
  const whole = texts.map((text) => text.trim());
  const long = redactor(texts.filter(isUnmistakable));
  // After another owner's hard forget the messages read here may still hold its text: never write them back.
  const isCurrent =
    tombstones.size === state.tombstones.size && [...tombstones].every((id) => state.tombstones.has(id));
  for (const { key, value } of messages) {
    if (!value) continue;
    const { role: _, source: _source, check: _check, ...said } = value;
    let isOrigin = false;
    // Names and tool calls can quote too, so every string of the message is searched.
    const rest = JSON.stringify(said, (name, word: unknown) => {
      if (typeof word !== 'string') return word;
      isOrigin ||= whole.includes(word.trim()) || long(word) !== word;
      return redact(word, name === 'original' || undefined);
    });
    if (!isOrigin && rest === JSON.stringify(said)) continue;
    const index = Number(key);
    const fields = verifiedFields(value);
    if (!isOrigin && isCurrent && fields) shortened.set(index, { ...fields, ...(JSON.parse(rest) as object) });
    events.push({ type: 'message-redacted', index });
  }
  const dismissed = [...state.quarantined.values()].filter(({ value }) =>
    hasString(value, (word) => redact(word) !== word),
  );
  if (dismissed.length > 0) events.push({ type: 'quarantine-dismissed', rows: dismissed.length });
  return { events, content: { files, former: formerTexts, shortened, dismissed } };
}

function hasString(value: unknown, is: (word: string) => boolean): boolean {
  if (typeof value === 'string') return is(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some((each) => hasString(each, is));
}
