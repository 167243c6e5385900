// Finds the lane of the journal that an event belongs to. Pure.
import type { CommitEntry } from './state-at.ts';

export const LANES = ['items', 'files', 'messages', 'requests', 'vectors', 'session'] as const;
export type Lane = (typeof LANES)[number];

const BEGINNINGS: readonly (readonly [RegExp, Lane])[] = [
  [/^(item-|tail-|capacity-|add-|limits-|step-)/, 'items'],
  [/^(file-|blocks-|state-|history-dropped)/, 'files'],
  [/^(message-|transcript-|branch-)/, 'messages'],
  [/^(request-|history-compacted|compaction-|ledger-)/, 'requests'],
  [/^vectors-/, 'vectors'],
];

export const laneOf = (type: string): Lane => BEGINNINGS.find(([beginning]) => beginning.test(type))?.[1] ?? 'session';

/** Counts the events of each lane. */
export function lanesOf({ events }: Pick<CommitEntry, 'events'>): Readonly<Partial<Record<Lane, number>>> {
  const counts: Partial<Record<Lane, number>> = {};
  for (const { type } of events) {
    const lane = laneOf(type);
    counts[lane] = (counts[lane] ?? 0) + 1;
  }
  return counts;
}

/** Lists the types of its events, each once, with their number. */
export function typesOf({ events }: Pick<CommitEntry, 'events'>): string {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => (count > 1 ? `${type} ×${count}` : type)).join(', ');
}
