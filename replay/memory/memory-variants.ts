// Setups of the memory in apps; each row is a strategy.
import type { ToolSet } from 'working-memory/tools';

export interface MemoryVariant {
  readonly name: string;
  /** Set of tools whose definitions are sent, with the guide in the system prompt; absent: no tools and no guide. */
  readonly set?: ToolSet;
  /** Number of earlier conversations of the owner in one workspace; absent: the run stands alone. */
  readonly conversations?: number;
  /** Context options that differ from the defaults. */
  readonly context?: { readonly placement?: 'literal'; readonly reminder?: { readonly enabled: false } };
}

export const MEMORY_VARIANTS: readonly MemoryVariant[] = [
  { name: 'epochs' },
  { name: 'epochs+minimal', set: 'minimal' },
  { name: 'epochs+standard', set: 'standard' },
  { name: 'unreminded+standard', set: 'standard', context: { reminder: { enabled: false } } },
  { name: 'epochs+workspace', conversations: 50 },
  { name: 'literal', context: { placement: 'literal' } },
];
