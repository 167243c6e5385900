// Sorts the texts of one memorize: new ones, doubles, and the items that each replaces. Pure.
import { invalidInput } from '../../errors.ts';
import { trustOf } from '../../options/provenance.ts';
import type { ItemEdit } from '../editing.ts';
import { given } from '../apply.ts';
import { withoutNone } from '../fields/item-fields.ts';
import { checkField, type Item, type Newcomer } from '../item.ts';
import { sayingOf } from './double.ts';
import { itemNamed, type KnownItems, refuseForgotten, refusePinned, refuseReplaced } from './former.ts';

/** One item of the call, with the items that it replaces; the one named by `replaces` comes first. */
export type Admitted = { readonly id: string; readonly formers: readonly Item[] } & (
  | { readonly newcomer: Newcomer; readonly double?: never }
  | { readonly newcomer?: never; readonly double: { readonly item: Item; readonly edit: ItemEdit } }
);

export interface Admission {
  /** In the order of the queue. */
  readonly admitted: readonly Admitted[];
  /** In the order of the call; several may refer to one item. */
  readonly inputs: readonly { readonly id: string; readonly tokens: number; readonly isDouble: boolean }[];
}

/** Fields of an item, besides its text, that a double may add to. */
type Said = Pick<Item, 'importance' | 'pinned' | 'expiresAt'> & Pick<Newcomer['content'], 'tags' | 'key'>;

interface Candidate {
  readonly id: string;
  /** The item before the call; undefined for a new one. */
  readonly item: Item | undefined;
  readonly newcomer: Newcomer;
  readonly formers: Item[];
  said: Said;
}

/**
 * @param doubles `refresh`: a repeated text refreshes its item · `keep`: every text is a new item
 * @param expired items past their hard TTL whose rows are still in the store
 * @throws invalid-input, not-found, item-state. Nothing was stored.
 */
export function admit(
  view: KnownItems,
  newcomers: readonly Newcomer[],
  { doubles, expired }: { readonly doubles: 'refresh' | 'keep'; readonly expired: readonly { readonly id: string }[] },
): Admission {
  const gone = new Set(expired.map(({ id }) => id));
  const candidates = new Map<string, Candidate>();
  const bySaying = new Map<string, Candidate>();
  const replaced = new Set<string>();
  const keys = new Set<string>();
  /** Keys that items give up with this call. */
  const released = new Set<string>();
  const holderOf = (key: string): Item | undefined => (released.has(key) ? undefined : view.withKey(key));

  const candidateOf = (newcomer: Newcomer): { candidate: Candidate; isDouble: boolean; outdone?: Item | undefined } => {
    const saying = doubles === 'refresh' ? sayingOf(newcomer.content) : '';
    const known = doubles === 'refresh' ? bySaying.get(saying) : undefined;
    if (known && !outdoes(newcomer, known.item ?? known.newcomer)) return { candidate: known, isDouble: true };
    const item = doubles === 'refresh' ? view.doubleOf(saying, gone) : undefined;
    const current = item && !replaced.has(item.id) ? item : undefined;
    const double = current && !outdoes(newcomer, current) ? current : undefined;
    const outdone = current === double || current?.pinned || known ? undefined : current;
    const { importance, pinned, tags, key } = double ?? { ...newcomer, ...newcomer.content };
    const expiresAt = double ? undefined : newcomer.given.expiresAt;
    const candidate: Candidate = {
      id: double?.id ?? newcomer.id,
      item: double,
      newcomer,
      formers: [],
      said: given({ importance, pinned, expiresAt, tags, key }) as Said,
    };
    candidates.set(candidate.id, candidate);
    bySaying.set(saying, candidate);
    return { candidate, isDouble: double !== undefined, outdone };
  };

  const inputs = newcomers.map((newcomer) => {
    const { candidate, isDouble, outdone } = candidateOf(newcomer);
    const { key } = newcomer.content;
    for (const former of formersOf(newcomer, candidate.id, outdone)) {
      const isTwice = replaced.has(former.id) || candidates.has(former.id);
      if (isTwice) throw invalidInput('replaces', `an item that the call names only once (${former.id})`);
      replaced.add(former.id);
      candidate.formers.push(former);
    }
    if (key !== undefined) {
      if (keys.has(key)) throw invalidInput('key', 'given to one item of the call only');
      keys.add(key);
      if (candidate.said.key !== undefined && candidate.said.key !== key) released.add(candidate.said.key);
    }
    if (isDouble) {
      const mayAdd = !outdoes(candidate.item ?? candidate.newcomer, newcomer);
      candidate.said = united(candidate.said, mayAdd ? newcomer : { given: {}, content: { ...(key && { key }) } });
    }
    return { id: candidate.id, tokens: candidate.item?.tokens ?? newcomer.tokens, isDouble };
  });

  /** Returns the item named by `replaces`, then the one with the same key, then the outdone one with the same text. */
  function formersOf({ replaces, content }: Newcomer, id: string, outdone: Item | undefined): Item[] {
    const former = replaces === undefined ? undefined : itemNamed(view, replaces, holderOf);
    const holder = content.key === undefined ? undefined : holderOf(content.key);
    const formers = new Map([former, holder, outdone].map((item) => [item?.id, item]));
    // A double takes no place but its own.
    const others = [...formers.values()].filter((item) => item !== undefined && item.id !== id) as Item[];
    for (const item of others) {
      refuseReplaced(view, item);
      refusePinned(item);
      if (item === former) refuseForgotten(item, 'restore it first, or memorize without replaces');
    }
    return others;
  }

  return { admitted: [...candidates.values()].map(admittedOf), inputs };
}

/** Whether the first text is trusted and the second, which says the same, is not. */
function outdoes(one: Vouched, other: Vouched): boolean {
  return trustOf(one.source, one.trust) > 0 && trustOf(other.source, other.trust) === 0;
}

type Vouched = Pick<Newcomer, 'source' | 'trust'>;

/** Fields that a double may add to its item. */
interface Added {
  readonly given: Newcomer['given'];
  readonly content: Pick<Newcomer['content'], 'tags' | 'key'>;
}

/** Unites only the caller's values: importance never falls, tags are never lost, the last `expiresAt` applies. */
function united(said: Said, { given: added, content }: Added): Said {
  const expiresAt = added.expiresAt ?? said.expiresAt;
  const tags = content.tags && checkField('tags', [...new Set([...(said.tags ?? []), ...content.tags])]);
  return given({
    importance: Math.max(said.importance, added.importance ?? 0),
    pinned: said.pinned || added.pinned === true,
    expiresAt,
    tags: tags ?? said.tags,
    key: content.key ?? said.key,
  }) as Said;
}

function admittedOf({ id, item, newcomer, formers, said }: Candidate): Admitted {
  if (item) return { id, formers, double: { item, edit: said } };
  const { importance, pinned, expiresAt, ...labels } = said;
  const { expiresAt: _, ...fields } = newcomer;
  const numbers = withoutNone({ importance, pinned, ...(expiresAt !== undefined && { expiresAt }) });
  return { id, formers, newcomer: { ...fields, ...numbers, content: { ...newcomer.content, ...labels } } };
}
