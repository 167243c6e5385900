// Types of packages/ai-memory in a checkout of TanStack/ai, as far as they are used.
declare module 'tanstack-ai-memory/tests/contract.ts' {
  import type { TanStackAdapter } from '../../../src/entries/tanstack.ts';
  export function runMemoryAdapterContract(label: string, factory: () => TanStackAdapter): void;
}

declare module 'tanstack-ai-memory/src/middleware.ts' {
  import type { ChatMiddleware } from '@tanstack/ai';
  import type { TanStackAdapter, TanStackScope } from '../../../src/entries/tanstack.ts';
  export function memoryMiddleware(options: {
    readonly adapter: TanStackAdapter;
    readonly scope: TanStackScope;
    readonly onSave?: (saved: { readonly receipts: readonly { readonly ok: boolean }[] }) => void;
  }): ChatMiddleware;
}
