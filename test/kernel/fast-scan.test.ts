// Node 20 has relaxed SIMD behind a flag, and computes wrong results until it has optimised a module.
import { setFlagsFromString } from 'node:v8';
import { afterEach, expect, test, vi } from 'vitest';
import { compileFastScan, scansRightly } from '../../src/kernel/fast-scan.ts';
import { fastScanText } from '../../src/kernel/fast-scan-text.ts';
import { bytesOfText } from '../../src/kernel/wasm-bytes.ts';
import { openKernel } from '../support/kernel/kernel-settings.ts';
import { expectSameScans } from '../support/kernel/scan-twins.ts';

const bytes = bytesOfText(fastScanText);
const isShipped = WebAssembly.validate(bytes);

afterEach(() => vi.restoreAllMocks());

test('where the engine has no relaxed SIMD there is no fast scan', async () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  expect(await compileFastScan()).toBeUndefined();
});

test('where nothing may be compiled there is no fast scan, and no error', async () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(true);
  vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new Error('unsafe-eval'));
  expect(await compileFastScan()).toBeUndefined();
});

test('a kernel refuses a module that is none of a scan', () => {
  const { kernel } = openKernel();
  // It asks for a global that a kernel does not have.
  const other = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 2, 8, 1, 1, 97, 1, 98, 3, 127, 0));
  expect(() => kernel.useFastScan(other)).toThrow(/has another version/);
});

test.skipIf(isShipped)('a scan that the engine computes wrongly is not used', async () => {
  setFlagsFromString('--experimental-wasm-relaxed-simd');
  expect(WebAssembly.validate(bytes)).toBe(true);
  expect(await compileFastScan()).toBeUndefined();
});

test('computed rightly, it finds the same bits', () => {
  if (!isShipped) setFlagsFromString('--experimental-wasm-relaxed-simd');
  setFlagsFromString('--no-liftoff');
  // A section of no meaning makes it another module, so that none is taken which was compiled before.
  const module = new WebAssembly.Module(Uint8Array.of(...bytes, 0, 2, 1, 65));
  expect(scansRightly(module)).toBe(true);
  expectSameScans(module);
});
