// Model of a provider's prompt cache: it saves the longest common prefix with the previous request.
import type { ChatMessage } from '../brain/brain.ts';
import { messageText } from './message-text.ts';
import type { TokenCounter } from './token-counter.ts';

export interface Common {
  /** Number of whole messages in the common prefix. */
  readonly messages: number;
  /** Tokens of the prefix: the tools, these messages, and the common beginning of the first message that differs. */
  readonly tokens: number;
}

export class ProviderCache {
  readonly #counter: TokenCounter;
  #former: readonly ChatMessage[] = [];

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /** Clears the cache for another model, which has computed nothing yet. */
  forget(): void {
    this.#former = [];
  }

  /** Compares a request with the cached one and caches it instead. */
  replace(messages: readonly ChatMessage[], toolTokens: number): Promise<Common> {
    const common = this.common(messages, toolTokens);
    this.#former = messages;
    return common;
  }

  /** Compares a request with the cached one. */
  async common(messages: readonly ChatMessage[], toolTokens: number): Promise<Common> {
    const former = this.#former;
    const parting = messages.findIndex(
      (message, place) => message !== former[place] && JSON.stringify(message) !== JSON.stringify(former[place]),
    );
    const common = parting < 0 ? messages.length : parting;
    const tokens =
      (await this.#counter.messages(messages.slice(0, common))) +
      (await this.#commonPart(former[common], messages[common]));
    return { messages: common, tokens: tokens === 0 ? 0 : toolTokens + tokens };
  }

  async #commonPart(before: ChatMessage | undefined, message: ChatMessage | undefined): Promise<number> {
    if (!before || !message || before.role !== message.role) return 0;
    const [old, fresh] = [messageText(before), messageText(message)];
    let same = 0;
    while (same < old.length && old[same] === fresh[same]) same++;
    return this.#counter.text(fresh.slice(0, same));
  }
}
