// Faults of a whole browser: killed processes, damaged profiles, full disks. Run by scripts/test-faults.mjs over the build.
import { defineConfig } from 'vitest/config';
import { PATIENCE } from '../../support/patience.ts';

export default defineConfig({
  test: {
    ...PATIENCE,
    include: ['test/faults/chromium/*.faults.ts'],
    testTimeout: 120_000,
    fileParallelism: false,
    // Processes are killed by the clock: on a busy machine one may be hit too early for the fault to be what it should be.
    retry: 2,
    reporters: ['verbose'],
  },
});
