// Suites over the SDKs of providers and the clients of databases; run by scripts/test-sdks.mjs, which installs them.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/sdks/**/*.sdks.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
