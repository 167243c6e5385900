// A `MemoryAdapter` of TanStack AI over many sessions: each scope is a session of its own.
import type { WorkingMemory } from '../../api/memory.ts';
import type { BlockOptions, RecalledBlock } from '../../api/recall.ts';
import { checkMethods } from '../../options/methods.ts';
import { MOST_FACTS } from '../../options/policy.ts';

/** Owner of a memory: TanStack AI's `Scope`. An empty name counts as absent. */
export interface TanStackScope {
  /** Name of the session. */
  readonly threadId: string;
  /** Names that together make the workspace. */
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
}

/** Texts of one turn. */
export interface TanStackTurn {
  readonly user: string;
  readonly assistant: string;
}

/** A known text of a scope: a message or an item. */
export interface TanStackFact {
  readonly id: string;
  readonly text: string;
  /** Role of a message, or author of an item. */
  readonly source: string;
  /** Time in ISO 8601. */
  readonly createdAt: string;
}

/** A `MemoryAdapter` by its shape. Its calls reject with the errors of the memory. */
export interface TanStackAdapter {
  readonly id: string;
  /**
   * Recalls texts. `systemPrompt` is empty where nothing was found; `source` names the place of a text, as its `id` in
   * `listFacts`.
   */
  recall(
    scope: TanStackScope,
    query: string,
  ): Promise<{ systemPrompt: string; fragments: { text: string; source: string }[] }>;
  /** Appends the turn to the transcript. */
  save(scope: TanStackScope, turn: TanStackTurn): Promise<{ ok: boolean }[]>;
  inspect(scope: TanStackScope): Promise<{ takenAt: string; data: { messages: number; items: number } }>;
  /** Returns the newest 100 messages and all items. */
  listFacts(scope: TanStackScope): Promise<TanStackFact[]>;
}

/** The part of `openMany` that an adapter needs. */
export interface MemoriesOfAdapter {
  open(session: string, workspace?: string): Promise<Pick<WorkingMemory, 'recall' | 'transcript' | 'items'>>;
}

/**
 * Makes a memory adapter for `memoryMiddleware` of `@tanstack/ai-memory`. `threadId` is the session, tenant and user
 * are the workspace `tenant/user`: nothing of one scope is found in another.
 * @param memories memories of `openMany`
 * @param options options of `memory.recall`; default: all texts of the thread. `{ scope: 'workspace' }` finds those of
 * all threads of the user
 * @example const adapter = tanstackAdapter(openMany({ storage }));
 */
export function tanstackAdapter(memories: MemoriesOfAdapter, options: BlockOptions = {}): TanStackAdapter {
  checkMethods('memories', memories, ['open'], 'the result of openMany');
  const of = (scope: TanStackScope) => memories.open(scope.threadId, workspaceOf(scope));
  return {
    id: 'working-memory',
    async recall(scope, query) {
      const { text, hits } = await (await of(scope)).recall(query, { scope: 'all', ...options });
      return { systemPrompt: text, fragments: hits.map((hit) => ({ text: hit.text, source: placeOf(hit) })) };
    },
    async save(scope, { user, assistant }) {
      const { transcript } = await of(scope);
      await transcript.append([
        { role: 'user', text: user },
        { role: 'assistant', text: assistant },
      ]);
      return [{ ok: true }];
    },
    async inspect(scope) {
      const { transcript, items } = await of(scope);
      const data = { messages: await transcript.count(), items: (await items.list()).length };
      return { takenAt: new Date().toISOString(), data };
    },
    async listFacts(scope) {
      const { transcript, items } = await of(scope);
      const from = Math.max(0, (await transcript.count()) - MOST_FACTS);
      const messages = await transcript.read({ from, limit: MOST_FACTS });
      return [
        ...(await items.list()).map(({ id, text, source, createdAt }) => factOf(id, text, source, createdAt)),
        ...messages.map(({ index, text, role, time }) => factOf(placeOf({ message: index }), text, role, time)),
      ];
    },
  };
}

const factOf = (id: string, text: string, source: string, time: number): TanStackFact => {
  return { id, text, source, createdAt: new Date(time).toISOString() };
};

const placeOf = ({ id, path, message, session }: Partial<RecalledBlock['hits'][number]>): string =>
  [...(session === undefined ? [] : [session]), id ?? path ?? `messages/${message}`].join('/');

/** Returns the name of the workspace. A slash in a name is no border between two. */
const workspaceOf = ({ tenantId = '', userId = '' }: TanStackScope): string =>
  [tenantId, userId].map((name) => name.replace(/[%/]/g, encodeURIComponent)).join('/');
