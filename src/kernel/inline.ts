// The kernel as text inside the bundle. Apart from load.ts, so that an entry which is handed a compiled Module (an edge
// runtime) never carries it. Hexadecimal is longer than base64 but a seventh smaller once compressed: its digits keep
// the patterns of the bytes.
import { wasmHex } from './wasm-hex.ts';

export function inlineKernel(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(wasmHex.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(wasmHex.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
