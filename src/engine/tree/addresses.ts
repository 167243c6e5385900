// Opens addresses that are not files: messages, tool results, and texts of other sessions. Read only.
import { isNamed } from '../../options/names.ts';
import { WorkingMemoryError } from '../../errors.ts';
import type { Item } from '../../items/item.ts';
import type { Document } from '../../tree/files/document.ts';
import { type TextAddress, addressOf, signOf } from '../../tree/paths.ts';
import { SHARED } from '../../tree/session-name.ts';
import { type Message, messageKey, wholeText } from '../../tree/transcript/transcript.ts';
import { rowAt } from '../../tree/transcript/rows-of-list.ts';
import { listInUse } from '../branches.ts';
import type { EngineContext } from '../engine-context.ts';
import { isExternallyEdited } from '../session/recovery/verifying.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import type { SessionRow } from './session-row.ts';

/** Reads a row of one session; undefined if it is gone or damaged. */
type ReadRow = (store: 'messages' | 'files' | 'items' | 'tail', key: string) => Promise<object | undefined>;

/** @throws not-found */
export async function readAddress(context: EngineContext, path: string, address: TextAddress): Promise<Document> {
  const { session } = context;
  if (address.kind === 'elsewhere') return elsewhere(context, path, address);
  if (address.kind === 'call') return resultOfCall(context, path, address.id);
  const { items, tail } = session.state;
  if (address.kind === 'item') return itemDocument(path, items.get(address.id) ?? tail.get(address.id));
  const list = address.stored ? undefined : listInUse(context)?.rows;
  const index = list ? rowAt(list, address.number) : address.number;
  const row = index === undefined ? undefined : await session.row('messages', messageKey(index));
  return messageDocument(path, verifiedFields(row), address);
}

function messageDocument(path: string, fields: object | undefined, { result }: { readonly result?: number }): Document {
  const message = fields as Message | undefined;
  const text = message && (result === undefined ? wholeText(message) : message.results?.[result - 1]?.text);
  if (!message || text === undefined) throw gone(path);
  return documentOf(path, text, message.time, message);
}

/** Finds the newest result of this call id; ids repeat in formats that have none of their own. */
async function resultOfCall({ session }: EngineContext, path: string, id: string): Promise<Document> {
  let found: { readonly fields: Message; readonly result: number } | undefined;
  for (const { value } of await session.allRows('messages')) {
    const fields = verifiedFields<Message>(value);
    const at = fields?.results?.findIndex((one) => one.id === id) ?? -1;
    if (fields && at >= 0) found = { fields, result: at + 1 };
  }
  if (!found) throw gone(path);
  return messageDocument(path, found.fields, found);
}

/** @throws not-found: also if this conversation, or the other one, is private */
async function elsewhere(
  { session, settings, ports }: EngineContext,
  path: string,
  { sign, path: inner }: Extract<TextAddress, { kind: 'elsewhere' }>,
): Promise<Document> {
  const { workspace } = settings;
  if (!isNamed(workspace) || settings.private || session.state.session?.private) throw gone(path);
  const all = await ports.storage.sessions({ workspace });
  const others = all.filter((one) =>
    sign === undefined ? one.session === SHARED : one.session !== SHARED && signOf(one.session) === sign,
  );
  const [other] = others;
  const about = verifiedFields<SessionRow>(other?.row);
  if (!other || others.length > 1 || !about || about.private) throw gone(path);
  const read: ReadRow = async (store, key) => {
    const row = await ports.storage.row({ workspace, session: other.session }, store, key);
    return store === 'files' && isExternallyEdited(row) ? row : verifiedFields(row);
  };
  const address = addressOf(inner);
  if (address?.kind === 'message') {
    return messageDocument(path, await read('messages', messageKey(address.number)), address);
  }
  const file = (await read('files', inner)) as Document | undefined;
  if (file) return { ...file, path };
  const item = ((await read('items', inner)) ?? (await read('tail', inner))) as Item | undefined;
  return itemDocument(path, item);
}

function itemDocument(path: string, item: Item | undefined): Document {
  if (!item || item.forgotten) throw gone(path);
  return documentOf(path, item.text, item.createdAt, item);
}

const documentOf = (
  path: string,
  text: string,
  updatedAt: number,
  { step, source, trust }: Pick<Document, 'step' | 'source' | 'trust'>,
): Document => ({ path, text, revision: 1, updatedAt, step, source, trust });

const gone = (path: string): WorkingMemoryError =>
  new WorkingMemoryError(
    'not-found',
    `There is no text ${path}: it never existed, or it is gone. Use search to find texts.`,
    { what: 'text', name: path },
  );
