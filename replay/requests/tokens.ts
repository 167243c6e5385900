// The same token counter for all strategies, so that their figures compare. Counts each text once.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { ChatMessage } from '../chat.ts';
import { contentOf } from '../chat.ts';

/** Tokens that a provider adds to every message. */
const FRAME = 4;
/** Runs quote special tokens of other models; here they count as plain text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

const counted = new Map<string, number>();

export function tokensOfText(text: string): number {
  let tokens = counted.get(text);
  if (tokens === undefined) {
    tokens = countTokens(text, AS_TEXT);
    counted.set(text, tokens);
  }
  return tokens;
}

export const tokensOf = (message: ChatMessage): number =>
  (message.tool_calls ?? []).reduce(
    (sum, call) => sum + tokensOfText(call.function.name) + tokensOfText(call.function.arguments),
    FRAME + tokensOfText(contentOf(message)),
  );
