// Types of messages as the tests write them in each format, declared without the SDKs. test/sdks compares them with the
// SDKs' own.
interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** Message of OpenAI's chat completions. */
export type WrittenChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | {
      readonly role: 'user';
      readonly content:
        string | (TextPart | { readonly type: 'image_url'; readonly image_url: { readonly url: string } })[];
    }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: {
        readonly id: string;
        readonly type: 'function';
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** User message in OpenAI's Responses and its Agents SDK, which name a picture differently. */
export interface UserItem<Picture> {
  readonly type: 'message';
  readonly role: 'user';
  readonly content: string | ({ readonly type: 'input_text'; readonly text: string } | Picture)[];
}

/** Item of OpenAI's Responses. */
export type WrittenResponsesItem =
  | { readonly type: 'message'; readonly role: 'developer'; readonly content: string }
  | UserItem<{ readonly type: 'input_image'; readonly detail: 'auto'; readonly image_url: string }>
  | {
      readonly type: 'reasoning';
      readonly id: string;
      readonly summary: { readonly type: 'summary_text'; readonly text: string }[];
      readonly encrypted_content: string;
    }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly role: 'assistant';
      readonly status: 'completed';
      readonly content: { readonly type: 'output_text'; readonly text: string; readonly annotations: never[] }[];
    }
  | {
      readonly type: 'function_call';
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: 'completed';
    }
  | { readonly type: 'function_call_output'; readonly call_id: string; readonly output: string };

/** Message of Anthropic's Messages. */
export type WrittenAnthropicMessage =
  | {
      readonly role: 'user';
      readonly content:
        | string
        | (
            | TextPart
            | {
                readonly type: 'image';
                readonly source: { readonly type: 'base64'; readonly media_type: 'image/png'; readonly data: string };
              }
            | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string }
          )[];
    }
  | {
      readonly role: 'assistant';
      readonly content: (
        | TextPart
        | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
        | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
      )[];
    };

/** Message of the prompt that the AI SDK passes to a model. */
export type WrittenPromptMessage =
  | { readonly role: 'system'; readonly content: string }
  | {
      readonly role: 'user';
      readonly content: (TextPart | { readonly type: 'file'; readonly mediaType: string; readonly data: Uint8Array })[];
    }
  | {
      readonly role: 'assistant';
      readonly content: (
        | TextPart
        | {
            readonly type: 'reasoning';
            readonly text: string;
            readonly providerOptions: { readonly openai: { readonly itemId: string } };
          }
        | {
            readonly type: 'tool-call';
            readonly toolCallId: string;
            readonly toolName: string;
            readonly input: unknown;
          }
      )[];
    }
  | {
      readonly role: 'tool';
      readonly content: {
        readonly type: 'tool-result';
        readonly toolCallId: string;
        readonly toolName: string;
        readonly output: { readonly type: 'text'; readonly value: string };
      }[];
    };

/** Message of an app of the AI SDK: contents of text alone are strings. */
export type WrittenModelMessage =
  | Extract<WrittenPromptMessage, { readonly role: 'system' | 'assistant' | 'tool' }>
  | {
      readonly role: 'user';
      readonly content: string | (TextPart | { readonly type: 'image'; readonly image: string })[];
    }
  | { readonly role: 'assistant'; readonly content: string };

/** Item of the OpenAI Agents SDK. */
export type WrittenAgentsItem =
  | { readonly type: 'message'; readonly role: 'system'; readonly content: string }
  | UserItem<{ readonly type: 'input_image'; readonly image: string }>
  | {
      readonly type: 'reasoning';
      readonly id: string;
      readonly content: { readonly type: 'input_text'; readonly text: string }[];
      readonly providerData: { readonly encryptedContent: string };
    }
  | {
      readonly type: 'message';
      readonly role: 'assistant';
      readonly status: 'completed';
      readonly content: { readonly type: 'output_text'; readonly text: string }[];
    }
  | {
      readonly type: 'function_call';
      readonly id: string;
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: 'completed';
    }
  | {
      readonly type: 'function_call_result';
      readonly name: string;
      readonly callId: string;
      readonly status: 'completed';
      readonly output: TextPart;
    };

/** Content of Gemini. */
export interface WrittenGeminiContent {
  readonly role: 'user' | 'model';
  readonly parts: (
    | { readonly text: string; readonly thought?: true }
    | { readonly inlineData: { readonly mimeType: string; readonly data: string } }
    | {
        readonly functionCall: {
          readonly id: string;
          readonly name: string;
          readonly args: Record<string, unknown>;
        };
        readonly thoughtSignature: string;
      }
    | {
        readonly functionResponse: {
          readonly id: string;
          readonly name: string;
          readonly response: { readonly output: string };
        };
      }
  )[];
}

/** Message of LangChain as a plain object; its classes take these fields. */
export type WrittenLangChainMessage =
  | { readonly type: 'system'; readonly content: string }
  | {
      readonly type: 'human';
      readonly content:
        string | (TextPart | { readonly type: 'image_url'; readonly image_url: { readonly url: string } })[];
    }
  | {
      readonly type: 'ai';
      readonly content: (TextPart | { readonly type: 'reasoning'; readonly reasoning: string })[];
      readonly tool_calls: {
        readonly type: 'tool_call';
        readonly id: string;
        readonly name: string;
        readonly args: Record<string, unknown>;
      }[];
    }
  | { readonly type: 'tool'; readonly tool_call_id: string; readonly name: string; readonly content: string };

/** Message of TanStack AI. */
export type WrittenTanStackMessage =
  | {
      readonly role: 'user';
      readonly content:
        | string
        | (
            | { readonly type: 'text'; readonly content: string }
            | {
                readonly type: 'image';
                readonly source: { readonly type: 'data'; readonly value: string; readonly mimeType: 'image/png' };
              }
          )[];
    }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly thinking?: { readonly content: string; readonly signature: string }[];
      readonly toolCalls?: {
        readonly id: string;
        readonly type: 'function';
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };
