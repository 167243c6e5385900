// Suites over the SDKs of providers and the clients of databases; run by scripts/test-sdks.mjs, which installs them.
import { defineConfig } from 'vitest/config';
import { PATIENCE } from '../support/patience.ts';

/** The major before the newest one that runs here, under a name of its own. */
const FORMER = { openai: 'openai-v5', '@anthropic-ai/sdk': 'anthropic-v0', '@google/genai': 'genai-v1' };

const SUITES = 'test/sdks/**/*.sdks.ts';
const WITH_FORMER = [
  'test/sdks/formats/{anthropic,openai-chat,openai-responses}.sdks.ts',
  'test/sdks/runs/{aborts,anthropic,anthropic-tool-runner,gemini,openai}.sdks.ts',
];

export default defineConfig({
  test: {
    ...PATIENCE,
    setupFiles: ['test/support/property-seed.ts'],
    projects: [
      { extends: true, test: { name: 'sdks', include: [SUITES] } },
      {
        extends: true,
        resolve: { alias: FORMER },
        test: { name: 'former-sdks', include: WITH_FORMER, env: { SDK_MAJOR: 'former' } },
      },
    ],
  },
});
