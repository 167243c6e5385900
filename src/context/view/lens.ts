// How the context engine reads and writes the messages of an SDK without knowing the SDK. Types and their contract only.
import type { Role, ToolCall, ToolResult } from '../../tree/transcript/transcript.ts';

/**
 * Reads and writes one message format. A lens runs on the caller's thread, is pure, keeps no state and never changes a
 * message: what writes returns a copy that shares everything it did not touch.
 *
 * Contract, checked by `test/contracts/lens.ts` for every lens:
 * - Everything of a message that a model reads comes out of `text`, `calls` or `results`, also when it is no text:
 *   an image, a file or an opaque block is named in brackets, with its size, and told apart from another one.
 * - What is not text for a model (ids, cache marks, provider options) does not.
 * - The answers are the same after `structuredClone` and after a round trip through JSON.
 */
export interface Lens<Message> {
  /** The format, for errors and for people: `openai-chat`. */
  readonly name: string;
  /**
   * Who speaks. A user message that holds nothing but tool results is `tool`; instructions of the developer are
   * `system`; what cannot be placed is undefined and refused by the engine with its index.
   */
  role(message: Message): Role | undefined;
  /** Without calls and results; reasoning counts as text. Empty when there is none. */
  text(message: Message): string;
  /** Tool calls that this message opens, in order. Calls that the provider answers by itself do not count. */
  calls(message: Message): readonly ToolCall[];
  /** Tool results that this message brings, in order. */
  results(message: Message): readonly ToolResult[];
  /** A new message. */
  inject(role: 'system' | 'user', text: string): Message;
  /** A copy with the text after everything else in it; undefined where the format has no place for one. */
  append(message: Message, text: string): Message | undefined;
  /** A copy in which this call's result is the text; the call's id stays. */
  withResult(message: Message, callId: string, text: string): Message;
  /** A copy without its reasoning; undefined when nothing else is in it. The message itself when it holds none. */
  withoutReasoning?(message: Message): Message | undefined;
  /**
   * Where the pinned overview goes. `own` (default): a user message of its own right after the leading system
   * messages · `system`: the end of the last leading system message, for models that know one system message only.
   */
  readonly pin?: 'own' | 'system';
}
