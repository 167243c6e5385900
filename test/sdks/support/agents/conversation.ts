// Spoken text for comparisons, and chats without tools.
import { expect } from 'vitest';
import type { WorkingMemory } from '../../../../src/api/memory.ts';
import type { PromptChat } from '../../../../src/entries/prompt-api.ts';

/** The transcript, a line for each message. */
export const saidIn = async ({ transcript }: WorkingMemory): Promise<string[]> =>
  (await transcript.read()).map(({ role, text }) => `${role}: ${text}`);

export async function answerOf(chat: PromptChat, question: string): Promise<string> {
  let text = '';
  for await (const piece of chat.ask(question)) text += piece;
  return text;
}

/** Asks, and aborts at the first piece, which is `It `. */
export async function abortWithin(chat: PromptChat, question: string): Promise<void> {
  const aborting = new AbortController();
  const reading = (async () => {
    for await (const piece of chat.ask(question, { signal: aborting.signal })) {
      expect(piece).toBe('It ');
      aborting.abort(new Error('enough'));
    }
  })();
  await expect(reading).rejects.toThrow('enough');
}
