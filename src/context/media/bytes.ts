// Reads the data of a part in any form that messages use: base64, data URL, bytes, or bytes that went through JSON.
// Pure.
import type { ByteReader } from './image-size.ts';

/** Returns the bytes; undefined where the part holds an address or the id of an upload instead. */
export function bytesOf(data: unknown): ByteReader | undefined {
  if (typeof data === 'string') return base64Bytes(data);
  if (typeof data !== 'object' || data === null || data instanceof URL) return undefined;
  if (data instanceof ArrayBuffer) return listed(new Uint8Array(data));
  if (ArrayBuffer.isView(data)) return listed(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  if (Array.isArray(data)) return listed(data);
  const { data: inner } = data as { readonly data?: unknown };
  if (inner !== undefined) return bytesOf(inner);
  // A byte array in JSON is an object with its indexes as keys.
  return '0' in data ? listed(Object.assign([], data) as number[]) : undefined;
}

function listed(list: ArrayLike<unknown>): ByteReader {
  return { length: list.length, at: (index) => Number(list[index] ?? 0) & 0xff };
}

const IS_BASE64 = /^[\w+/-]{4}/;
/** Characters that are decoded at once; a multiple of 4. */
const BLOCK = 4096;

function base64Bytes(text: string): ByteReader | undefined {
  const isUrl = text.startsWith('data:');
  const from = isUrl ? text.indexOf(',', 0) + 1 : 0;
  if (isUrl && !text.slice(0, from).endsWith(';base64,')) return { length: text.length - from, at: () => 0 };
  if (!isUrl && (/^\w+:/.test(text.slice(0, 20)) || !IS_BASE64.test(text))) return undefined;
  let decoded = '';
  let block = -1;
  return {
    length: Math.floor(((text.length - from) * 3) / 4),
    at(index) {
      const wanted = Math.floor(index / ((BLOCK / 4) * 3));
      if (wanted !== block) {
        block = wanted;
        decoded = decode(text.slice(from + wanted * BLOCK, from + (wanted + 1) * BLOCK));
      }
      return decoded.charCodeAt(index - wanted * ((BLOCK / 4) * 3)) || 0;
    },
  };
}

/** Decodes base64; returns an empty string for any other text. */
function decode(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
