// Events → the rows they touch and the counters afterwards. Pure: reads the state, changes nothing.
import { applyItemEvents } from '../items/apply.ts';
import type { ItemEvent } from '../items/events.ts';
import type { ItemContent } from '../items/item.ts';
import type { Batch, RowChange } from '../ports/storage.ts';
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
  const rows: RowChange[] = [];
  let { nextSequence, items, tokens } = state.manifest;
  for (const [id, item] of applyItemEvents(events, content.items ?? new Map(), step)) {
    const before = state.items.get(id);
    items += (item ? 1 : 0) - (before ? 1 : 0);
    tokens += (item?.tokens ?? 0) - (before?.tokens ?? 0);
    if (item) nextSequence = Math.max(nextSequence, item.sequence + 1);
    if (item || before) rows.push({ store: 'items', key: id, value: item && sealed(without(item, 'id')) });
  }
  for (const event of events) {
    if (event.type === 'item-memorized') nextSequence = Math.max(nextSequence, event.sequence + 1);
    if (event.type === 'session-created') {
      rows.push({ store: 'sessions', key: 'session', value: sealed({ cwd: options.cwd, createdAt: now }) });
    }
    if (event.type === 'file-written') {
      const { path, revision, source } = event;
      const text = content.files?.get(path) ?? '';
      const fields = { text, revision, updatedAt: now, source, trust: TRUST_OF_SOURCE[source] };
      rows.push({ store: 'files', key: path, value: sealed(fields) });
    }
  }
  const head = state.manifest.head + 1;
  return {
    manifest: { ...state.manifest, head, time: now, step, nextSequence, items, tokens },
    entry: { head, time: now, step, events, touched: rows.map(({ store, key }) => ({ store, key })) },
    rows,
    dropJournalUpTo: Math.max(0, head - options.keptEntries),
  };
}

function without<T extends object, Name extends keyof T>(value: T, name: Name): Omit<T, Name> {
  const { [name]: _, ...rest } = value;
  return rest;
}
