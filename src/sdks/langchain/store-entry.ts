// One entry of a LangGraph store as an item of a memory: its name and value in the text, its namespaces as tags. Pure.
import type { ItemHit } from '../../api/recall.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { hash } from '../../tree/hash.ts';

/** The value that a store holds under one key. */
export interface StoreItem {
  readonly namespace: string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
  /** Time when the key was put first. */
  readonly createdAt: Date;
  /** Time when it was put last. */
  readonly updatedAt: Date;
}

const LONGEST_LABEL = 200;
/** Digits of the finest buckets: 256 of them, of 1,000 items at most. */
const BUCKET_DIGITS = 2;
export const HEXADECIMAL = [...'0123456789abcdef'];

/** Returns the tag of all entries under a prefix; under the empty one, of all that there are. */
export const tagOfPrefix = (prefix: readonly string[]): string => labelOf('in', prefix);

/** Returns the tag of one entry, and its key as an item. */
export const labelOfEntry = (namespace: readonly string[], key: string): string => labelOf('is', [...namespace, key]);

/**
 * Returns the tag of a bucket. One query finds 1,000 items at most; where there are more, they are listed bucket by
 * bucket.
 */
export const tagOfBucket = (digits: string): string => `store:bucket ${digits}`;

export const isDivided = (digits: string): boolean => digits.length < BUCKET_DIGITS;

/** Returns a label of at most 200 characters; a longer name is hashed. */
function labelOf(kind: 'in' | 'is', name: readonly string[]): string {
  const label = `store:${kind} ${JSON.stringify(name)}`;
  return label.length <= LONGEST_LABEL ? label : `store:${kind} ${hash(label)}`;
}

/**
 * Makes the item of an entry.
 * @param since time when the key was put first, if before
 * @throws invalid-input: JSON cannot hold the value
 */
export function itemOf(namespace: readonly string[], key: string, value: object, since: Date | undefined) {
  const name = JSON.stringify([...namespace, key]);
  const json = jsonOf(value);
  const label = labelOfEntry(namespace, key);
  const prefixes = [...namespace.map((_, depth) => namespace.slice(0, depth)), namespace];
  const digits = hash(label);
  return {
    // Texts that differ only in case count as doubles; the hash tells them apart.
    text: `${name}\n${json}\n${hash(name + json).slice(0, 8)}${since ? ` ${Number(since)}` : ''}`,
    key: label,
    group: tagOfPrefix(namespace),
    tags: [
      label,
      ...prefixes.map(tagOfPrefix),
      ...Array.from({ length: BUCKET_DIGITS }, (_, index) => tagOfBucket(digits.slice(0, index + 1))),
    ],
    source: 'assistant' as const,
  };
}

function jsonOf(value: object): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    // The value has a cycle or a BigInt.
  }
  if (json !== undefined) return json;
  throw invalidInput('value', 'an object that JSON can hold, without cycles and BigInts', kindOf(value));
}

/** Reads an entry back; none from an item that was revised directly, so that its text has another form. */
export function entriesOf({ text, createdAt, touchedAt }: ItemHit['item']): StoreItem[] {
  const lines = text.split('\n');
  try {
    const [name, value] = lines.slice(0, 2).map((line) => JSON.parse(line) as unknown);
    const namespace = [...(name as string[])];
    const key = namespace.pop() as string;
    const [, since = createdAt] = (lines[2] as string).split(' ');
    const dates = { createdAt: new Date(Number(since)), updatedAt: new Date(touchedAt ?? createdAt) };
    return [{ namespace, key, value: value as StoreItem['value'], ...dates }];
  } catch {
    return [];
  }
}

/** Checks a namespace by the rules of LangGraph's own stores, so that entries fit those, too. @throws invalid-input */
export function checkNamespace(namespace: unknown): readonly string[] {
  const isLabel = (label: unknown): boolean => typeof label === 'string' && /^[^.:\0]+$/.test(label);
  if (Array.isArray(namespace) && namespace.length > 0 && namespace.every(isLabel) && namespace[0] !== 'langgraph')
    return namespace as string[];
  const expected = "a list of texts without '.' and ':', at least one, the first other than 'langgraph'";
  throw invalidInput('namespace', expected, kindOf(namespace));
}
