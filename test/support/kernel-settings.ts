// Kernel settings for tests: the numbers of the default profile, and the module compiled once.
import { inlineKernel } from '../../src/kernel/inline.ts';
import type { Columns, KernelSettings } from '../../src/kernel/kernel.ts';

export const kernelModule = new WebAssembly.Module(inlineKernel());

const HOUR = 3_600_000;

export const settings: KernelSettings = {
  decayFactor: 0.95,
  decayPeriodMs: 6 * HOUR,
  decayFloor: 0.1,
  lowBelow: 0.3,
  protectedFrom: 0.7,
  recentSteps: 5,
  softSteps: 20,
  softMs: HOUR,
  hardMs: 2 * HOUR,
  key: 'fifo',
};

export function columns(changes: Partial<Columns> = {}): Columns {
  return { importance: 0.5, createdAt: 0, step: 0, tokens: 10, pinned: false, forgotten: false, ...changes };
}
