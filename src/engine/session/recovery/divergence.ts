// Compares an owner's copy with another history found in storage. Pure.
import type { Commit } from '../../../api/memory.ts';
import type { Recovery, RowCounts } from '../../../api/recovery.ts';
import type { JournalEntry, Manifest } from '../../../storage/port.ts';
import { present } from './recount.ts';
import type { SessionState } from '../state.ts';

/** The keys of a state's rows by store; messages are only counted. */
export interface HeldRows {
  readonly manifest: Manifest;
  readonly keys: Readonly<Record<'items' | 'tail' | 'files', ReadonlySet<string>>>;
}

export const heldBy = ({ manifest, items, tail, files }: SessionState): HeldRows => ({
  manifest,
  keys: {
    items: new Set(items.keys()),
    tail: new Set(tail.keys()),
    files: new Set(files.keys()),
  },
});

/**
 * Returns undefined if the session only moved on, as far as its journal shows.
 * @param next the oldest stored entry after the head that was held
 */
export function divergence(before: HeldRows, after: HeldRows, next: JournalEntry | undefined): Recovery | undefined {
  const kind = kindOf(before.manifest, after.manifest, next);
  if (kind === undefined) return undefined;
  const missing = (store: keyof HeldRows['keys']): number =>
    [...before.keys[store]].filter((key) => !after.keys[store].has(key)).length;
  const messages = before.manifest.messages - (kind === 'reset' ? 0 : after.manifest.messages);
  const lost = { items: missing('items'), tail: missing('tail'), files: missing('files'), messages };
  return { kind, kept: countsOf(after), lost: present(lost) };
}

/** Returns what followers hear of an event that belongs to no commit. */
export function newsOf({ manifest, usage }: SessionState, event: Commit['events'][number]): Commit {
  const { head, time, step } = manifest;
  return { head, time, step, usage: { before: usage, after: usage }, events: [event] };
}

/** Reports a session that is no longer stored. */
export const allLost = (before: HeldRows): Recovery => ({ kind: 'reset', kept: {}, lost: countsOf(before) });

export function countsOf({ manifest: { messages }, keys: { items, tail, files } }: HeldRows): RowCounts {
  return present({ items: items.size, tail: tail.size, files: files.size, messages });
}

function kindOf(
  before: Manifest,
  after: Manifest,
  next: JournalEntry | undefined,
): 'reset' | 'rolled-back' | undefined {
  if (before.generation !== undefined && before.generation !== after.generation) return 'reset';
  if (after.head < before.head || (after.head === before.head && after.commit !== before.commit)) return 'rolled-back';
  const isNext = next?.head === before.head + 1;
  return isNext && next.after !== before.commit ? 'rolled-back' : undefined;
}
