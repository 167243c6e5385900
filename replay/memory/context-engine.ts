// The library as a strategy uses it: opened, and with a lens for the messages of a run.
import type { OpenOptions, WorkingMemory } from 'working-memory';
import type { Context } from '../../src/api/context.ts';
import type { Lens } from '../../src/context/view/lens.ts';
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
