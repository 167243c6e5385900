// The memory as apps set it up: each row is a strategy.
import type { ToolSet } from 'working-memory/tools';

export interface MemoryVariant {
  readonly name: string;
  /** Tools whose definitions are sent, together with the guide in the system prompt; absent: neither is. */
  readonly set?: ToolSet;
  /** Its owner had so many conversations before, in one workspace; absent: the run stands alone. */
  readonly conversations?: number;
  /** Options of the context that are not the defaults. */
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
