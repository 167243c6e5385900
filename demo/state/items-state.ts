// The item store as the page shows it: who is in it, and who left with which line of the audit.
import type { Capacity, Commit, Eviction, ItemView, WorkingMemory } from 'working-memory';
import { retryLostWorker } from './worker/retry-lost-worker.ts';
import { type Cell, createCell } from './cell.ts';
import { coalesced } from './coalesce.ts';

export interface Departure extends Eviction {
  readonly text: string;
  readonly time: number;
}

export interface ItemsState {
  /** Highest priority first. */
  readonly items: Cell<readonly ItemView[]>;
  readonly capacity: Cell<Capacity | undefined>;
  /** Newest first. */
  readonly departures: Cell<readonly Departure[]>;
  onCommit(commit: Commit): void;
  refresh(): void;
}

const MOST_DEPARTURES = 50;
const MOST_TAIL = 200;

export function createItemsState(memory: () => WorkingMemory, fail: (error: unknown) => void): ItemsState {
  const items = createCell<readonly ItemView[]>([]);
  const capacity = createCell<Capacity | undefined>(undefined);
  const departures = createCell<readonly Departure[]>([]);
  const texts = new Map<string, string>();
  let seenHead = 0;
  let hasNewDepartures = true;

  async function load(): Promise<void> {
    const [list, room] = await Promise.all([memory().items.list(), memory().items.capacity()]);
    for (const { id, text } of list) texts.set(id, text);
    items.set([...list].sort((one, other) => other.priority - one.priority || other.position - one.position));
    capacity.set(room);
    if (hasNewDepartures) {
      hasNewDepartures = false;
      await loadDepartures();
    }
  }

  async function loadDepartures(): Promise<void> {
    const left: (Eviction & { readonly time: number })[] = [];
    for await (const { head, time, event } of memory().items.audit({ after: seenHead })) {
      seenHead = head;
      if (event.type === 'item-evicted' || event.type === 'item-expired') left.push({ ...event, time });
    }
    if (left.some(({ id }) => !texts.has(id))) {
      // A blank prompt is answered with everything that lies there.
      const { hits } = await memory().items.remember('', { scope: 'tail', limit: MOST_TAIL });
      for (const { id, item } of hits) texts.set(id, item.text);
    }
    const rows = [...departures.get()];
    for (const eviction of left) rows.unshift({ ...eviction, text: texts.get(eviction.id) ?? eviction.id });
    departures.set(rows.slice(0, MOST_DEPARTURES));
  }

  const refresh = coalesced(async () => {
    try {
      await retryLostWorker(load);
    } catch (error) {
      fail(error);
    }
  });

  return {
    items,
    capacity,
    departures,
    onCommit({ events }) {
      const isOfItems = events.some(({ type }) => type.startsWith('item-') || type === 'tail-dropped');
      if (events.some(({ type }) => type === 'item-evicted' || type === 'item-expired')) hasNewDepartures = true;
      if (isOfItems) refresh();
    },
    refresh,
  };
}
