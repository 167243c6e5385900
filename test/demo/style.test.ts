// Style sheets of the demo: a few tokens, and no other values.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../demo/style/', import.meta.url);
const sheets = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(new URL(name, FOLDER), 'utf8').replace(/\/\*[^]*?\*\//g, ''),
}));

const values = (property: RegExp): string[] =>
  sheets.flatMap(({ name, text }) =>
    Array.from(text.matchAll(/(?<=[\s{;])([a-z-]+): ([^;{}]+);/g)).flatMap(([, found = '', value = '']) =>
      property.test(found) ? [`${name} ${found}: ${value}`] : [],
    ),
  );

const inspector = readdirSync(new URL('../../src/inspector/style/', import.meta.url)).map((name) =>
  readFileSync(new URL(`../../src/inspector/style/${name}`, import.meta.url), 'utf8'),
);

describe('the style of the demo', () => {
  it('moves two things: what is remembered, and the file that was written', () => {
    const all = [...sheets.map(({ text }) => text), ...inspector].join('\n');
    const moving = [...all.matchAll(/(?<![\w-])(?:animation|transition|scroll-behavior)[a-z-]*: ([^;]+);/g)];
    expect(moving.map(([, value]) => value).sort()).toEqual([
      'arc 500ms ease-out',
      'none',
      'none !important',
      'none !important',
      // A wait of three seconds, without a motion.
      'unstarted 0s 3s backwards',
      'written 1.4s ease-out',
    ]);
  });

  it('has five sizes of type, by their names alone', () => {
    const sizes = values(/^font(-size)?$/);
    expect(sizes.length).toBeGreaterThan(40);
    const named = /: (?:inherit|revert|(?:\d00 )?var\(--(?:tiny|small|middle|large|largest)\)(?: .*)?)$/s;
    expect(sizes.filter((one) => !named.test(one))).toEqual([]);
    const tokens = values(/^--(tiny|small|middle|large|largest)$/).map((one) => one.replace(/^.*: /, ''));
    // On a phone the largest is the large one.
    expect([...new Set(tokens)]).toEqual(['20px', '11px', '12.5px', '14px', '30px']);
  });

  it('has one scale of spaces', () => {
    const spaces = values(/^(padding|margin|gap|(row|column)-gap)(-|$)/);
    expect(spaces.length).toBeGreaterThan(90);
    const onScale = /^(0|auto|-?(4|8|12|16|24|32)px)$/;
    expect(
      spaces.filter(
        (one) =>
          !one
            .replace(/^.*: /, '')
            .split(' ')
            .every((part) => onScale.test(part)),
      ),
    ).toEqual([]);
  });

  it('names its colours and corners in one place', () => {
    const corners = values(/^border-radius$/).flatMap((one) => one.replace(/^.*: /, '').split(' '));
    expect(corners.filter((one) => !/^(0|50%|inherit|var\(--(radius|edge|round)\))$/.test(one))).toEqual([]);
    const literal = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|: (white|black|red)\b/;
    const colours = sheets
      .filter(({ name }) => name !== 'theme.css')
      .flatMap(({ text }) => literal.exec(text)?.[0] ?? []);
    expect(colours).toEqual([]);
  });
});
