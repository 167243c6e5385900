// The kernel as text inside the bundle. Apart from load.ts, so that an entry which is handed a compiled Module (an edge
// runtime) never carries it. A character for each byte keeps the patterns of the bytes: compressed it is as large as the
// module itself, and a fifth smaller than base64.
import { wasmText } from './wasm-text.ts';

export function inlineKernel(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(wasmText, (character) => {
    const code = character.charCodeAt(0);
    return code - (code < 0x7f ? 0x20 : 0x42);
  });
}
