// The items of a memory as a store of LangGraph: values by namespace and key, found by recall.
import type { Items } from '../../api/items.ts';
import { checkMemory } from '../../options/methods.ts';
import { LISTED } from '../../options/policy.ts';
import {
  checkNamespace,
  entriesOf,
  HEXADECIMAL,
  isDivided,
  itemOf,
  labelOfEntry,
  type StoreItem,
  tagOfBucket,
  tagOfPrefix,
} from './store-entry.ts';
import { meets, type NamespaceCondition, passes, type StoreFilter } from './store-filter.ts';

/** A found entry; `score` where it was ranked by a query. */
export interface FoundStoreItem extends StoreItem {
  readonly score?: number;
}

/** Options of `search`. */
export interface StoreSearch {
  /** Question to recall by; without one, the entries that were put last come first. */
  readonly query?: string | undefined;
  /** Values of fields, or comparisons: `{ score: { $gte: 3 } }`. */
  readonly filter?: StoreFilter | undefined;
  /** Number of entries; default 10. */
  readonly limit?: number | undefined;
  /** Number of entries to pass over; default 0. */
  readonly offset?: number | undefined;
}

/** Options of `listNamespaces`. */
export interface NamespaceSearch {
  /** Beginning and end of namespaces; `*` stands for any label. */
  readonly prefix?: readonly string[] | undefined;
  readonly suffix?: readonly string[] | undefined;
  /** Length to which longer namespaces are cut. */
  readonly maxDepth?: number | undefined;
  /** Number of namespaces; default 100. */
  readonly limit?: number | undefined;
  /** Number of namespaces to pass over; default 0. */
  readonly offset?: number | undefined;
}

interface GetOperation {
  readonly namespace: readonly string[];
  readonly key: string;
}
interface PutOperation extends GetOperation {
  /** Value to put; `null` deletes the entry. */
  readonly value: object | null;
}
interface SearchOperation extends StoreSearch {
  readonly namespacePrefix: readonly string[];
}
interface NamespaceOperation extends Omit<NamespaceSearch, 'prefix' | 'suffix'> {
  readonly matchConditions?: readonly NamespaceCondition[] | undefined;
}
type StoreOperation = GetOperation | PutOperation | SearchOperation | NamespaceOperation;

/** A `BaseStore` of LangGraph by its shape, for `createAgent({ store })` and `graph.compile({ store })`. */
export interface LangChainStore {
  /** Runs operations of LangGraph: reads find the state before the batch; the last of two writes of one key counts. */
  batch(operations: readonly object[]): Promise<never>;
  get(namespace: readonly string[], key: string): Promise<StoreItem | null>;
  search(namespacePrefix: readonly string[], options?: StoreSearch): Promise<FoundStoreItem[]>;
  /** Puts a value. @throws invalid-input · item-too-large: the value as JSON exceeds `limits.maxTokens` */
  put(namespace: readonly string[], key: string, value: object): Promise<void>;
  /** Erases the value and all former ones. */
  delete(namespace: readonly string[], key: string): Promise<void>;
  listNamespaces(options?: NamespaceSearch): Promise<string[][]>;
  start(): void;
  stop(): void;
}

/** Most hits of one query. */
const MOST_HITS = 1000;

/** The part that a store needs of a memory, or of the shared memory of a workspace. */
export interface MemoryOfStore {
  readonly items: Pick<Items, 'memorize' | 'remember' | 'forget'>;
}

/**
 * Makes a store for LangGraph and LangChain 1. Values are items: they count for the limits and can be recalled into
 * prompts, and the store finds one that a limit moved to the long tail.
 * @param memory `memory.shared` for all conversations of a named workspace, `memory` for this one
 */
export function langchainStore(memory: MemoryOfStore): LangChainStore {
  checkMemory(memory, ['items.memorize', 'items.remember', 'items.forget']);
  const { items } = memory;
  const found = async (tags: readonly string[], query = '', limit = MOST_HITS): Promise<FoundStoreItem[]> => {
    const { hits } = await items.remember(query, { scope: ['items', 'tail'], filters: { tags }, limit });
    return hits.flatMap(({ item, score }) =>
      entriesOf(item).map((entry) => (query === '' ? entry : { ...entry, score })),
    );
  };
  const all = async (tags: readonly string[], digits = ''): Promise<FoundStoreItem[]> => {
    const some = await found(tags);
    if (some.length < MOST_HITS || !isDivided(digits)) return some;
    const buckets = HEXADECIMAL.map((digit) => digits + digit);
    return (await Promise.all(buckets.map((bucket) => all([...tags, tagOfBucket(bucket)], bucket)))).flat();
  };
  const get = async (namespace: readonly string[], key: string): Promise<StoreItem | null> =>
    (await found([labelOfEntry(namespace, key)], '', 1))[0] ?? null;

  const search = async (
    prefix: readonly string[],
    { query, filter = {}, limit = LISTED.values, offset = 0 }: StoreSearch = {},
  ): Promise<FoundStoreItem[]> => {
    const tags = [tagOfPrefix(prefix)];
    const asked = query?.trim() ?? '';
    const entries = asked === '' ? (await all(tags)).sort(newestFirst) : await found(tags, asked);
    return entries.filter(({ value }) => passes(value, filter)).slice(offset, offset + limit);
  };

  const namespaces = async ({
    matchConditions = [],
    maxDepth,
    limit = LISTED.namespaces,
    offset = 0,
  }: NamespaceOperation): Promise<string[][]> => {
    const entries = await all([tagOfPrefix([])]);
    const met = entries.filter(({ namespace }) => matchConditions.every((condition) => meets(namespace, condition)));
    const names = new Set(met.map(({ namespace }) => JSON.stringify(namespace.slice(0, maxDepth))));
    return [...names]
      .sort()
      .slice(offset, offset + limit)
      .map((name) => JSON.parse(name) as string[]);
  };

  /** Performs the last write of each entry. */
  const write = async (operations: readonly PutOperation[]): Promise<void> => {
    const last = new Map(operations.map((put) => [labelOfEntry(put.namespace, put.key), put]));
    const deleted = [...last].flatMap(([label, { value }]) => (value === null ? [label] : []));
    const given = await Promise.all(
      [...last.values()].map(async ({ namespace, key, value }) =>
        value === null ? [] : [itemOf(namespace, key, value, (await get(namespace, key))?.createdAt)],
      ),
    );
    const stored = given.flat();
    if (stored.length > 0) await items.memorize(stored);
    for (const label of deleted) await items.forget({ filters: { tags: [label] } }, { mode: 'hard' });
  };

  const batch = async (operations: readonly StoreOperation[]): Promise<unknown[]> => {
    const answers = await Promise.all(
      operations.map((operation) => {
        if (isPut(operation)) return undefined;
        if ('namespacePrefix' in operation) return search(operation.namespacePrefix, operation);
        return 'key' in operation ? get(operation.namespace, operation.key) : namespaces(operation);
      }),
    );
    await write(operations.filter(isPut));
    return answers;
  };

  return {
    batch: batch as LangChainStore['batch'],
    get,
    search,
    async put(namespace, key, value) {
      await write([{ namespace: checkNamespace(namespace), key, value }]);
    },
    async delete(namespace, key) {
      await write([{ namespace, key, value: null }]);
    },
    listNamespaces({ prefix, suffix, ...options } = {}) {
      const matchConditions: NamespaceCondition[] = [];
      if (prefix) matchConditions.push({ matchType: 'prefix', path: prefix });
      if (suffix) matchConditions.push({ matchType: 'suffix', path: suffix });
      return namespaces({ ...options, matchConditions });
    },
    start() {},
    stop() {},
  };
}

const isPut = (operation: StoreOperation): operation is PutOperation =>
  'value' in operation && operation.value !== undefined;

const newestFirst = (one: StoreItem, other: StoreItem): number => Number(other.updatedAt) - Number(one.updatedAt);
