// Implements memory.items, one engine call per method.
import type { Items } from '../api/items.ts';
import type { AuditOptions, AuditRecord } from '../api/watching/audit.ts';
import { invalidInput } from '../errors.ts';
import { checkLimits } from '../items/capacity/check-limits.ts';
import type { ItemEdit, UpdateResult } from '../items/editing.ts';
import type { NewItem } from '../items/item.ts';
import type { Limits } from '../items/limits.ts';
import { ROWS_PER_READ } from '../options/policy.ts';
import type { Calls } from './calls/calls.ts';
import type { RecallClient } from './recall.ts';

/** Creates `memory.items`. @param keepLimits called with the limits that hold from then on */
export function itemsFace(calls: Calls, recall: RecallClient, keepLimits: (limits: Limits) => void): Items {
  const update = (id: string, edit: ItemEdit): Promise<UpdateResult> => {
    const given = asGiven(edit);
    return calls.call('items.update', (engine) => engine.update(id, given));
  };
  return {
    memorize: (item, options) => {
      const given = (Array.isArray(item) ? Array.from(item, asGiven) : [asGiven(item)]) as readonly (
        string | NewItem
      )[];
      return calls.call(
        'items.memorize',
        (engine, { similar, ...fields }) => {
          const batch = given.map((each) => (typeof each === 'string' ? { ...fields, text: each } : each));
          return engine.memorize(batch, similar === undefined ? {} : { similar });
        },
        options,
      );
    },
    revise: (id, text, options) =>
      calls.call('items.revise', (engine, fields) => engine.revise(id, text, fields), options),
    touch: (id) => {
      const ids = typeof id === 'string' ? [id] : asGiven(id);
      return calls.call('items.touch', (engine) => engine.touch(ids));
    },
    remember: recall.search('items.remember') as Items['remember'],
    get: (id) => calls.call('items.get', (engine) => engine.getItem(id)),
    list: (options) => calls.call('items.list', (engine, page) => engine.listItems(page), options),
    forget: (request, options) => {
      const given = asGiven(request);
      return calls.call('items.forget', (engine, { mode = 'soft', also }) => engine.forget(given, mode, also), options);
    },
    restore: (id) => calls.call('items.restore', (engine) => engine.restore(id)),
    update,
    pin: (id) => update(id, { pinned: true }),
    unpin: (id) => update(id, { pinned: false }),
    summarize: (request) => calls.call('items.summarize', (engine) => engine.summarize(request)),
    sweep: () => calls.call('items.sweep', (engine) => engine.sweep()),
    step: () => calls.call('items.step', (engine) => engine.step()),
    setLimits: (limits) =>
      calls.call('items.setLimits', async (engine) => {
        const result = await engine.setLimits(checkLimits(limits));
        keepLimits(result.limits);
        return result;
      }),
    capacity: () => calls.call('items.capacity', (engine) => engine.capacity()),
    audit: (options) => audit(calls, options),
    whyNot: (id, prompt, options) => recall.whyNot(id, prompt, options),
  };
}

/**
 * Copies a value as it is now: an app may change it before the call has its turn. A value that cannot be copied stays
 * as it is; the call refuses it.
 */
function asGiven<Of>(value: Of): Of {
  try {
    return typeof value === 'string' ? value : structuredClone(value);
  } catch {
    return value;
  }
}

/** Reads the journal in pages, as the app consumes it. */
async function* audit(calls: Calls, options?: AuditOptions): AsyncGenerator<AuditRecord> {
  for (let head: number | undefined; ;) {
    const entries = await calls.call(
      'items.audit',
      async (engine, { after = 0 }) => {
        if (!Number.isSafeInteger(after) || after < 0) throw invalidInput('after', 'a whole number of at least 0');
        return engine.journal(head ?? after, ROWS_PER_READ);
      },
      options,
    );
    for (const { events, touched: _, ...commit } of entries) {
      for (const event of events) yield { ...commit, event: event as AuditRecord['event'] };
      head = commit.head;
    }
    if (entries.length < ROWS_PER_READ) return;
  }
}
