// Renders a content of any format as the text that a model reads, with a name in place of everything that is not text.
import { type Fields, string } from './fields.ts';

/** Fields that a model does not read: ids, cache marks, provider options. `type` becomes part of the name. */
const UNREAD = new Set(
  (
    'type id call_id tool_use_id toolCallId status signature ' +
    'cache_control prompt_cache_breakpoint providerOptions providerMetadata'
  ).split(' '),
);

/** Joins the texts with line breaks and skips empty ones. */
export const lines = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');

/** Returns the text of a string, a part, or a list of parts. */
export function readable(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return lines(content.map(readable));
  if (typeof content !== 'object' || content === null) return '';
  const part = content as Fields;
  const text = part.text ?? part.thinking ?? part.refusal;
  if (typeof text === 'string') return text;
  if (typeof part.stdout === 'string') return lines([part.stdout, string(part.stderr)]);
  if (part.content === undefined || part.content === null) return named(part);
  return lines([string(part.title), string(part.source), readable(part.content)]);
}

/** Returns arguments or results as text: a string as it is, any other value as JSON. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // The value has a cycle or a BigInt: such a message cannot be sent either.
    return '';
  }
}

/** Parses arguments; returns a text that is no JSON as it is. */
export function jsonValue(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

/**
 * Names a part that is not text: `[image_url cat.png, 48213 bytes, 5f3a91c2]`. The size is that of the data as they are
 * sent, in characters or bytes. The last word is a hash of the data (FNV-1a, 32 bits): two images have two names.
 */
export function named(part: Fields): string {
  let title = '';
  let size = 0;
  let hash = 0x811c9dc5;
  const mix = (code: number): void => {
    hash = Math.imul(hash ^ code, 0x01000193);
  };
  const walk = (key: string, value: unknown): void => {
    if (UNREAD.has(key) || value === null || value === undefined) return;
    // A byte array hashes like the list of numbers that it becomes in JSON.
    if (typeof value === 'number' && value >= 0 && value < 256 && Number.isInteger(value)) {
      size += 1;
      mix(value);
    } else if (typeof value !== 'object') {
      const text = String(value);
      if (key === 'filename' || key === 'title') title = ` ${text}`;
      size += text.length;
      for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at));
      mix(0x10000);
    } else if (ArrayBuffer.isView(value)) {
      size += value.byteLength;
      for (const byte of new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) mix(byte);
    } else {
      for (const [inner, each] of Object.entries(value instanceof URL ? [value.href] : value)) walk(inner, each);
    }
  };
  walk('', part);
  const what = string(part.mediaType) || string(part.type) || 'part';
  // A part with an id alone refers to data that the provider keeps.
  if (size === 0 && string(part.id) !== '') return `[${what} ${string(part.id)}]`;
  return `[${what}${title}, ${size} bytes, ${(hash >>> 0).toString(16)}]`;
}
