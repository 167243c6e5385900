// Runs the loop of docs/start.md as written, with the real client and a real memory, and compiles it with the client's
// types.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import * as lenses from '../../../src/entries/lenses.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { openFixed, overviewOf } from '../../support/fixed-memory.ts';
import { localProvider, type LocalProvider } from '../support/agents/local-provider.ts';

const page = readFileSync(new URL('../../../docs/start.md', import.meta.url), 'utf8');

interface Body {
  readonly messages: { readonly role: string; readonly content: string }[];
  readonly tools: { readonly function: { readonly name: string } }[];
}

const [loop = ''] = examplesOf(page, 'The next prompt in a loop of your own');
const [restored = ''] = examplesOf(page, 'After a reload');

/** The types that the page says to declare, by the names of what has them. */
const DECLARED = [...page.matchAll(/`(functions|messages): (OpenAI\.\w+\[\])`/g)];

const typed = DECLARED.reduce(
  (code, [, name, type]) => code.replace(`const ${name} =`, `const ${name}: ${type} =`),
  loop,
);

/** Returns the compiler's errors for each program in an app with the types of the real client. */
function complaints(programs: readonly string[]): string[] {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const files = programs.map((_, index) => `start-page-${process.pid}-${index}.ts`);
  const config = `start-page-${process.pid}.json`;
  for (const [index, file] of files.entries()) {
    const code = programs[index]?.replaceAll('working-memory/lenses', '../../src/entries/lenses.ts');
    writeFileSync(`${folder}${file}`, `${SURROUNDINGS}${code}`);
  }
  // Options of a new app.
  const compilerOptions = { noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false };
  writeFileSync(
    `${folder}${config}`,
    JSON.stringify({ extends: './tsconfig.json', compilerOptions, files, include: [] }),
  );
  try {
    const { stdout } = spawnSync(process.execPath, [COMPILER, '--noEmit', '-p', config], {
      cwd: folder,
      encoding: 'utf8',
    });
    const said = stdout.split(/^(?=\S)/m);
    return files.map((file) => said.filter((each) => each.startsWith(file)).join(''));
  } finally {
    for (const file of [...files, config]) rmSync(`${folder}${file}`);
  }
}

const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const SURROUNDINGS = `import OpenAI from 'openai';
import type { WorkingMemory } from '../../src/entries/index.ts';
declare const memory: WorkingMemory, client: OpenAI, model: string, question: string;
`;

describe('the first page of the documentation', () => {
  let provider: LocalProvider<Body> | undefined;
  afterEach(() => provider?.close());

  it('shows a loop in which a model keeps its memory', async () => {
    const OVERVIEW = '# Working Memory\n\n- Dinner on Friday\n';
    const input = JSON.stringify({ path: 'overview.md', content: OVERVIEW, force: true });
    const call = { id: 'call_1', type: 'function', function: { name: 'write', arguments: input } };
    provider = await localProvider(
      [{ tool_calls: [call] }, { content: 'Noted.' }].map((message) => ({
        choices: [{ message: { role: 'assistant', content: null, ...message } }],
        usage: { prompt_tokens: 1234 },
      })),
    );
    const memory = await openFixed();
    const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
    const bound = { ...lenses, memory, client, model: 'local', question: 'Dinner is on Friday.' };
    await runExample(loop, bound);

    expect(await overviewOf(memory)).toBe(OVERVIEW);
    const [first, second] = provider.requests;
    expect(first?.tools.map((tool) => tool.function.name)).toContain('compact_history');
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(first?.messages[0]?.content).toBe(await memory.context.guide());
    expect(first?.messages[1]?.content).toBe('Dinner is on Friday.');
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(second?.messages[3]).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/^Written: overview\.md/),
    });
    const kept = await memory.context.restore(lenses.openaiChat);
    expect(kept.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant']);
    await memory.close();
  });

  it('names the types that its loop and its restored list need', () => {
    expect(DECLARED.map(([, name]) => name)).toEqual(['functions', 'messages']);
    const [, type = ''] = /`(as OpenAI\.\w+\[\])`/.exec(page) ?? [];
    const sent = (list: string): string =>
      `import { openaiChat } from 'working-memory/lenses';\n${restored}await client.chat.completions.create({ model, messages: ${list} });`;
    expect(complaints([typed, sent(`messages ${type}`), loop, sent('messages')])).toEqual([
      '',
      '',
      expect.stringContaining("Type 'string' is not assignable"),
      expect.stringContaining("is not assignable to type 'ChatCompletionMessageParam'"),
    ]);
  });
});
