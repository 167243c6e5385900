// Providers to measure against: exact tokenizers, and the tokens that a provider counts beside the messages.
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { type ChatMessage, contentOf } from '../../replay/chat.ts';

export interface Provider {
  readonly name: string;
  tokensOf(message: ChatMessage): number;
  /** Tokens outside of the messages: tools and a wrapper that the app does not pass to the meter. */
  readonly beside: number;
}

/** Tokens that a provider adds to every message. */
const FRAME = 4;
const UNPASSED_TOOLS = 3000;
/** Runs quote special tokens of other models; here they count as plain text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

const o200k = byTokenizer(countO200k);

export const PROVIDERS: readonly Provider[] = [
  { name: 'o200k', tokensOf: o200k, beside: 0 },
  { name: 'o200k + 3,000', tokensOf: o200k, beside: UNPASSED_TOOLS },
  { name: 'cl100k', tokensOf: byTokenizer(countCl100k), beside: 0 },
];

/** Counts each text once: a run sends it again and again. */
function byTokenizer(countTokens: typeof countO200k): Provider['tokensOf'] {
  const known = new Map<string, number>();
  const count = (text: string): number => {
    const tokens = known.get(text) ?? countTokens(text, AS_TEXT);
    known.set(text, tokens);
    return tokens;
  };
  return (message) =>
    (message.tool_calls ?? []).reduce(
      (sum, call) => sum + count(call.function.name) + count(call.function.arguments),
      FRAME + count(contentOf(message)),
    );
}
