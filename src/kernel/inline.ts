// The kernel inside the bundle. Separate from load.ts, so that an entry that receives a compiled Module (an edge
// runtime) never carries it.
import { bytesOfText } from './wasm-bytes.ts';
import { wasmText } from './wasm-text.ts';

export const inlineKernel = (): Uint8Array<ArrayBuffer> => bytesOfText(wasmText);
