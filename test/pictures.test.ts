// The pictures of the docs are drawn from figures in docs: `npm run pictures` writes them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pictures } from '../scripts/pictures.mjs';

describe.each(Object.entries(pictures()))('docs/pictures/%s', (name, svg) => {
  it('is what the figures of today give', () => {
    expect(readFileSync(new URL(`../docs/pictures/${name}`, import.meta.url), 'utf8') === svg).toBe(true);
  });

  it('follows light and dark, needs no font or file from elsewhere, and is small', () => {
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).toContain('Noto Sans CJK SC');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|@import|url\(/);
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg.length).toBeLessThan(60_000);
  });
});
