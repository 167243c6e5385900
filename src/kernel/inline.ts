// The kernel as bytes inside the bundle. Apart from load.ts, so that an entry which is handed
// a compiled Module (an edge runtime) never carries these bytes.
import { wasmBase64 } from './wasm-base64.ts';

export function inlineKernel(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(wasmBase64), (character) => character.charCodeAt(0));
}
