// Events → the rows they touch and the counters afterwards. Pure: reads the state, changes nothing.
import { applyItemEvents } from '../items/apply.ts';
import type { ItemEvent } from '../items/events.ts';
import type { ItemContent } from '../items/item.ts';
import type { Batch, Manifest, RowChange } from '../ports/storage.ts';
import { TRUST_OF_SOURCE } from '../provenance.ts';
import type { DocumentEvent } from '../session/documents.ts';
import { sealed } from './check.ts';
import type { SessionState } from './state.ts';

export type JournalEvent = ItemEvent | DocumentEvent;

/** The words that belong to a decision's events; they go into rows, never into the journal. */
export interface Content {
  readonly items?: ReadonlyMap<string, ItemContent>;
  readonly files?: ReadonlyMap<string, string>;
}

/** When a command is decided: read once, never earlier than any command before it. */
export interface Moment {
  readonly now: number;
  readonly step: number;
}

export function apply(
  state: SessionState,
  events: readonly JournalEvent[],
  content: Content,
  { now, step }: Moment,
  options: { readonly cwd: string; readonly keptEntries: number },
): Batch {
  const head = state.manifest.head + 1;
  const rows: RowChange[] = [];
  const put = (store: RowChange['store'], key: string, fields: object | undefined): void => {
    rows.push({ store, key, value: fields && sealed(fields) });
  };

  const changes = applyItemEvents(state, events as readonly ItemEvent[], content.items ?? new Map(), { head, now, step });
  let { items, tokens } = state.manifest;
  for (const [id, item] of changes.items) {
    const before = state.items.get(id);
    items += (item ? 1 : 0) - (before ? 1 : 0);
    tokens += (item?.tokens ?? 0) - (before?.tokens ?? 0);
    if (item || before) put('items', id, item && withoutId(item));
  }
  for (const [id, item] of changes.tail) {
    if (item || state.tail.has(id)) put('tail', id, item && withoutId(item));
  }
  for (const id of changes.erased) put('tombstones', id, { time: now, step });

  for (const event of events) {
    if (event.type === 'session-created') put('sessions', 'session', { cwd: options.cwd, createdAt: now });
    if (event.type === 'file-written') {
      const { path, revision, source } = event;
      const text = content.files?.get(path) ?? '';
      put('files', path, { text, revision, updatedAt: now, source, trust: TRUST_OF_SOURCE[source] });
    }
  }

  const manifest = { ...state.manifest, head, time: now, items, tokens, ...counters(state.manifest, events, step) };
  const usage = { before: state.usage, after: { items, tokens } };
  return {
    manifest,
    entry: { head, time: now, step, usage, events, touched: rows.map(({ store, key }) => ({ store, key })) },
    rows,
    dropJournalUpTo: Math.max(0, head - options.keptEntries),
  };
}

function counters(
  before: Manifest,
  events: readonly JournalEvent[],
  step: number,
): Pick<Manifest, 'step' | 'nextSequence'> {
  let counted = { step, nextSequence: before.nextSequence };
  for (const event of events) {
    if (event.type === 'item-memorized') counted = { ...counted, nextSequence: event.sequence + 1 };
    if (event.type === 'step-advanced') counted = { ...counted, step: event.step };
  }
  return counted;
}

/** The id is the row's key. */
function withoutId<Fields extends { readonly id: string }>({ id: _, ...fields }: Fields): Omit<Fields, 'id'> {
  return fields;
}
