// Replaces `vitest` where a suite of `test/contracts/` runs in another runtime: the bundler aliases `vitest` to this
// file, the suites are imported, and `runSuites()` runs their tests one after another.
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import { expect as chaiExpect, use } from 'chai';
import type { ExpectStatic } from 'vitest';

for (const matchers of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) use(matchers);
export const expect = chaiExpect as unknown as ExpectStatic;

type Work = () => unknown;
interface Suite {
  readonly name: string;
  readonly before: Work[];
  readonly after: Work[];
}

const around: Suite[] = [];
const tests: (Suite & { readonly work: Work })[] = [];

export function describe(name: string, declare: () => void): void {
  around.push({ name, before: [], after: [] });
  declare();
  around.pop();
}

export const beforeEach = (work: Work): void => void around.at(-1)?.before.push(work);
export const afterEach = (work: Work): void => void around.at(-1)?.after.push(work);

export function it(name: string, work: Work): void {
  const suites = [...around];
  tests.push({
    name: [...suites.map((suite) => suite.name), name].join(' > '),
    before: suites.flatMap(({ before }) => before),
    after: suites.flatMap(({ after }) => after),
    work,
  });
}

export interface SuiteReport {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly name: string; readonly error: string }[];
}

export async function runSuites(): Promise<SuiteReport> {
  const passed: string[] = [];
  const failed: { name: string; error: string }[] = [];
  for (const { name, before, work, after } of tests) {
    try {
      try {
        for (const each of [...before, work]) await each();
      } finally {
        for (const each of after) await each();
      }
      passed.push(name);
    } catch (error) {
      failed.push({ name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return { passed, failed };
}
