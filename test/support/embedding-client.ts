// Embedding client over a scripted embedder, with vectors in memory.
import { EmbeddingClient, type EmbeddingHost } from '../../src/client/embedding/embedding.ts';
import { SharedEmbedder } from '../../src/client/embedding/shared-embedder.ts';
import { resolveSettings, type SettingsInput } from '../../src/options/options.ts';
import { type ScriptedEmbedder, scriptedEmbedder } from './fakes/scripted-embedder.ts';
import { VectorStore } from './fakes/vector-store.ts';

export interface TestEmbedding {
  readonly embedding: EmbeddingClient;
  readonly embedder: ScriptedEmbedder;
  readonly store: VectorStore;
  /** Adds texts with a commit. */
  commit(...texts: readonly string[]): void;
}

export function testEmbedding(
  input: Partial<SettingsInput> = {},
  {
    embedder = scriptedEmbedder(),
    shared,
    store = new VectorStore(),
    ...ports
  }: Partial<Omit<EmbeddingHost, 'embedder'>> & {
    readonly embedder?: ScriptedEmbedder;
    /** Shared embedder of another session. */
    readonly shared?: SharedEmbedder;
    readonly store?: VectorStore;
  } = {},
): TestEmbedding {
  const settings = resolveSettings({ session: 'test', ...input });
  const embedding = new EmbeddingClient({
    settings,
    engine: async () => store,
    fastScan: async () => undefined,
    ...ports,
    embedder: shared ?? new SharedEmbedder(embedder, settings.embedding),
  });
  const commit = (...texts: readonly string[]): void => {
    store.add(...texts);
    embedding.heard({ events: [{ type: 'message-appended', index: 0, role: 'user' }] });
  };
  return { embedding, embedder, store, commit };
}
