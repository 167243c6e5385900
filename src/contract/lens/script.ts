// Conversations in neutral form, for message formats to write in their own.
import type { Lens } from '../../context/view/lens.ts';
import type { ToolCall, ToolResult } from '../../tree/transcript/transcript.ts';

/** One entry of a conversation. */
export type ScriptEntry =
  | { readonly role: 'system'; readonly text: string }
  /** `image`: base64 of a PNG. */
  | { readonly role: 'user'; readonly text: string; readonly image?: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly reasoning?: string;
      readonly calls?: readonly ToolCall[];
    }
  /** `said`: words of the user next to the results, for formats that have a place for them there. */
  | { readonly role: 'tool'; readonly results: readonly ToolResult[]; readonly said?: string };

/** A conversation that any provider accepts; it ends with the user or with results. */
export type Script = readonly ScriptEntry[];

/** A message format and the lens that reads it. */
export interface MessageFormat<Message extends object = object> {
  readonly name: string;
  readonly lens: Lens<Message>;
  /** Writes a conversation; entries without a place in the format are left out, see `carries`. */
  readonly build: (script: Script) => Message[];
  readonly carries: {
    /** False: the system prompt is no message. */
    readonly system: boolean;
    readonly calls: boolean;
    readonly images: boolean;
    readonly reasoning: boolean;
  };
  /** Fields, or texts in them, whose change no answer reports: in a result, the name of its call's tool. */
  readonly silent?: readonly string[];
  /** Returns a copy with marks for the provider that no model reads. */
  readonly marked: (message: Message) => Message;
}
