// What the demo offers to copy is what README and docs say.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPENING, SNIPPETS } from '../../demo/integration/snippets.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The first block of code under a heading of the second level. */
function blockUnder(heading: string, text: string): string | undefined {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  return /```(?:js|ts)\n([\s\S]*?)\n```/.exec(section ?? '')?.[1];
}

describe('the code to copy', () => {
  it('opens a memory as the first example of the README does', () => {
    const [, example] = /```js\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(example?.startsWith(`${OPENING}\n`)).toBe(true);
    expect(OPENING).toContain("from 'working-memory'");
  });

  it.each(SNIPPETS)('has the loop for $label line by line as in $source.file', ({ source, code }) => {
    const block = blockUnder(source.heading, read(source.file));
    expect(block).toContain("from 'working-memory/lenses'");
    expect(code).toBe(`${OPENING}\n\n${block}`);
  });

  it('offers each SDK once, in code that parses', () => {
    expect(SNIPPETS.map(({ key }) => key)).toEqual(['openai', 'ai-sdk', 'anthropic', 'plain']);
    for (const { code } of SNIPPETS) {
      const body = code.replace(/^import .*$/gm, '');
      expect(() => new Function(`return async () => {${body}}`)).not.toThrow();
    }
  });
});
