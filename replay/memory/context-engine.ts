// The library as a strategy uses it: how to open it, and a lens for a run's messages.
import type { Context, OpenOptions, WorkingMemory } from 'working-memory';
import type { Lens } from 'working-memory/lenses';
import type { ChatMessage } from '../chat.ts';

export interface ContextOptions {
  readonly window: number;
  readonly placement?: 'literal';
}

export type ContextMemory = WorkingMemory & { readonly context: Context };

export interface ContextEngine {
  readonly lens: Lens<ChatMessage>;
  open(options: OpenOptions & { readonly context: ContextOptions }): Promise<ContextMemory>;
}
