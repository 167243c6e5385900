// The memory as apps set it up: each row is a strategy.
import type { ToolName } from '../../../src/api/tools.ts';

export interface MemoryVariant {
  readonly name: string;
  /** Tools whose definitions are sent, together with the guide in the system prompt; absent: neither is. */
  readonly tools?: readonly ToolName[];
  /** Options of the context that are not the defaults. */
  readonly context?: { readonly placement?: 'literal'; readonly reminder?: { readonly enabled: false } };
}

/** The fewest with which the overview can be written and what is hidden can be found and read. */
export const SMALLEST_TOOLS: readonly ToolName[] = ['read', 'write', 'search'];

/** What an app can choose to send; `undefined` stands for all tools. */
export const TOOL_SETS: readonly (readonly [name: string, tools: readonly ToolName[] | undefined])[] = [
  ['smallest', SMALLEST_TOOLS],
  ['files', ['read', 'write', 'edit', 'list', 'search']],
  ['files and compaction', ['read', 'write', 'edit', 'list', 'search', 'compact_history']],
  ['all', undefined],
];

export const MEMORY_VARIANTS: readonly MemoryVariant[] = [
  { name: 'epochs' },
  { name: 'epochs+tools', tools: SMALLEST_TOOLS },
  { name: 'unreminded+tools', tools: SMALLEST_TOOLS, context: { reminder: { enabled: false } } },
  { name: 'literal', context: { placement: 'literal' } },
];
