// The examples of our pages are programs; this runs one as it is written.

/** The examples under one heading of a page. */
export function examplesOf(page: string, heading: string): string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return Array.from(section.matchAll(/```js\n([\s\S]*?)```/g), ([, code = '']) => code);
}

/** Runs it with these names bound in place of its imports; gives back the value of `result`, an expression. */
export async function runExample(code: string | undefined, bound: object, result = 'undefined'): Promise<unknown> {
  if (code === undefined) throw new Error('The page has no such example.');
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const program = code.replaceAll(/^import .*\n|^export /gm, '');
  return new AsyncFunction(...Object.keys(bound), `${program}\nreturn ${result};`)(...Object.values(bound));
}
