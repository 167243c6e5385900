// The built site in Chromium; run by scripts/test-docs.mjs, which builds it.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/docs/*.docs.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
  },
});
