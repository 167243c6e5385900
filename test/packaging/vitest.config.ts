// Slow suites over the tarball; run by scripts/test-packaging.mjs, which packs it.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/packaging/*.packaging.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
    reporters: ['verbose'],
  },
});
