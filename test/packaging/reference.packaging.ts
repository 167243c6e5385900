// The reference in docs/reference is that of the declarations which ship.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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
