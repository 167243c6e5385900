// What the session held after a commit, as far as the journal tells it. Pure.
import type { AuditRecord } from '../../api/watching/audit.ts';

export interface CommitEntry extends Omit<AuditRecord, 'event'> {
  readonly events: readonly AuditRecord['event'][];
}

/** When and why an item left the store, as an export has it. */
export interface LeftThen {
  readonly head: number;
  readonly turn: number;
  readonly time: number;
  readonly step: number;
  readonly reason: string;
}

/** The session as it is now: what the journal does not name was so all the time. */
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
  /** Messages in the transcript. */
  readonly messages: number;
  readonly epoch: number | undefined;
  /** The journal begins later than the session: what left before its beginning is missing. */
  readonly isPartial: boolean;
}

/**
 * In steps of one event.
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
        // First heard of as it leaves or moves: it was there when the journal begins.
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
        // Both count as a revision.
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
  /** Absent: it is gone. */
  readonly to?: 'items' | 'tail';
  /** Why it left the store with this event. */
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
