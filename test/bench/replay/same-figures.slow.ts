// The replay command: two replays of the same runs give the same figures, bit for bit.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import type { ChatMessage, Run } from '../../../replay/chat.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import { call, result, says, system, user } from './messages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Inside the package, whose own name it imports. */
const OUT = join(ROOT, 'build/replay-test');
const COMMAND = join(OUT, 'run.mjs');
const QUICK = ['--windows', '2000', '--shares', 'none', '--lost'];
const SETS = ['tau', 'tau+fallible'];
const RUNS = 2;
const STEPS = 14;
let data: string;

/** An agent that looks orders up, and needs the first of them at the end. */
const run = (number: number): Run => {
  const order = (step: number): string => `ORD-${number}${step}${step * 7}`;
  const asking = (step: number, id: string) => [asks(`c${step}`, id), result(`c${step}`, lines(step, order(step)))];
  return {
    id: `run-${number}`,
    native: true,
    messages: [
      system('You look orders up.'),
      user('Look at my orders, please.'),
      ...Array.from({ length: STEPS }, (_, step) => [
        ...asking(step, order(step - 1)),
        says(`That is order ${step}.`),
        user(`I decided to keep number ${step}; do not cancel it before the next one is here.`),
      ]).flat(),
      ...asking(STEPS, order(0)),
    ],
  };
};
const asks = (id: string, order: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [call(id, { order_id: order })],
});
const lines = (step: number, order: string): string =>
  Array.from({ length: 12 }, (_, line) => `line ${line} of ${order}, state ${(line * step) % 5}`).join('\n');

beforeAll(async () => {
  data = await temporaryFolder();
  const runs = Array.from({ length: RUNS }, (_, number) => `${JSON.stringify(run(number))}\n`);
  await writeFile(join(data, 'traj_tau.jsonl'), runs.join(''));
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      outDir: OUT,
      minify: false,
      ssr: true,
      emptyOutDir: true,
      rolldownOptions: {
        external: [/^working-memory/],
        input: { main: 'bench/replay/main.ts', job: 'bench/replay/job.ts' },
      },
    },
  });
  await writeFile(COMMAND, `import { main } from './main.js';\nawait main(process.argv.slice(2));\n`);
});

async function replayed(...args: string[]): Promise<string> {
  const json = join(await temporaryFolder(), 'replay.json');
  await promisify(execFile)(
    process.execPath,
    [COMMAND, ...QUICK, '--data', data, '--sets', SETS.join(','), '--json', json, ...args],
    {
      maxBuffer: 2 ** 26,
    },
  );
  return readFile(json, 'utf8');
}

it('gives the same JSON twice, on one thread and on two', async () => {
  const first = await replayed('--jobs', '1');
  const { runs } = JSON.parse(first) as {
    runs: { strategy: string; measures: { requests: number; epochs: number } }[];
  };
  expect(runs.length).toBeGreaterThan(RUNS * 8);
  expect(runs.every(({ measures }) => measures.requests > STEPS)).toBe(true);
  expect(runs.some(({ strategy, measures }) => strategy === 'epochs' && measures.epochs > 1)).toBe(true);
  expect((await replayed('--jobs', '1')) === first).toBe(true);
  expect((await replayed('--jobs', '2')) === first).toBe(true);
}, 240_000);
