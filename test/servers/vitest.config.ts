// Suites over databases; run by scripts/test-servers.mjs, which installs them.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/servers/**/*.servers.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
