// Suites over the SDKs of providers and the clients of databases; run by scripts/test-sdks.mjs, which installs them.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE } from '../support/patience.ts';

const installed = (path: string): string => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/**
 * The version before the newest one, under a name of its own: the major, or the minor of what has no former major with this
 * interface. LangChain 0 exports no middleware, the agents of Mastra 0 fail most of these tests, LangGraph 0.4 wants a core
 * below 0.4, and OpenAI Agents, TanStack AI, WebLLM and Cloudflare's agents have had no major yet. WebLLM counts its
 * releases in the last number. Cloudflare's agents are named where they are bundled.
 */
const FORMER = {
  openai: 'openai-v5',
  '@anthropic-ai/sdk': 'anthropic-v0',
  '@google/genai': 'genai-v1',
  langchain: 'langchain-former',
  '@mastra/core': 'mastra-former',
  '@openai/agents': 'openai-agents-former',
  '@openai/agents-core/testing': installed(
    'openai-agents-former/node_modules/@openai/agents-core/dist/testing/index.mjs',
  ),
  '@tanstack/ai': 'tanstack-former',
  '@langchain/langgraph': 'langgraph-former',
  '@mlc-ai/web-llm': 'web-llm-former',
};

const SUITES = 'test/sdks/**/*.sdks.ts';
const WITH_FORMER = [
  'test/sdks/formats/{anthropic,openai-chat,openai-responses}.sdks.ts',
  'test/sdks/runs/{aborts,anthropic,anthropic-tool-runner,gemini,openai}.sdks.ts',
  'test/sdks/runs/{cloudflare-agents,langchain,langgraph-store,mastra,openai-agents,tanstack,web-llm}.sdks.ts',
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
