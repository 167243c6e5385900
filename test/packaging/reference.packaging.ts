// The reference in docs/reference matches the declarations that ship.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';
import { referenceOf } from './reference.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = new URL('../../docs/reference/', import.meta.url);

describe('docs/reference', () => {
  const pages = referenceOf(ROOT);

  it.each(pages)('has the public names of $name (npm run reference writes it)', async ({ name, text }) => {
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL(`${name}.md`, PAGES)));
  });

  it('has a page for each entry, and no other', () => {
    expect(readdirSync(PAGES).sort()).toEqual(pages.map(({ name }) => `${name}.md`).sort());
  });

  it('describes every public name', () => {
    expect(pages.flatMap(({ undocumented }) => undocumented)).toEqual([]);
  });
});

describe('a public name without a docstring', () => {
  it('is found, with the entry that exports it', async () => {
    const folder = await temporaryFolder();
    const exports = { '.': { types: './index.d.ts' }, './tools': { types: './tools.d.ts' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-package', exports }));
    writeFileSync(join(folder, 'index.d.ts'), '/** Opens. */\nexport declare function open(): Promise<void>;\n');
    writeFileSync(
      join(folder, 'tools.d.ts'),
      "export { open } from './index.d.ts';\n/** Set to 1. */\nexport declare const one: 1;\nexport interface Tool {\n  readonly name: string;\n}\n",
    );
    const pages = referenceOf(folder);
    expect(pages.map(({ name, undocumented }) => [name, undocumented])).toEqual([
      ['index', []],
      ['tools', ['a-package/tools: Tool']],
    ]);
  });
});
