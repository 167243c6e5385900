// The strategies of the library itself, through its public API only.
import { isWorkingMemoryError } from 'working-memory';
import type { ContextEngine, ContextMemory, ContextOptions } from '../context-engine.ts';
import type { Strategy } from './strategies.ts';

/** Recorded runs carry no times; so long apart their requests are taken to be. */
const BETWEEN_REQUESTS_MS = 30_000;
const FIRST_REQUEST_MS = Date.UTC(2024, 0, 1);
const HITS = 10;

export const epochs = (engine: ContextEngine): Strategy => memoryStrategy(engine, 'epochs', {});

export const literal = (engine: ContextEngine): Strategy => memoryStrategy(engine, 'literal', { placement: 'literal' });

function memoryStrategy(engine: ContextEngine, name: string, options: Omit<ContextOptions, 'window'>): Strategy {
  return {
    name,
    hasEpochs: true,
    async open(run, window) {
      // A clock of its own: the same run gives the same figures on every day.
      let now = FIRST_REQUEST_MS;
      const memory = await engine.open({
        session: run.id.slice(0, 200),
        worker: false,
        storage: 'memory',
        clock: () => now,
        deadlineMs: 600_000,
        context: { ...options, window },
      });
      return {
        async request(list) {
          now += BETWEEN_REQUESTS_MS;
          try {
            const prepared = await memory.context.prepare(engine.lens, list, { contextWindow: window });
            const { messages, hidden, stubs, epochReason, compaction } = prepared;
            return {
              messages,
              hides: hidden.length + stubs.length > 0,
              beginsEpoch: epochReason !== undefined,
              compacted: compaction?.applied === true,
              isFallback: compaction?.applied === true && compaction.trigger === 'fallback',
            };
          } catch (error) {
            if (isWorkingMemoryError(error)) return { refused: error.code };
            throw error;
          }
        },
        search: (query) => fullTexts(memory, query),
        close: () => memory.close(),
      };
    },
  };
}

/** A hit shows a snippet; an agent would open what it is from. */
async function fullTexts(memory: ContextMemory, query: string): Promise<string[]> {
  const { hits } = await memory.files.search(query, { limit: HITS });
  const texts = hits.map(async ({ path, message }) => {
    if (path !== undefined) return (await memory.files.read(path)).text;
    const [found] = await memory.transcript.read({ from: message ?? 0, limit: 1 });
    if (!found) return '';
    const calls = (found.calls ?? []).map((call) => call.arguments);
    return [found.text, ...calls, ...(found.results ?? []).map(({ text }) => text)].join('\n');
  });
  return Promise.all(texts);
}
