// Snippets that the demo offers to copy equal those of README and docs.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IMPORT, OPENING, SNIPPETS } from '../../demo/integration/snippets.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The first block of code under a heading of the second level. */
function blockUnder(heading: string, text: string): string | undefined {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  return /```(?:js|ts)\n([\s\S]*?)\n```/.exec(section ?? '')?.[1];
}

describe('the code to copy', () => {
  it('opens a memory as the first example of the README does', () => {
    const [, example] = /```js\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(example?.startsWith(`${IMPORT}\n\n${OPENING}\n`)).toBe(true);
    expect(IMPORT).toContain("from 'working-memory'");
  });

  it.each(SNIPPETS)('has the lines of “$source.heading” one by one as in $source.file', ({ source, code }) => {
    const [imported = '', ...calls] = (blockUnder(source.heading, read(source.file)) ?? '').split('\n\n');
    expect(imported).toMatch(/^import .*from 'working-memory\/[\w-]+';$/);
    expect(code).toBe(`${IMPORT}\n${imported}\n\n${OPENING}\n\n${calls.join('\n\n')}`);
  });

  it.each(SNIPPETS)(
    'names for “$source.heading” what the app brings, and nothing that the lines declare',
    ({ code, yours }) => {
      for (const name of yours) {
        expect(code).toMatch(new RegExp(`\\b${name}\\b`));
        expect(code).not.toMatch(new RegExp(`(const|import)[^=;]*\\b${name}\\b[^=;]*(=|from)`));
      }
    },
  );

  it('offers each SDK once, in code that parses', () => {
    expect(SNIPPETS.map(({ key }) => key)).toEqual(['openai', 'ai-sdk', 'anthropic', 'loop']);
    for (const { code } of SNIPPETS) {
      const body = code.replace(/^import .*$/gm, '');
      expect(() => new Function(`return async () => {${body}}`)).not.toThrow();
    }
  });
});
