// Suites over the SDKs of providers and the clients of databases; run by scripts/test-sdks.mjs, which installs them.
import { defineConfig } from 'vitest/config';
import { PATIENCE } from '../support/patience.ts';

export default defineConfig({
  test: {
    ...PATIENCE,
    include: ['test/sdks/**/*.sdks.ts'],
    setupFiles: ['test/support/property-seed.ts'],
  },
});
