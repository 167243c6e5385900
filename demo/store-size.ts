// The sizes of store that the page offers, as options of `openWorkingMemory`.
import type { OpenOptions } from 'working-memory';

const HOUR = 3_600_000;

const SIZES = {
  standard: {
    label: '64 items, 4,000 tokens',
    help: 'Unprotected items older than one hour leave first; after two hours all do, and recall leaves them out.',
    options: { limits: { maxItems: 64, maxTokens: 4000 }, ttl: { softMs: HOUR, hardMs: 2 * HOUR } },
  },
  large: {
    label: 'Large: 10,000 items, 1,000,000 tokens',
    help: 'Room for long records; nothing leaves because of its age.',
    options: { limits: { maxItems: 10_000, maxTokens: 1_000_000 }, ttl: { softMs: Infinity, hardMs: Infinity } },
  },
} as const satisfies Record<string, { label: string; help: string; options: Partial<OpenOptions> }>;

export type StoreSize = keyof typeof SIZES;

export const STORE_SIZES: Record<
  StoreSize,
  { label: string; help: string; options: Pick<OpenOptions, 'limits' | 'ttl'> }
> = SIZES;

export const isStoreSize = (name: string): name is StoreSize => Object.hasOwn(SIZES, name);

export const oldestAge = (size: StoreSize): number => SIZES[size].options.ttl.hardMs;
