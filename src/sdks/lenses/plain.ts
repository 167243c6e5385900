// The simplest format: a role and a text.
import type { Lens } from '../../context/view/lens.ts';
import { appendText } from './append-text.ts';
import { type Fields, fields } from './fields.ts';
import { lines, readable } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** The fields that `plainMessages` reads. */
export interface PlainMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly { readonly type: 'text'; readonly text: string }[];
  /** Excluded: this lens reads no calls and would lose them. */
  readonly tool_calls?: never;
  /** Excluded: this lens reads no results and would lose them. */
  readonly tool_call_id?: never;
}

const ROLES: Roles = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

const lens: Lens<Fields> = {
  name: 'plain',
  foreign:
    / (\.toolCalls|\.toolCallId|\.thinking|\.tool_calls|\.tool_call_id|\.function_call|image_url|input_audio|tool_use|tool_result|redacted_thinking|\.\.source|thinking|tool-call|tool-result|\.\.mediaType|\.\.image|input_text|input_image|input_file|output_text|\.call_id|\.parts|\.callId|\.lc_kwargs) /,
  role: (message) => roleIn(ROLES, fields(message).role),
  text: (message) => readable(fields(message).content),
  calls: () => [],
  results: () => [],
  write: ({ role, text, results = [] }) => [{ role, content: lines([text, ...results.map((result) => result.text)]) }],
  inject: (role, text) => ({ role, content: text }),
  append: (message, text) =>
    message.role === 'assistant'
      ? undefined
      : { ...message, content: appendText(message.content, { type: 'text', text }) },
  withResult: (message) => message,
};

/** Lens for messages `{ role, content }` with the roles system, user, assistant and tool, without calls. */
export const plainMessages = lens as Lens<object> as Lens<PlainMessage>;
