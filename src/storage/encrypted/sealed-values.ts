// Encodes rows and entries as bytes that can be sealed, and decodes them. Typed arrays follow the JSON as they are: as
// base64 a block of vectors would take a third more room and much longer.
import { arrayOf, decode, encode } from '../row-json.ts';

const UTF8 = new TextEncoder();
const TEXT = new TextDecoder();
/** Beginning of a tag's name in JSON. A text that contains the same is searched in vain. */
const TAG = '"$';
/** Bytes of the length of the JSON, which comes first. */
const LENGTH = 4;

/** @throws TypeError if the value holds something that no storage can keep, such as a function */
export function packed(value: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Uint8Array[] = [];
  let size = 0;
  const kept = encode(value, ($array, bytes) => {
    const from = size;
    arrays.push(bytes);
    size += bytes.length;
    return { $array, $bytes: `${from} ${size}` };
  });
  const json = UTF8.encode(JSON.stringify(kept));
  const whole = new Uint8Array(LENGTH + json.length + size);
  new DataView(whole.buffer).setUint32(0, json.length);
  whole.set(json, LENGTH);
  let at = LENGTH + json.length;
  for (const bytes of arrays) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

export function unpacked(whole: ArrayBuffer): unknown {
  const end = LENGTH + new DataView(whole).getUint32(0);
  const json = TEXT.decode(new Uint8Array(whole, LENGTH, end - LENGTH));
  const value: unknown = JSON.parse(json);
  if (!json.includes(TAG)) return value;
  return decode(value, (name, range) => {
    const [from = 0, to = 0] = range.split(' ').map(Number);
    return arrayOf(name, whole.slice(end + from, end + to));
  });
}
