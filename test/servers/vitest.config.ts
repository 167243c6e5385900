// Suites over databases; run by scripts/test-servers.mjs, which installs them.
import { defineConfig } from 'vitest/config';
import { PATIENCE } from '../support/patience.ts';

export default defineConfig({
  test: {
    ...PATIENCE,
    include: ['test/servers/**/*.servers.ts'],
    setupFiles: ['test/support/property-seed.ts'],
  },
});
