// Small TypeScript apps against the installed tarball, under both module resolutions and two compilers.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeEntries, emptyConsumer, manifestIn, PACKAGING } from './tarball.ts';

const COMPILERS = {
  'the newest TypeScript': fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url)),
  'TypeScript 5.7, the oldest that knows all of it,': join(PACKAGING, 'node_modules/.bin/tsc'),
};

const APP = `import { openWorkingMemory, WorkingMemoryError, type Runtime, type WorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';

export async function firstHit(session: string): Promise<string | undefined> {
  const memory: WorkingMemory = await openWorkingMemory({ session, worker: 'blob', limits: { maxItems: 8 } });
  const kind: Runtime['worker'] = memory.runtime.worker;
  const { messages } = await memory.context.prepare(openaiChat, [{ role: 'user', content: String(kind) }]);
  const { hits } = await memory.items.remember('parrot');
  await memory.close();
  return hits[0]?.item.text ?? String(messages.length);
}
export const failed = (error: unknown): string => (error instanceof WorkingMemoryError ? error.code : 'unknown');
// @ts-expect-error there is no such option
export const misuse = () => openWorkingMemory({ session: 's', workers: 4 });
// @ts-expect-error a result is no number
export const wrong = async (): Promise<number> => (await (await openWorkingMemory({ session: 's' })).items.list())[0];
`;

let folder: string;
beforeAll(async () => {
  folder = await emptyConsumer();
  const entries = codeEntries(manifestIn(folder));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'app.ts'), APP);
  writeFileSync(
    join(folder, 'entries.ts'),
    entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`).join(''),
  );
});

const RESOLUTIONS = { bundler: 'esnext', node16: 'node16' };

describe('an app in TypeScript', () => {
  for (const [compiler, tsc] of Object.entries(COMPILERS)) {
    for (const [moduleResolution, module] of Object.entries(RESOLUTIONS)) {
      it(`has types for every entry with ${compiler} and moduleResolution ${moduleResolution}`, () => {
        const compilerOptions = {
          module,
          moduleResolution,
          target: 'es2022',
          lib: ['es2022', 'dom'],
          types: [],
          strict: true,
          skipLibCheck: false,
          noEmit: true,
        };
        const config = join(folder, `tsconfig.${moduleResolution}.json`);
        writeFileSync(config, JSON.stringify({ compilerOptions, files: ['app.ts', 'entries.ts'] }));
        expect(messagesOf(tsc, config)).toBe('');
      });
    }
  }
});

function messagesOf(tsc: string, config: string): string {
  try {
    return execFileSync(tsc, ['-p', config], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}
