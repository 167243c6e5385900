// Every recipe of CONTRIBUTING.md, applied as written to a copy of the project.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyWith, folderIn } from './apply-recipes.ts';
import { readRecipes } from './read-recipes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const recipes = readRecipes(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

/** The rules that hold for every change. */
const HOUSE = 'test/architecture.test.ts';

/** Files of src/ that a change touches at most. */
const MOST_SOURCES: Readonly<Record<string, number>> = {
  'A forget strategy': 3,
  'A lens': 2,
  'A storage adapter': 2,
  'An option': 1,
  'A persisted field of an item': 1,
  'An engine method': 4,
  'A kind of message': 4,
  'A tool': 6,
};

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[];
}

describe('the recipes of CONTRIBUTING.md', () => {
  let copy: string;
  let files: readonly TestFile[] = [];

  /** Returns the output of a command of an installed package, including its failure. */
  const run = (script: string, ...args: string[]): Promise<string> => {
    const env = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(ROOT, 'node_modules', script), ...args],
        // CI: a snapshot that does not match fails instead of being written.
        { cwd: copy, env: { ...Object.fromEntries(env), CI: 'true', NODE_ENV: 'test' }, maxBuffer: 2 ** 26 },
        (_, stdout, stderr) => resolve(stdout + stderr),
      );
    });
  };

  beforeAll(async () => {
    copy = await folderIn(ROOT);
    await copyWith(recipes, ROOT, copy);
    const setupFiles = ['test/support/property-seed.ts'];
    await writeFile(
      join(copy, 'vitest.config.mjs'),
      `export default ${JSON.stringify({ test: { include: ['test/**/*.test.ts'], setupFiles, testTimeout: 60_000 } })};`,
    );
    const proof = new Set([HOUSE, ...recipes.flatMap((recipe) => recipe.proof)]);
    const said = await run('vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=results.json', ...proof);
    const results = await readFile(join(copy, 'results.json'), 'utf8').catch(() => {
      throw new Error(said);
    });
    files = (JSON.parse(results) as { testResults: TestFile[] }).testResults;
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('are those that are counted here', () => {
    expect(recipes.map(({ title }) => title)).toEqual(Object.keys(MOST_SOURCES));
  });

  it('compile together', async () => {
    const include = ['src', 'worker', 'test/types', ...recipes.flatMap(({ proof }) => proof)];
    const config = { extends: './tsconfig.json', include, exclude: [] };
    await writeFile(join(copy, 'tsconfig.recipes.json'), JSON.stringify(config));
    expect(await run('typescript/bin/tsc', '--project', 'tsconfig.recipes.json')).toBe('');
  });

  it.each(recipes)('$title: touches no more files of src/ than counted', ({ title, steps }) => {
    const sources = new Set(steps.map(({ path }) => path).filter((path) => path.startsWith('src/')));
    expect(sources.size).toBeLessThanOrEqual(MOST_SOURCES[title] ?? 0);
    expect(sources.size).toBeGreaterThan(0);
  });

  it('break no rule of the house', () => expectPassed(HOUSE));

  it.each(recipes)('$title: passes the tests that it names', ({ proof }) => {
    expect(proof).not.toEqual([]);
    proof.forEach(expectPassed);
  });

  function expectPassed(path: string): void {
    const file = files.find(({ name }) => name.endsWith(`/${path}`));
    const failures = file?.assertionResults.flatMap(({ fullName, failureMessages }) =>
      failureMessages.map((message) => `${fullName}: ${message}`),
    );
    const { status, message } = file ?? {};
    expect({ path, status, message, failures }).toEqual({ path, status: 'passed', message: '', failures: [] });
  }
});
