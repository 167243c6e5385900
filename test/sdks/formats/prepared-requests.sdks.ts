// Every prepared request is valid for its SDK: written out as TypeScript, checked against the SDK's own types, and by
// its validator, if it has one.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { modelMessageSchema } from 'ai';
import { modelMessageSchema as modelMessageSchemaOfV5 } from 'ai-v5';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../../src/errors.ts';
import { agentApp, request } from '../../support/agents/agent-app.ts';
import { anyMove, newCourse, play } from '../../support/agents/agent-moves.ts';
import { formats, type MessageFormat, modelMessages } from '../../support/messages/message-formats.ts';

/** The type of the SDK's request by format; the module that it comes from. */
const DECLARED: Readonly<Record<string, string>> = {
  openaiChat: `import type OpenAI from 'openai'; type Message = OpenAI.ChatCompletionMessageParam;`,
  openaiChatSingleSystem: `import type OpenAI from 'openai'; type Message = OpenAI.ChatCompletionMessageParam;`,
  openaiResponses: `import type OpenAI from 'openai'; type Message = OpenAI.Responses.ResponseInputItem;`,
  anthropicMessages: `import type Anthropic from '@anthropic-ai/sdk'; type Message = Anthropic.MessageParam;`,
  aiSdkPrompt: `import type { LanguageModelMiddleware as M } from 'ai'; type Message = Parameters<NonNullable<M['transformParams']>>[0]['params']['prompt'][number];`,
  openaiAgents: `import type { AgentInputItem as Message } from '@openai/agents';`,
  gemini: `import type { Content as Message } from '@google/genai';`,
  langchain: `import type { BaseMessageLike as Message } from '@langchain/core/messages';`,
  'aiSdkPrompt over ModelMessage': `import type { ModelMessage } from 'ai'; type Message = ModelMessage;`,
};
const checked = [...formats, modelMessages].filter(({ name }) => name in DECLARED);

const HERE = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 6;
const MOVES = 25;

/** The requests of random runs in a small window, where nearly all of them hide or cut something. */
async function requestsOf(format: MessageFormat): Promise<(readonly object[])[]> {
  const found: (readonly object[])[] = [];
  const runs = fc.sample(fc.array(anyMove, { minLength: MOVES, maxLength: MOVES, size: 'max' }), {
    numRuns: RUNS,
    seed: 7,
  });
  for (const moves of runs) {
    const app = await agentApp(format, 3000);
    const course = newCourse();
    for (const move of moves) {
      const before = { system: app.system, script: [...app.script] };
      await play(app, move, course);
      try {
        found.push((await request(app)).messages);
      } catch (error) {
        if (!isWorkingMemoryError(error, 'window-too-small')) throw error;
        Object.assign(app, before);
      }
    }
    await app.memory.close();
  }
  return found;
}

/** Returns a value as source code: bytes have no JSON. */
function source(value: unknown): string {
  if (value instanceof Uint8Array) return `new Uint8Array([${value.join(', ')}])`;
  if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${fields.map(([name, each]) => `${JSON.stringify(name)}: ${source(each)}`).join(', ')} }`;
}

describe('the prepared requests of random runs', () => {
  let folder: string;
  beforeAll(async () => {
    await mkdir(`${HERE}/test-results`, { recursive: true });
    folder = await mkdtemp(`${HERE}/test-results/requests-`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(checked)('have the types of the SDK, for $name', async (format) => {
    const requests = await requestsOf(format);
    expect(requests.length).toBeGreaterThan(RUNS * MOVES * 0.5);
    // Each message once: most requests begin alike.
    const messages = new Set(requests.flat().map(source));
    const at = `${folder}/${format.name.replaceAll(' ', '-')}`;
    await mkdir(at);
    const lines = [...messages].map((message) => `take(${message});`);
    await writeFile(
      `${at}/requests.ts`,
      `${DECLARED[format.name]}\ndeclare function take(message: Message): void;\n${lines.join('\n')}\n`,
    );
    await writeFile(
      `${at}/tsconfig.json`,
      JSON.stringify({
        extends: `${HERE}/tsconfig.json`,
        include: ['.'],
        exclude: [],
        compilerOptions: { noEmit: true },
      }),
    );
    const { stdout } = await promisify(execFile)('npx', ['tsc', '--project', at], { maxBuffer: 1e8 }).catch(
      (error) => error as { stdout: string },
    );
    const errors = stdout.split('\n').filter((line) => /error TS/.test(line));
    expect([errors.length, ...errors.slice(0, 3)]).toEqual([0]);
  });

  it('pass the validators of the AI SDK', async () => {
    const requests = await requestsOf(modelMessages);
    for (const schema of [modelMessageSchema, modelMessageSchemaOfV5]) {
      const refused = requests.flat().flatMap((message) => schema.safeParse(message).error?.message ?? []);
      expect(refused.slice(0, 3)).toEqual([]);
    }
  });
});
