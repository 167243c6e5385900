// Where a forgotten text may be quoted: the files, their history and the transcript.
import type { RowChange } from '../ports/storage.ts';
import { historyKey } from '../session/apply.ts';
import type { Document } from '../session/documents.ts';
import { redacted } from '../session/redaction.ts';
import type { Content, JournalEvent } from './apply.ts';
import { unsealed } from './check.ts';
import type { Session } from './session.ts';
import type { SessionState } from './state.ts';

/** What is not held in memory: former revisions and messages, with every word of each. */
export interface Quotations {
  readonly history: readonly Document[];
  readonly messages: readonly { readonly index: number; readonly words: string }[];
}

export async function readQuotations(session: Session): Promise<Quotations> {
  const history = (await session.allRows('fileHistory')).flatMap(({ value }) => {
    const fields = value && unsealed(value);
    return fields ? [fields as Document] : [];
  });
  const messages = (await session.allRows('messages')).map(({ key, value }: RowChange) => {
    // Names and calls can quote as well as the text: all of the row counts.
    return { index: Number(key), words: JSON.stringify(Object.values(value ?? {})) };
  });
  return { history, messages };
}

/** Takes the texts out of everything that quotes them. */
export function redactQuotations(
  state: SessionState,
  { history, messages }: Quotations,
  texts: readonly string[],
): { events: JournalEvent[]; content: Content } {
  const events: JournalEvent[] = [];
  const files = new Map<string, string>();
  const formerTexts = new Map<string, Document>();
  for (const { path, text, revision } of state.files.values()) {
    const clean = redacted(text, texts);
    if (clean === undefined) continue;
    files.set(path, clean);
    events.push({ type: 'file-redacted', path, revision });
  }
  for (const former of history) {
    const clean = redacted(former.text, texts);
    if (clean === undefined) continue;
    formerTexts.set(historyKey(former.path, former.revision), { ...former, text: clean });
    events.push({ type: 'file-redacted', path: former.path, revision: former.revision });
  }
  const quoted = texts.map((text) => JSON.stringify(text).slice(1, -1));
  for (const { index, words } of messages) {
    const isWhole = quoted.some((text) => words.includes(`"${text}"`));
    if (isWhole || redacted(words, quoted) !== undefined) events.push({ type: 'message-redacted', index });
  }
  return { events, content: { files, former: formerTexts } };
}
