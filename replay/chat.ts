// Messages of recorded runs in OpenAI's chat format, which every data set here uses.

export interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON as the model wrote it. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content?: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

export interface Run {
  readonly id: string;
  /** Whether the calls are the model's own; false: text actions converted to tool calls `{"command": …}`. */
  readonly native: boolean;
  readonly messages: readonly ChatMessage[];
}

/** Returns the text of a message without its calls. */
export const contentOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');

/** Returns everything that a model reads of a message. */
export const textOf = (message: ChatMessage): string =>
  [contentOf(message), ...(message.tool_calls ?? []).flatMap((call) => [call.function.name, call.function.arguments])]
    .filter((part) => part !== '')
    .join('\n');

/** Counts the messages before the conversation: the system prompt. */
export const systemEnd = (messages: readonly ChatMessage[]): number => {
  const end = messages.findIndex(({ role }) => role !== 'system');
  return end < 0 ? messages.length : end;
};

/**
 * Returns the indexes of the assistant messages, at each of which the recorded agent called its model with everything
 * before it. An answer in two messages counts once, and no call comes before the first user message.
 */
export function modelCalls(messages: readonly ChatMessage[]): number[] {
  const firstUser = messages.findIndex(({ role }) => role === 'user');
  return messages.flatMap(({ role }, at) =>
    role === 'assistant' && firstUser >= 0 && at > firstUser && messages[at - 1]?.role !== 'assistant' ? [at] : [],
  );
}

export const userTurns = (messages: readonly ChatMessage[]): number =>
  messages.filter(({ role }) => role === 'user').length;
