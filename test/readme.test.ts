// The README's example is a program; this runs it as written.
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('runs the example of the README against the built package', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(example).toContain("from 'working-memory'");
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(15);
  const file = new URL('../build/readme-example.mjs', import.meta.url);
  const printed: unknown[] = [];
  await writeFile(file, example.replaceAll('console.log', 'globalThis.printed.push'));
  Object.assign(globalThis, { printed });
  await import(/* @vite-ignore */ file.href);
  await rm(file);
  expect(printed).toEqual(['The user is allergic to nuts', true]);
});
