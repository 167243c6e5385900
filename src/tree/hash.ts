// The stored hash of a text: used in the check of every row, as the key of a vector, in folder names.

/**
 * Returns two 32-bit FNV-1a hashes over the text's UTF-16 units as 16 hexadecimal digits; the second one mixes in each
 * unit's index. Guards against accidents, not against an attacker. Stored, so the result for a text never changes.
 */
export function hash(text: string): string {
  // 32-bit integers from the start: engines keep anything larger as a float, which takes twice as long.
  let first = 0x811c9dc5 | 0;
  let second = 0x9747b28c | 0;
  const { length } = text;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ (unit + index), 0x01000193);
  }
  return hex(first) + hex(second);
}

/** Each byte in hexadecimal: `toString` for 32 bits takes ten times as long as four look-ups. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns 32 bits as 8 hexadecimal digits. */
export function hex(bits: number): string {
  let digits = '';
  for (let shift = 24; shift >= 0; shift -= 8) digits += HEX[(bits >>> shift) & 0xff];
  return digits;
}
