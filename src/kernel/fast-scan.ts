// The scan of vectors by codes with relaxed SIMD, about twice as fast, if the engine has it and computes it correctly.
// Compiled on the app's side and passed to the kernel as a module: the worker does not carry it.
import { fastScanText } from './fast-scan-text.ts';
import { bytesOfText } from './wasm-bytes.ts';

/** Returns undefined if the engine lacks relaxed SIMD, computes it wrongly, or forbids compiling. */
export async function compileFastScan(): Promise<WebAssembly.Module | undefined> {
  const bytes = bytesOfText(fastScanText);
  try {
    if (!WebAssembly.validate(bytes)) return undefined;
    const module = await WebAssembly.compile(bytes);
    return scansRightly(module) ? module : undefined;
  } catch {
    // The kernel's own scan serves instead.
    return undefined;
  }
}

const ROWS = 256;
const ROW_BYTES = 384;
const QUERY = 1024;
const SCALES = 2048;
const SCORES = 4096;
const CODES = 8192;
const PAGES = 2;

/**
 * Whether the module's scores equal plain integer arithmetic. Tested over many rows and right after compiling: V8 11.3
 * (Node 20, behind a flag) computes some rows wrongly until it has optimised the module.
 */
export function scansRightly(module: WebAssembly.Module): boolean {
  const memory = new WebAssembly.Memory({ initial: PAGES });
  const { scanCodes } = new WebAssembly.Instance(module, { env: { memory } }).exports as {
    scanCodes(at: number): void;
  };
  const query = new Int8Array(memory.buffer, QUERY, ROW_BYTES);
  for (let i = 0; i < ROW_BYTES; i++) query[i] = ((i * 89) % 255) - 127;
  const codes = new Uint8Array(memory.buffer, CODES, ROWS * ROW_BYTES);
  for (let i = 0; i < codes.length; i++) codes[i] = 1 + ((i * 53 + (i >> 7)) % 127);
  new Float32Array(memory.buffer, SCALES, ROWS).fill(1);
  // A `CodeScan` (assembly/vectors/codes.ts) with one chunk, whose origin follows the record.
  const scan = 0;
  const origins = 64;
  const surplus = 64 * query.reduce((sum, weight) => sum + weight, 0);
  new Uint32Array(memory.buffer, scan).set([origins, 1, ROWS, ROW_BYTES, SCALES, SCORES, QUERY]);
  new Float32Array(memory.buffer, scan)[7] = 1;
  new Int32Array(memory.buffer, scan)[8] = surplus;
  new Uint32Array(memory.buffer, origins)[0] = CODES;

  scanCodes(scan);
  return new Float32Array(memory.buffer, SCORES, ROWS).every((score, row) => {
    const code = (i: number): number => codes[row * ROW_BYTES + i] as number;
    return score === query.reduce((sum, weight, i) => sum + weight * code(i), -surplus);
  });
}
