// Computes the state of a session after a commit, as far as the journal tells it. Pure.
import type { AuditRecord } from '../../api/watching/audit.ts';

export interface CommitEntry extends Omit<AuditRecord, 'event'> {
  readonly events: readonly AuditRecord['event'][];
}

/** Time and reason of an item's leaving the store, as an export has them. */
export interface LeftThen {
  readonly head: number;
  readonly turn: number;
  readonly time: number;
  readonly step: number;
  readonly reason: string;
}

/** The session as it is now: items and files that the journal does not name were so all the time. */
export interface Present {
  /** Ids of the store. */
  readonly items: Iterable<string>;
  /** Paths with their revisions. */
  readonly files: Iterable<readonly [string, number]>;
  readonly messages: number;
}

export interface StateAt {
  /** Ids of the store. */
  readonly items: ReadonlySet<string>;
  /** Ids of the long tail, as far as the kept journal names them. */
  readonly tail: ReadonlyMap<string, LeftThen>;
  /** Revision of each file. */
  readonly files: ReadonlyMap<string, number>;
  /** Number of messages in the transcript. */
  readonly messages: number;
  readonly epoch: number | undefined;
  /** Whether the journal begins later than the session: items that left before its beginning are missing. */
  readonly isPartial: boolean;
}

/**
 * Computes the state in steps of one event.
 * @param entries oldest first
 */
export function* stateAt(entries: readonly CommitEntry[], head: number, present: Present): Generator<void, StateAt> {
  const named = new Set<string>();
  const items = new Set<string>();
  const tail = new Map<string, LeftThen>();
  const files = new Map<string, number>();
  const paths = new Set<string>();
  let { messages } = present;
  let isCounted = false;
  let epoch: number | undefined;
  for (const { head: at, events, time, step } of entries) {
    const isPast = at <= head;
    for (const [turn, event] of events.entries()) {
      yield;
      const change = itemMove(event);
      if (change) {
        const { id, from, to, reason } = change;
        // An item that is first named as it leaves or moves was there when the journal began.
        if (!named.has(id) && from === 'items') items.add(id);
        named.add(id);
        if (isPast) {
          const left = tail.get(id) ?? { head: at, turn, time, step };
          items.delete(id);
          if (to !== 'tail') tail.delete(id);
          if (to === 'items') items.add(id);
          if (reason) tail.set(id, { ...left, reason });
        }
      }
      if (event.type === 'file-written' || event.type === 'file-deleted') {
        const { path, revision, type } = event;
        // A write and a deletion both count as a revision.
        if (!isPast && !paths.has(path) && revision > 1) files.set(path, revision - 1);
        paths.add(path);
        if (isPast && type === 'file-written') files.set(path, revision);
        if (isPast && type === 'file-deleted') files.delete(path);
      }
      if (event.type === 'message-appended' && (isPast || !isCounted)) {
        messages = event.index + Number(isPast);
        isCounted = true;
      }
      if (isPast && event.type === 'request-prepared') epoch = event.epoch;
    }
  }
  for (const id of present.items) if (!named.has(id)) items.add(id);
  for (const [path, revision] of present.files) if (!paths.has(path)) files.set(path, revision);
  return { items, tail, files, messages, epoch, isPartial: (entries[0]?.head ?? 1) > 1 };
}

interface ItemMove {
  readonly id: string;
  readonly from?: 'items' | 'tail';
  /** Place of the item after the event; absent: it is gone. */
  readonly to?: 'items' | 'tail';
  /** Reason for its leaving the store with this event. */
  readonly reason?: string;
}

function itemMove(event: AuditRecord['event']): ItemMove | undefined {
  switch (event.type) {
    case 'item-memorized':
      return { id: event.id, to: 'items' };
    case 'item-touched':
      return { id: event.id, from: 'items', to: 'items' };
    case 'item-restored':
      // The touch that follows brings it back.
      return event.place === 'tail' ? { id: event.id, from: 'tail', to: 'tail' } : undefined;
    case 'item-evicted':
    case 'item-expired':
      return { id: event.id, from: 'items', to: 'tail', reason: event.reason };
    case 'item-replaced':
      return { id: event.id, from: event.place, to: 'tail', reason: 'replaced' };
    case 'item-forgotten':
      return event.mode === 'hard' ? { id: event.id, from: event.place } : undefined;
    case 'tail-dropped':
      return { id: event.id, from: 'tail' };
    default:
      return undefined;
  }
}
