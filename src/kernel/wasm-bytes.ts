// How a module stands in a bundle: as a text with a character for each byte, which keeps the patterns of the bytes.
// Compressed it is as large as the module itself, and a fifth smaller than base64. scripts/build-kernel.mjs writes it.

export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return code - (code < 0x7f ? 0x20 : 0x42);
  });
}
