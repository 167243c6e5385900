// Apps of frameworks over the tarball; run by scripts/test-frameworks.mjs, which packs it.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/packaging/frameworks/*.frameworks.ts'],
    testTimeout: 400_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['verbose'],
  },
});
