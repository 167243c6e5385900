// A suite of checks on any test runner: vitest, node:test, Deno, Bun, or a list in a page.

/** A function of a test runner that adds a test. A failing check throws. */
type Test = (name: string, body: () => Promise<void>) => unknown;

/**
 * `{ describe, it }` of a test runner, or its `test` alone; then the name of the suite precedes each test's.
 * `node:test`, vitest, Jest, Mocha and `bun:test` have both, Deno has `{ test: Deno.test }`.
 */
export type TestRunner =
  | { readonly describe?: (name: string, body: () => void) => unknown; readonly it: Test }
  | { readonly describe?: (name: string, body: () => void) => unknown; readonly test: Test };

/** Tests by their names, which are sentences. */
export type Checks<Subject> = Readonly<Record<string, (subject: Subject) => void | Promise<void>>>;

/** Adds the tests; each check gets a subject of its own. */
export function suite<Subject>(
  runner: TestRunner,
  name: string,
  checks: Checks<Subject>,
  use: (check: (subject: Subject) => void | Promise<void>) => Promise<void>,
): void {
  const test = 'it' in runner ? runner.it : runner.test;
  const { describe } = runner;
  const all = (prefix: string): void => {
    for (const [sentence, check] of Object.entries(checks)) test(prefix + sentence, () => use(check));
  };
  if (describe) describe(name, () => all(''));
  else all(`${name}: `);
}
