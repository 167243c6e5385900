// The messages of recorded runs: OpenAI chat, the format of every data set here.

export interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments`: JSON, as the model wrote it. */
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
  /** False: text actions that were turned into tool calls `{"command": …}`. */
  readonly native: boolean;
  readonly messages: readonly ChatMessage[];
}

/** What was said, without calls. */
export const contentOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');

/** Everything of a message that a model reads. */
export const textOf = (message: ChatMessage): string =>
  [contentOf(message), ...(message.tool_calls ?? []).flatMap((call) => [call.function.name, call.function.arguments])]
    .filter((part) => part !== '')
    .join('\n');

/** How many messages stand before the conversation: the system prompt. */
export const systemEnd = (messages: readonly ChatMessage[]): number => {
  const end = messages.findIndex(({ role }) => role !== 'system');
  return end < 0 ? messages.length : end;
};

/**
 * Where the recorded agent asked its model: indexes of the assistant messages. What stands before one was its request;
 * an answer in two messages counts once, and nothing is asked before a user has spoken.
 */
export function modelCalls(messages: readonly ChatMessage[]): number[] {
  const firstUser = messages.findIndex(({ role }) => role === 'user');
  return messages.flatMap(({ role }, at) =>
    role === 'assistant' && firstUser >= 0 && at > firstUser && messages[at - 1]?.role !== 'assistant' ? [at] : [],
  );
}

export const userTurns = (messages: readonly ChatMessage[]): number =>
  messages.filter(({ role }) => role === 'user').length;
