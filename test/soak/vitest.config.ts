// The soak; run by scripts/soak.mjs.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/soak/*.soak.ts'], hookTimeout: 60_000, reporters: ['default'] },
});
