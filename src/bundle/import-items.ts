// Merges the items of a bundle into a session: into the store, the long tail, or neither. Pure.
// An import never evicts: it uses only free room, which includes that of items past the hard TTL and of items that a
// newer one with their key replaces.
import { edited } from '../items/apply.ts';
import type { ItemEvent } from '../items/events.ts';
import { editedNumbers, journalFields } from '../items/fields/item-fields.ts';
import type { Item, ItemsView, TailItem } from '../items/item.ts';
import { type Limits, minus, over, plus, type Usage } from '../items/limits.ts';
import { type SoundItems, soundItems } from '../items/replacing/lineage.ts';
import type { Sliced, SliceMeter } from './reading/slices.ts';
import { hasLeft, settleKeys, withoutLeft } from './import-keys.ts';

/** Treatment of ids and paths on both sides: `keep` the session's own, or `replace` it with the imported one. */
export type OnConflict = 'keep' | 'replace';

export interface ItemsImport {
  /** Rows of the store to write; undefined: the item leaves it. */
  readonly items: ReadonlyMap<string, Item | undefined>;
  /** Rows of the long tail to write; undefined: the item leaves it. */
  readonly tail: ReadonlyMap<string, TailItem | undefined>;
  readonly events: readonly ItemEvent[];
  /** Items added to the store and to the long tail. */
  readonly added: { readonly items: number; readonly tail: number };
  /** Items of the bundle's store that went to the long tail because the store is full. */
  readonly overflow: number;
  readonly conflicts: readonly { readonly id: string; readonly kept: 'here' | 'imported' }[];
  /** Items replaced by a newer one with their key. */
  readonly replaced: readonly { readonly id: string; readonly by: string }[];
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  readonly nextSequence: number;
}

export interface ItemsImportOptions {
  readonly onConflict: OnConflict;
  readonly limits: Limits;
  readonly longTail: { readonly maxItems: number };
  readonly now: number;
  /** Agent step of the import. */
  readonly step: number;
  /** Number of the commit that will hold the import. */
  readonly head: number;
  /** First turn that is free among the items that enter the long tail with that commit. */
  readonly firstTurn: number;
}

const NO_ROOM = 'the long tail is full';

type View = ItemsView & { readonly tombstones: ReadonlyMap<string, number> };

/** @param brought items of the bundle, those of its tail in the order in which they left */
export function* decideItemsImport(
  view: View,
  brought: readonly (Item | TailItem)[],
  options: ItemsImportOptions,
  meter: SliceMeter,
): Sliced<ItemsImport> {
  // An item without room must not take a key from one that is here. Once it is left out, others may find room, so all
  // is decided again, each time over fewer items.
  const homeless = new Set<string>();
  for (;;) {
    const { dropped, holders, ...merged } = yield* merge(
      view,
      brought.filter(({ id }) => !homeless.has(id)),
      options,
      meter,
    );
    const lost = dropped.filter((id) => holders.has(id));
    for (const id of lost) homeless.add(id);
    if (lost.length > 0) continue;
    const skipped = [...homeless, ...dropped].map((id) => ({ id, reason: NO_ROOM }));
    return { ...merged, skipped: [...merged.skipped, ...skipped] };
  }
}

/** Merges once. `dropped`: ids without room in the long tail. `holders`: ids of items that take a key from another. */
function* merge(
  view: View,
  brought: readonly (Item | TailItem)[],
  { onConflict, limits, longTail, now, step, head, firstTurn }: ItemsImportOptions,
  meter: SliceMeter,
): Sliced<ItemsImport & { readonly dropped: readonly string[]; readonly holders: ReadonlySet<string> }> {
  const conflicts: { id: string; kept: 'here' | 'imported' }[] = [];
  const { items: incoming, reports } = withSoundLineage(view, brought, onConflict);
  if (meter.isFullAfterPass(brought.length)) yield;
  const skipped = [...reports];
  const events: ItemEvent[] = [];
  const overwritten = new Map<string, Item | TailItem>();
  const arriving: (Item | TailItem)[] = [];
  let { usage } = view;

  for (const item of incoming) {
    const { id } = item;
    const [here, archived] = [view.items.get(id), view.tail.get(id)];
    if (view.tombstones.has(id)) {
      skipped.push({ id, reason: 'forgotten' });
    } else if (!here && !archived) {
      arriving.push(item);
    } else if (onConflict === 'keep') {
      conflicts.push({ id, kept: 'here' });
    } else if (here && !fits(plus(minus(usage, [here]), [item]), limits)) {
      conflicts.push({ id, kept: 'here' });
      skipped.push({ id, reason: 'the store has no room for it' });
    } else {
      conflicts.push({ id, kept: 'imported' });
      // A replaced item keeps its place: in the queue, and in the store or the long tail.
      if (here) {
        usage = plus(minus(usage, [here]), [item]);
        overwritten.set(id, { ...withoutLeft(item), sequence: here.sequence });
      } else if (archived) {
        overwritten.set(id, { ...item, sequence: archived.sequence, left: archived.left });
      }
      events.push({ type: 'item-updated', id, ...editedNumbers(item) });
    }
  }

  if (meter.isFullAfterPass(brought.length)) yield;
  const keys = settleKeys(view, overwritten, arriving, { longTail, now, step, head, firstTurn });
  const { items, tail, fresh } = keys;
  if (meter.isFullAfterPass(brought.length)) yield;
  skipped.push(...keys.skipped);
  usage = minus(usage, keys.left);
  const bySequence = [...fresh].sort((one, other) => one.sequence - other.sequence);
  const sequences = new Map(bySequence.map(({ id }, place) => [id, view.nextSequence + place]));
  const numbered = fresh.map((item) => ({ ...item, sequence: sequences.get(item.id) as number }));
  // Formers go to the long tail, wherever the bundle has them.
  const mayStay = (item: Item | TailItem): boolean => !hasLeft(item) && item.replacedBy === undefined;
  const newcomers = numbered.filter(mayStay).sort((one, other) => one.sequence - other.sequence);
  const successors = new Set(keys.replaced.flatMap(({ by, place }) => (place === 'items' ? [by] : [])));
  const excess = overflow(newcomers, usage, limits, successors);
  const leaving = [...numbered.filter((item) => !mayStay(item)), ...newcomers.filter(({ id }) => excess.has(id))];
  const dropped = leaving.slice(0, Math.max(0, leaving.length - keys.tailRoom));
  leaving.slice(dropped.length).forEach((item, turn) => {
    const reason = item.replacedBy === undefined ? ('capacity-exceeded' as const) : ('replaced' as const);
    const left = hasLeft(item) ? item.left : { time: now, step: item.step, reason };
    tail.set(item.id, { ...item, left: { ...left, head, turn: keys.nextTurn + turn } });
  });
  if (meter.isFullAfterPass(brought.length)) yield;
  const gone = new Set(dropped.map(({ id }) => id));
  const replaced = keys.replaced.filter(({ id }) => !gone.has(id));
  for (const former of replaced) events.push({ type: 'item-replaced', ...former });
  const stored = newcomers.filter(({ id }) => !excess.has(id));
  for (const item of stored) {
    const { id } = item;
    items.set(id, item);
    events.push({ type: 'item-memorized', ...journalFields(item) });
    if (item.forgotten) events.push({ type: 'item-forgotten', id, mode: 'soft', place: 'items' });
  }
  for (const id of keys.dropped) events.push({ type: 'tail-dropped', id });
  return {
    items,
    tail,
    events,
    added: { items: stored.length, tail: leaving.length - dropped.length },
    overflow: [...excess].filter((id) => tail.has(id)).length,
    conflicts,
    replaced: replaced.map(({ id, by }) => ({ id, by })),
    skipped,
    nextSequence: view.nextSequence + numbered.length,
    dropped: [...gone],
    holders: new Set(keys.replaced.map(({ by }) => by)),
  };
}

/**
 * Returns the items, those that the import takes with sound lineage. An item that is also here keeps its lineage from
 * here; any other stays replaced by the item here that took its place.
 */
function withSoundLineage(
  { items, tail, tombstones }: ItemsView & { readonly tombstones: ReadonlyMap<string, number> },
  brought: readonly (Item | TailItem)[],
  onConflict: OnConflict,
): SoundItems<Item | TailItem> {
  const hereOf = (id: string): Item | undefined => items.get(id) ?? tail.get(id);
  const own = [...tail.values(), ...items.values()];
  const successors = new Map(own.map(({ id, replaces }) => [replaces, id]));
  const taken = brought.filter(({ id }) => !tombstones.has(id) && (onConflict === 'replace' || !hereOf(id)));
  const linked = taken.map((item) => {
    const { replaces, replacedBy } = hereOf(item.id) ?? { replacedBy: successors.get(item.id), ...item };
    return edited(item, { replaces, replacedBy });
  });
  const sound = soundItems(own, linked);
  const byId = new Map(sound.items.map((item) => [item.id, item]));
  return { ...sound, items: brought.map((item) => byId.get(item.id) ?? item) };
}

/**
 * Returns the ids of items that do not fit: those larger than the whole store, then the oldest ones; later those that
 * replace an item of the store, and pinned ones last.
 */
function overflow(
  items: readonly Item[],
  usage: Usage,
  limits: Limits,
  successors: ReadonlySet<string>,
): ReadonlySet<string> {
  const excess = new Set(items.filter(({ tokens }) => tokens > limits.maxTokens).map(({ id }) => id));
  const candidates = items.filter(({ id }) => !excess.has(id));
  let used = plus(usage, candidates);
  const rank = ({ id, pinned }: Item): number => (pinned ? 2 : Number(successors.has(id)));
  for (const item of [...candidates].sort((one, other) => rank(one) - rank(other))) {
    if (fits(used, limits)) break;
    used = minus(used, [item]);
    excess.add(item.id);
  }
  return excess;
}

function fits(usage: Usage, limits: Limits): boolean {
  const { overItems, overTokens } = over(usage, limits);
  return overItems <= 0 && overTokens <= 0;
}
