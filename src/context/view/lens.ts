// Contract by which the context engine reads and writes an SDK's messages without knowing the SDK. Types only.
import type { Provider } from '../../options/charges.ts';
import type { NewMessage, Role, ToolCall, ToolResult } from '../../tree/transcript/transcript.ts';
import type { Medium } from '../media/medium.ts';

/**
 * Reads and writes one message format. `Message` declares the fields that the lens reads, so that `prepare` accepts any
 * list whose messages have them.
 *
 * A lens runs on the caller's thread, is pure, keeps no state and never changes a message: its writing members return a
 * copy that shares everything they did not touch.
 *
 * Contract, checked by `lensContract` of `working-memory/contract` for every lens:
 * - `text`, `calls` and `results` together report everything in a message that a model reads. An image, a file or an
 *   opaque block is reported as a name in brackets with its size and a hash, so that two of them differ.
 * - They report nothing that a model does not read: ids, cache marks, provider options.
 * - The answers are the same after `structuredClone` and after a round trip through JSON.
 * @example
 * const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
 * interface Line {
 *   readonly who: (typeof ROLES)[number];
 *   readonly said: string;
 * }
 * const chatLines: Lens<Line> = {
 *   name: 'chat-lines',
 *   role: (line) => ROLES.find((role) => role === line?.who),
 *   text: (line) => (typeof line?.said === 'string' ? line.said : ''),
 *   calls: () => [],
 *   results: () => [],
 *   inject: (who, said) => ({ who, said }),
 *   append: (line, text) => (line.who === 'assistant' ? undefined : { ...line, said: `${line.said}\n\n${text}` }),
 *   withResult: (line) => line,
 * };
 */
export interface Lens<Message> {
  /** Name of the format in errors: `openai-chat`. */
  readonly name: string;
  /**
   * Returns who speaks. A user message that holds nothing but tool results is `tool`; instructions of the developer are
   * `system`. Undefined for a message that the format does not have: `prepare` refuses it and reports its index.
   */
  role(message: Message): Role | undefined;
  /** Returns the text without calls and results; reasoning counts as text. Empty when there is none. */
  text(message: Message): string;
  /** Returns the tool calls that this message opens, in order, except those that the provider executes itself. */
  calls(message: Message): readonly ToolCall[];
  /** Returns the tool results in this message, in order. */
  results(message: Message): readonly ToolResult[];
  /**
   * Writes new messages that say the same as one whose object was not kept; several where the format has a message for
   * each result. Without it such messages come back by `inject`.
   * @param toolOf returns the name of the tool of an earlier call, for formats whose results name it
   */
  write?(
    message: Pick<NewMessage, 'role' | 'text' | 'calls' | 'results'>,
    toolOf: (callId: string) => string,
  ): Message[];
  /** Creates a message. */
  inject(role: 'system' | 'user', text: string): Message;
  /** Returns a copy with the text after everything else; undefined where the format has no place for a text. */
  append(message: Message, text: string): Message | undefined;
  /** Returns a copy in which the text replaces the result of this call; the call's id stays. */
  withResult(message: Message, callId: string, text: string): Message;
  /**
   * Returns messages that answer these stopped calls of `message` with this text, in front of `next`: the message
   * behind it, where that brings results and the format wants all of them at once. `next` is the last message returned,
   * if it was given. Undefined where the format has no text as an answer to such a call; then the calls are hidden.
   */
  answer?(message: Message, callIds: readonly string[], text: string, next?: Message): Message[] | undefined;
  /** Set where each call is a message of its own: answers to stopped calls then stand behind the last of them. */
  readonly callsApart?: true;
  /**
   * Returns a copy without its reasoning; undefined when nothing else remains. The message itself when it holds none.
   */
  withoutReasoning?(message: Message): Message | undefined;
  /**
   * Returns the pictures, sound, video and files in this message, in order; those of results with the id of their call.
   */
  media?(message: Message): readonly Medium[];
  /**
   * Returns a copy with these texts in the places of its media, one for each of `media`, in order. Media that are
   * `isFixed` take their text and stay. Without it, pictures leave a request with their message alone.
   */
  withoutMedia?(message: Message, texts: readonly string[]): Message;
  /**
   * Provider whose charges for media hold; absent: not known from the format. The option `context.charges` outranks it.
   */
  readonly provider?: Provider;
  /**
   * Matches marks of other formats: a message with one of them is refused, since this lens would read only a part of
   * it. A mark stands between two spaces: a field of the message as `.field`, a field of a part of its `content` or
   * `parts` as `..field`, and the `type` of both.
   */
  readonly foreign?: RegExp;
  /**
   * Place of the pinned overview. `own` (default): a user message of its own right after the leading system messages ·
   * `system`: the end of the last leading system message, for models that accept only one.
   */
  readonly pin?: 'own' | 'system';
}
