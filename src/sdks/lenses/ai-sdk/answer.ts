// The answer of a model of the AI SDK, as the next prompt will hold it. Pure.
import type { AiSdkMessage } from './lens.ts';
import { type Fields, fields, objects, string } from '../fields.ts';
import { jsonValue } from '../readable.ts';

/** Makes a message of the parts of an answer, as `doGenerate` returns them or a stream completes them. */
export function answerMessage(content: readonly unknown[]): AiSdkMessage | undefined {
  const parts = objects(content).flatMap(promptPart);
  return parts.length === 0 ? undefined : ({ role: 'assistant', content: parts } as unknown as AiSdkMessage);
}

/**
 * Turns a part of an answer into one of a prompt. A prompt names metadata options and holds inputs as values; sources
 * are for readers, not for models.
 */
function promptPart(part: Fields): Fields[] {
  const { type, toolCallId, toolName, input, providerExecuted, providerMetadata } = part;
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
  switch (type) {
    case 'text':
    case 'reasoning':
      return string(part.text) === '' && providerMetadata === undefined ? [] : [{ type, text: part.text, ...options }];
    case 'file':
      return [{ type, data: part.data, mediaType: part.mediaType, ...options }];
    case 'tool-call': {
      const executed = providerExecuted === true ? { providerExecuted } : {};
      return [{ type, toolCallId, toolName, input: jsonValue(string(input)), ...executed, ...options }];
    }
    case 'tool-result':
      return [{ type, toolCallId, toolName, output: { type: 'json', value: part.result }, ...options }];
    default:
      return [];
  }
}

/** Puts the parts of a stream together, in the order in which they began. */
export class StreamedAnswer {
  readonly #parts: Fields[] = [];
  readonly #open = new Map<string, { text: string }>();

  add(part: unknown): void {
    const { type, id, delta, providerMetadata } = fields(part);
    const [kind, phase] = string(type).split('-');
    if ((kind === 'text' || kind === 'reasoning') && phase !== undefined) {
      const key = `${kind} ${string(id)}`;
      const metadata = providerMetadata === undefined ? {} : { providerMetadata };
      if (phase === 'start') {
        const begun = { type: kind, text: '', ...metadata };
        this.#parts.push(begun);
        this.#open.set(key, begun);
        return;
      }
      const open = this.#open.get(key);
      if (!open) return;
      if (phase === 'delta') open.text += string(delta);
      Object.assign(open, metadata);
      if (phase === 'end') this.#open.delete(key);
    } else if (type === 'tool-call' || type === 'tool-result' || type === 'file') this.#parts.push(fields(part));
  }

  get message(): AiSdkMessage | undefined {
    return answerMessage(this.#parts);
  }
}
