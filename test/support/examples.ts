// Runs the examples of documentation pages as they are written.

/** Returns the examples under one heading of a page. */
export function examplesOf(page: string, heading: string): string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return Array.from(section.matchAll(/```js\n([\s\S]*?)```/g), ([, code = '']) => code);
}

/** Runs an example with these names in place of its imports; returns the value of the expression `result`. */
export async function runExample(code: string | undefined, bound: object, result = 'undefined'): Promise<unknown> {
  if (code === undefined) throw new Error('The page has no such example.');
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const program = code.replaceAll(/^import .*\n|^export /gm, '');
  return new AsyncFunction(...Object.keys(bound), `${program}\nreturn ${result};`)(...Object.values(bound));
}
