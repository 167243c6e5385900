// Decodes a module from its form in a bundle: a text with a character for each byte, which keeps the patterns of the
// bytes. Compressed it is a twentieth larger than the module; base64 is a fifth larger. scripts/build-kernel.mjs writes
// it.

export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    // An array of bytes reduces numbers modulo 256.
    return code - (code < 0x7f ? 0x20 : 0x42) - 8;
  });
}
