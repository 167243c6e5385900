// The conversation as messages of a user interface, such as `useChat` needs after a reload.
import type { WorkingMemory } from '../../api/memory.ts';
import type { RestoreOptions } from '../../api/context.ts';
import { type AiSdkMessage, aiSdkPrompt } from '../lenses/ai-sdk/lens.ts';
import { type Fields, fields, objects, string } from '../lenses/fields.ts';

/** One part of a `UiMessage`; assignable to the parts of the AI SDK's `UIMessage`. */
export type UiPart =
  | { readonly type: 'step-start' }
  | {
      readonly type: 'text' | 'reasoning';
      readonly text: string;
      readonly state: 'done';
      readonly providerMetadata?: never;
    }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly filename?: string }
  | UiToolPart;

/** A call of a tool, with its result once there is one. */
export type UiToolPart = {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean;
} & (
  | { readonly state: 'input-available' }
  | { readonly state: 'output-available'; readonly output: unknown }
  | { readonly state: 'output-error'; readonly errorText: string }
);

/** A message of a user interface; assignable to the AI SDK's `UIMessage`. */
export interface UiMessage {
  /** Id that is the same after every reload. */
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: UiPart[];
}

/**
 * Returns the conversation for `useChat({ messages })`: each turn of the model is one message with its steps, tool
 * calls and results. System messages are left out. Messages that the user interface sends back continue the same
 * conversation: `convertToModelMessages` turns them into those of the next request.
 * @param options `branch`: one of `context.branches()`
 * @throws not-found: no such branch · storage-*
 */
export async function restoreUiMessages(
  { context }: Pick<WorkingMemory, 'context'>,
  options: RestoreOptions = {},
): Promise<UiMessage[]> {
  return uiMessages(await context.restore(aiSdkPrompt, options));
}

export function uiMessages(list: readonly AiSdkMessage[]): UiMessage[] {
  const shown: UiMessage[] = [];
  const calls = new Map<string, { message: UiMessage; at: number }>();
  for (const [index, { role, content }] of list.entries()) {
    if (role === 'system') continue;
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);
    if (role === 'tool') {
      for (const part of parts) settle(calls, part);
      continue;
    }
    const before = shown.at(-1);
    const isNextStep = role === 'assistant' && before?.role === 'assistant';
    const message = isNextStep ? before : { id: `message-${index}`, role, parts: [] };
    if (!isNextStep) shown.push(message);
    if (role === 'assistant') message.parts.push({ type: 'step-start' });
    for (const part of parts) {
      const made = uiPart(part);
      // The provider itself executed the tool: its result stands beside the call.
      if (part.type === 'tool-result') settle(calls, part);
      if (!made) continue;
      if (part.type === 'tool-call') calls.set(string(part.toolCallId), { message, at: message.parts.length });
      message.parts.push(made);
    }
  }
  return shown;
}

function uiPart(part: Fields): UiPart | undefined {
  const { type, text, toolCallId, toolName, input, providerExecuted, mediaType, filename } = part;
  switch (type) {
    case 'text':
    case 'reasoning':
      return { type, text: string(text), state: 'done' };
    case 'file':
    case 'image': {
      const kind = string(mediaType) || 'image/*';
      const name = string(filename);
      return {
        type: 'file',
        mediaType: kind,
        url: address(part.data ?? part.image, kind),
        ...(name && { filename: name }),
      };
    }
    case 'tool-call':
      return {
        type: `tool-${string(toolName)}`,
        toolCallId: string(toolCallId),
        input,
        state: 'input-available',
        ...(providerExecuted === true && { providerExecuted }),
      };
    default:
      return undefined;
  }
}

/** Puts a result into the part of its call. */
function settle(calls: ReadonlyMap<string, { message: UiMessage; at: number }>, { toolCallId, output }: Fields): void {
  const call = calls.get(string(toolCallId));
  const part = call?.message.parts[call.at];
  if (!call || !part || !('toolCallId' in part)) return;
  const { type, value, reason } = fields(output);
  const { state: _, ...made } = part;
  const isError = /^(error-|execution-denied)/.test(string(type));
  const text = typeof value === 'string' ? value : (JSON.stringify(value ?? reason) ?? string(type));
  call.message.parts[call.at] = isError
    ? { ...made, state: 'output-error', errorText: text }
    : { ...made, state: 'output-available', output: value };
}

/** Returns the data of a file as an address: an address stays, bytes and base64 become a data URL. */
function address(given: unknown, mediaType: string): string {
  const { data = given, url = data } = fields(given);
  const value = given instanceof Uint8Array || given instanceof URL ? given : url;
  if (value instanceof URL) return value.href;
  if (typeof value === 'string')
    return /^(https?|data|blob):/.test(value) ? value : `data:${mediaType};base64,${value}`;
  return value instanceof Uint8Array ? `data:${mediaType};base64,${base64(value)}` : '';
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
