// Text generation of transformers.js with a scripted model: it refuses a list that a strict chat template refuses or
// that exceeds its window, and streams its answer piece by piece.
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { TextGenerator, TextStreamerClass } from '../../../src/sdks/prompt-api/text-generation.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

const { count } = tokenScan() as { count(text: string): number };

class Streamer {
  readonly piece: (text: string) => void;
  constructor(_: unknown, { callback_function }: { readonly callback_function: (text: string) => void }) {
    this.piece = callback_function;
  }
}

export const FakeTextStreamer = Streamer as TextStreamerClass;

/**
 * @param answers answers in order; an error is thrown in the middle of its answer
 * @returns also the number of generations that the streamer stopped
 */
export function fakeTextGenerator(answers: readonly (string | Error)[], positions = 4096) {
  const asked: (readonly Message[])[] = [];
  const options: Readonly<Record<string, unknown>>[] = [];
  let stopped = 0;
  const generate = async (messages: readonly Message[], given: { streamer: Streamer; max_new_tokens: number }) => {
    const talk = messages[0]?.role === 'system' ? messages.slice(1) : messages;
    if (talk.some(({ role }, index) => role !== (index % 2 === 0 ? 'user' : 'assistant')))
      throw new Error('Conversation roles must alternate user/assistant/user/assistant/...');
    const used = messages.reduce((sum, { content }) => sum + count(content), 0);
    if (used + given.max_new_tokens > positions) throw new Error(`${used} tokens and the answer exceed ${positions}`);
    const { streamer, ...others } = given;
    asked.push(messages);
    options.push(others);
    const answer = answers[asked.length - 1] ?? '';
    for (const piece of (answer instanceof Error ? 'Half an ' : answer).split(/(?<= )/)) {
      await new Promise((done) => setTimeout(done));
      try {
        streamer.piece(piece);
      } catch (error) {
        stopped++;
        throw error;
      }
    }
    if (answer instanceof Error) throw answer;
  };
  const generator = Object.assign(generate, {
    tokenizer: {},
    model: { config: { max_position_embeddings: positions } },
  }) as unknown as TextGenerator;
  return { generator, asked, options, stopped: () => stopped };
}
