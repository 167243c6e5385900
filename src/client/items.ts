// Implements memory.items, one engine call per method.
import type { AuditOptions, AuditRecord, Items } from '../api/items.ts';
import { invalidInput } from '../errors.ts';
import type { ItemEdit, UpdateResult } from '../items/editing.ts';
import type { NewItem } from '../items/item.ts';
import { ROWS_PER_READ } from '../options.ts';
import type { Calls } from './calls.ts';
import type { RecallClient } from './recall.ts';

export function itemsFace(calls: Calls, recall: RecallClient): Items {
  const update = (id: string, edit: ItemEdit): Promise<UpdateResult> =>
    calls.call('items.update', (engine) => engine.update(id, edit));
  return {
    memorize: (item, options = {}) => {
      const { signal: _, ...fields } = options;
      const batch = Array.isArray(item) ? item : [typeof item === 'string' ? { ...fields, text: item } : item];
      return calls.call('items.memorize', (engine) => engine.memorize(batch as readonly NewItem[]), options);
    },
    remember: recall.search('items.remember', 'items') as Items['remember'],
    get: (id) => calls.call('items.get', (engine) => engine.getItem(id)),
    list: () => calls.call('items.list', (engine) => engine.listItems()),
    forget: (request, { mode = 'soft', ...options } = {}) =>
      calls.call('items.forget', (engine) => engine.forget(request, mode), options),
    restore: (id) => calls.call('items.restore', (engine) => engine.restore(id)),
    update,
    pin: (id) => update(id, { pinned: true }),
    unpin: (id) => update(id, { pinned: false }),
    summarize: (request) => calls.call('items.summarize', (engine) => engine.summarize(request)),
    sweep: () => calls.call('items.sweep', (engine) => engine.sweep()),
    step: () => calls.call('items.step', (engine) => engine.step()),
    capacity: () => calls.call('items.capacity', (engine) => engine.capacity()),
    audit: (options) => audit(calls, options),
    whyNot: (id, prompt, options) => recall.whyNot(id, prompt, options),
  };
}

/** Reads the journal in pages, as the app consumes it. */
async function* audit(calls: Calls, { after = 0 }: AuditOptions = {}): AsyncGenerator<AuditRecord> {
  if (!Number.isSafeInteger(after) || after < 0) {
    throw invalidInput('after', 'a whole number of at least 0');
  }
  for (let head = after; ;) {
    const entries = await calls.call('items.audit', (engine) => engine.journal(head, ROWS_PER_READ));
    for (const { events, touched: _, ...commit } of entries) {
      for (const event of events) yield { ...commit, event: event as AuditRecord['event'] };
      head = commit.head;
    }
    if (entries.length < ROWS_PER_READ) return;
  }
}
