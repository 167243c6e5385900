// The library as a strategy, through its public API only.
import { isWorkingMemoryError, memoryStorage } from 'working-memory';
import type { ToolSet } from 'working-memory/tools';
import type { ContextEngine } from './context-engine.ts';
import { type ChatMessage, contentOf, type Run, systemEnd } from '../chat.ts';
import { seedOf } from '../runs/seed.ts';
import { tokensOfText } from '../requests/tokens.ts';
import type { Strategy } from '../strategy.ts';
import type { MemoryVariant } from './memory-variants.ts';

/** Assumed time between requests: recorded runs carry no times. */
const BETWEEN_REQUESTS_MS = 30_000;
const FIRST_REQUEST_MS = Date.UTC(2024, 0, 1);
/** Assumed time between the owner's earlier conversations. */
const BETWEEN_CONVERSATIONS_MS = 86_400_000;

/** @param others earlier runs of the workspace's owner; the replayed run itself is skipped */
export async function memoryStrategy(
  engine: ContextEngine,
  variant: MemoryVariant,
  others: readonly Run[] = [],
): Promise<Strategy> {
  const { set } = variant;
  const sent = set && (await sentTools(engine, set));
  return {
    name: variant.name,
    hasEpochs: true,
    fixedTokens: sent ? sent.tokens + tokensOfText(sent.guide) : 0,
    async open(run, window) {
      // A fixed clock and fixed ids make a run's figures repeatable. The nonce of the fences derives from an id, and
      // its number of tokens decides when the window is full.
      let now = FIRST_REQUEST_MS;
      let ids = 0;
      const seed = seedOf(run.id).toString(36);
      const shared = {
        worker: false,
        storage: memoryStorage(),
        clock: () => now,
        ids: () => `${seed}-${ids++}`,
        deadlineMs: 600_000,
        context: { ...variant.context, window },
        // An index that fills in the background would make the figures depend on timing.
        ...(variant.conversations !== undefined && {
          workspace: 'owner',
          recall: { workspace: { background: false } },
        }),
      } as const;
      const earlier = others.filter(({ id }) => id !== run.id).slice(0, variant.conversations ?? 0);
      for (const [place, { id, messages }] of earlier.entries()) {
        now = FIRST_REQUEST_MS - (earlier.length - place) * BETWEEN_CONVERSATIONS_MS;
        const before = await engine.open({ ...shared, session: id.slice(0, 200) });
        await before.context.record(engine.lens, messages);
        await before.close();
      }
      now = FIRST_REQUEST_MS;
      const memory = await engine.open({ ...shared, session: run.id.slice(0, 200) });
      const runnable = new Map((await memory.tools(set && { set })).map((tool) => [tool.name, tool]));
      const withGuide = guided(sent?.guide);
      return {
        async request(list) {
          now += BETWEEN_REQUESTS_MS;
          try {
            const options = { contextWindow: window, ...(sent && { tools: sent.definitions }) };
            const prepared = await memory.context.prepare(engine.lens, withGuide(list), options);
            const { messages, hidden, stubs, epochReason, compaction, reminder } = prepared;
            return {
              messages,
              ...(sent && { head: sent.tokens }),
              hides: hidden.length + stubs.length > 0,
              ...(epochReason !== undefined && { epoch: epochReason }),
              compacted: compaction?.applied === true,
              isFallback: compaction?.applied === true && compaction.trigger === 'fallback',
              reminds: reminder !== undefined,
            };
          } catch (error) {
            if (isWorkingMemoryError(error)) return { refused: error.code };
            throw error;
          }
        },
        canRun: (name) => runnable.has(name),
        call: async (name, input) => {
          const tool = runnable.get(name);
          if (!tool) throw new Error(`The tool ${name} is not in this set.`);
          return tool.execute(input);
        },
        close: () => memory.close(),
      };
    },
  };
}

export interface SentTools {
  readonly definitions: readonly unknown[];
  /** Tokens of the definitions as JSON. */
  readonly tokens: number;
  readonly guide: string;
}

/** Returns the definitions and the guide that an app sends to give its model these tools. */
export async function sentTools(engine: ContextEngine, set: ToolSet): Promise<SentTools> {
  const memory = await engine.open({
    session: 'tools',
    worker: false,
    storage: memoryStorage(),
    context: { window: 8000 },
  });
  const tools = await memory.tools({ set });
  const guide = await memory.context.guide({ set });
  await memory.close();
  const definitions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  return { definitions, tokens: tokensOfText(JSON.stringify(definitions)), guide };
}

/** Returns a function that appends the guide to the system prompt, or adds it as one. */
function guided(guide: string | undefined): (list: readonly ChatMessage[]) => readonly ChatMessage[] {
  let system: ChatMessage | undefined;
  return (list) => {
    if (guide === undefined) return list;
    const end = systemEnd(list);
    const last = list[end - 1];
    system ??= { role: 'system', content: last ? `${contentOf(last)}\n\n${guide}` : guide };
    return [...list.slice(0, Math.max(0, end - 1)), system, ...list.slice(end)];
  };
}
