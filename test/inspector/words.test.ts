import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_PARTS } from '../../src/context/watching/own-words.ts';
import { VICTIM_CLASSES } from '../../src/items/eviction.ts';
import { en } from '../../src/inspector/words/en.ts';
import { zh } from '../../src/inspector/words/zh.ts';

const ROOT = 'src/inspector';
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const namesIn = (table: object, before = ''): string[] =>
  Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? namesIn(value, `${before}${name}.`) : [`${before}${name}`],
  );

describe('the words of the inspector', () => {
  it('are the same ones in both languages', () => {
    expect(namesIn(zh)).toEqual(namesIn(en));
  });

  it('name every victim class, in the order in which they leave', () => {
    expect(en.items.classes).toEqual(VICTIM_CLASSES);
  });

  it('name every part of the memory’s own words', () => {
    expect(Object.keys(en.prompt.parts).sort()).toEqual([...OWN_PARTS].sort());
  });

  it('are all of what the screens say: no sentence stands in a view', () => {
    const spoken = sources
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)[^<>{}]*</g), ([, said]) => `${path}: ${said}`),
      );
    expect(spoken).toEqual([]);
  });
});

describe('the style of the inspector', () => {
  const style = sources
    .filter(({ path }) => path.startsWith('style/'))
    .map(({ text }) => text)
    .join('\n');

  it('has five type sizes and one scale of spaces', () => {
    expect(
      [...style.matchAll(/font(?:-size)?: (?!inherit)([^;]+);/g)].filter(
        ([, size]) => !/var\(--size-\d\)/.test(size ?? ''),
      ),
    ).toEqual([]);
    expect(new Set(style.match(/--size-\d(?=:)/g)).size).toBe(5);
    const spaces = [...style.matchAll(/\b(?:padding|gap|margin)[a-z-]*: ([^;]+);/g)].flatMap(
      ([, value = '']) => value.match(/\d+(?=px)/g) ?? [],
    );
    expect(spaces.filter((space) => !['4', '8', '12', '16', '24', '32'].includes(space))).toEqual([]);
  });

  it('is set by no attribute, as strict policies forbid', () => {
    expect(sources.filter(({ text }) => /\bstyle=/.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
