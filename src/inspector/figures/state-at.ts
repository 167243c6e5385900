// What the session held after a commit, as far as the journal tells it. Pure.
import type { AuditRecord } from '../../api/watching/audit.ts';

export interface CommitEntry extends Omit<AuditRecord, 'event'> {
  readonly events: readonly AuditRecord['event'][];
}

export interface StateAt {
  /** Ids of the store, as far as the kept journal names them. */
  readonly items: ReadonlySet<string>;
  /** Revision of each file that was written since the journal begins. */
  readonly files: ReadonlyMap<string, number>;
  /** Messages in the transcript; undefined where no kept entry tells. */
  readonly messages: number | undefined;
  readonly epoch: number | undefined;
  /** The journal begins later than the session: what never changed since is missing. */
  readonly isPartial: boolean;
}

/**
 * In steps of one event.
 * @param entries oldest first
 * @param present ids that stand in the store now: one that the journal does not name was there all the time
 */
export function* stateAt(
  entries: readonly CommitEntry[],
  head: number,
  present: Iterable<string>,
): Generator<void, StateAt> {
  const named = new Set<string>();
  const items = new Set<string>();
  const files = new Map<string, number>();
  let messages: number | undefined;
  let epoch: number | undefined;
  for (const { head: at, events } of entries) {
    const isPast = at <= head;
    for (const event of events) {
      yield;
      const change = itemChange(event);
      if (change) {
        // First heard of as it leaves: it was there when the journal begins.
        if (!named.has(change.id) && change.is === 'gone') items.add(change.id);
        named.add(change.id);
        if (isPast && change.is === 'there') items.add(change.id);
        if (isPast && change.is === 'gone') items.delete(change.id);
      }
      if (!isPast) continue;
      if (event.type === 'file-written') files.set(event.path, event.revision);
      if (event.type === 'file-deleted') files.delete(event.path);
      if (event.type === 'file-renamed') {
        const revision = files.get(event.from);
        files.delete(event.from);
        if (revision !== undefined) files.set(event.to, revision);
      }
      if (event.type === 'message-appended') messages = event.index + 1;
      if (event.type === 'request-prepared') epoch = event.epoch;
    }
  }
  for (const id of present) if (!named.has(id)) items.add(id);
  return { items, files, messages, epoch, isPartial: (entries[0]?.head ?? 1) > 1 };
}

function itemChange(event: AuditRecord['event']): { readonly id: string; readonly is: 'there' | 'gone' } | undefined {
  switch (event.type) {
    case 'item-memorized':
    case 'item-touched':
      return { id: event.id, is: 'there' };
    case 'item-evicted':
    case 'item-expired':
      return { id: event.id, is: 'gone' };
    case 'item-forgotten':
      return event.mode === 'hard' ? { id: event.id, is: 'gone' } : undefined;
    case 'item-replaced':
      return { id: event.id, is: 'gone' };
    default:
      return undefined;
  }
}
