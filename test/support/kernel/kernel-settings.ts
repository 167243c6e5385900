// Kernels for tests: settings of the default profile, plain items and queries, and the module compiled once.
import type { KernelExports } from '../../../src/kernel/exports.ts';
import { inlineKernel } from '../../../src/kernel/inline.ts';
import {
  createKernel,
  type Columns,
  type Kernel,
  type KernelSettings,
  type RankQuery,
} from '../../../src/kernel/kernel.ts';

export const kernelModule = new WebAssembly.Module(inlineKernel());

const HOUR = 3_600_000;

export const settings: KernelSettings = {
  decay: { factor: 0.95, periodMs: 6 * HOUR, floor: 0.1 },
  lowBelow: 0.3,
  protectedFrom: 0.7,
  recentSteps: 5,
  softSteps: 20,
  softMs: HOUR,
  key: 'fifo',
};

export function columns(changes: Partial<Columns> = {}): Columns {
  return { importance: 0.5, createdAt: 0, step: 0, tokens: 10, pinned: false, forgotten: false, ...changes };
}

export function openKernel(changes: Partial<KernelSettings> = {}): { kernel: Kernel; raw: KernelExports } {
  let raw: KernelExports | undefined;
  const kernel = createKernel(kernelModule, { ...settings, ...changes }, (exports) => (raw = exports));
  return { kernel, raw: raw as KernelExports };
}

/** Returns a query at time 0 without words. */
export function rankQuery(changes: Partial<RankQuery> = {}): RankQuery {
  return { terms: new Uint32Array(), limit: 10, now: 0, decayFloor: 0.1, ...changes };
}

export const slotsOf = (hits: readonly { slot: number }[]): number[] => hits.map((hit) => hit.slot);

/** Adds texts of one word each; by default a word that no other text has. */
export function tell(kernel: Kernel, texts: readonly (Partial<Columns> & { word?: number })[]): void {
  for (const { word, ...item } of texts) {
    const slot = kernel.add(columns(item));
    kernel.index(slot, Uint32Array.of(word ?? 1_000 + 2 * slot));
  }
}
