// Errors of the context meter against a provider's count: prepares every request of a conversation, counts its tokens,
// and reports some of the counts back.
import { memoryStorage } from 'working-memory';
import type { ContextEngine } from '../../replay/memory/context-engine.ts';
import { type ChatMessage, modelCalls } from '../../replay/chat.ts';
import { seedOf } from '../../replay/runs/seed.ts';
import type { Conversation } from './conversations.ts';
import type { Provider } from './providers.ts';

/** Error of one request. */
export interface MeterError {
  /** Tokens by the provider's count. */
  readonly tokens: number;
  /** The meter ÷ the provider's count − 1. */
  readonly error: number;
}

/** Smaller requests are left out: a few tokens are many percent of them, and nobody needs their meter. */
const SMALLEST_REQUEST = 500;

/**
 * Returns the errors of the requests after the observed ones, or of all where none is observed.
 * @param readings number of requests whose count is reported back, from the first on
 */
export async function meterErrors(
  { lens, open }: ContextEngine,
  { id, messages }: Conversation,
  { provider, window, readings }: { readonly provider: Provider; readonly window: number; readonly readings: number },
): Promise<MeterError[]> {
  // Fixed ids: the nonce of the fences derives from one, and its tokens count.
  const seed = seedOf(id).toString(36);
  let ids = 0;
  const memory = await open({
    session: id.slice(0, 200),
    worker: false,
    storage: memoryStorage(),
    ids: () => `${seed}-${ids++}`,
    deadlineMs: 600_000,
    context: { window },
  });
  const errors: MeterError[] = [];
  for (const [index, end] of modelCalls(messages).entries()) {
    const list = messages.slice(0, end);
    const prepared = await memory.context.prepare(lens, list, { contextWindow: window });
    const tokens = counted(prepared.messages, provider);
    const isAfter = index >= readings || (readings === Infinity && index > 0);
    if (isAfter && tokens >= SMALLEST_REQUEST) errors.push({ tokens, error: prepared.meta.tokensUsed / tokens - 1 });
    if (index < readings) memory.context.observe({ inputTokens: tokens });
  }
  await memory.close();
  return errors;
}

const counted = (messages: readonly ChatMessage[], { tokensOf, beside }: Provider): number =>
  messages.reduce((sum, message) => sum + tokensOf(message), beside);
