import { expect, test } from 'vitest';
import { compileFastScan, scansRightly } from '../../src/kernel/fast-scan.ts';
import { fastScanText } from '../../src/kernel/fast-scan-text.ts';
import { bytesOfText } from '../../src/kernel/wasm-bytes.ts';
import { expectSameScans } from '../support/kernel/scan-twins.ts';

test('in this browser there is a fast scan, and it finds the same bits', async () => {
  const module = await compileFastScan();
  expect(module).toBeInstanceOf(WebAssembly.Module);
  expectSameScans(module as WebAssembly.Module);
});

test('a scan that miscalculates is noticed', () => {
  const bytes = bytesOfText(fastScanText);
  const rightly = new WebAssembly.Module(bytes);
  expect(scansRightly(rightly)).toBe(true);
  // subtraction of integers, made an addition
  const [subtract, add] = [
    [0xfd, 0xb1, 0x01],
    [0xfd, 0xae, 0x01],
  ] as const;
  const places = [...bytes.keys()].filter((at) => subtract.every((byte, i) => bytes[at + i] === byte));
  expect(places).toHaveLength(1);
  bytes.set(add, places[0]);
  expect(scansRightly(new WebAssembly.Module(bytes))).toBe(false);
});
