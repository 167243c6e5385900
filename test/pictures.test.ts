// Pictures of the docs match the figures in docs: `npm run pictures` writes them.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pictures } from '../scripts/pictures.mjs';

const rootOf = (path: string): URL => new URL(`../${path}`, import.meta.url);
const documents = [
  'README.md',
  'README.zh-CN.md',
  ...readdirSync(rootOf('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((path) => readFileSync(rootOf(path), 'utf8'));

describe.each(Object.entries(pictures()))('docs/pictures/%s', (name, svg) => {
  it('is what the figures of today give', () => {
    expect(readFileSync(rootOf(`docs/pictures/${name}`), 'utf8') === svg).toBe(true);
  });

  it('follows light and dark, needs no font or file from elsewhere, and is small', () => {
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).toContain('Noto Sans CJK SC');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|@import|url\(/);
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg.length).toBeLessThan(60_000);
  });

  it('is shown in a document', () => {
    const pages = documents.filter((page) => page.includes(`pictures/${name})`));
    expect(pages.length).toBeGreaterThanOrEqual(1);
  });
});

describe.each(['told.svg', 'told.zh.svg'])('the moving picture %s', (name) => {
  const svg = pictures()[name] ?? '';
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, said = '']) => said);

  it('takes twelve seconds, in one cycle for all that moves', () => {
    expect([...svg.matchAll(/animation:(\d+)s linear infinite/g)].map(([, seconds]) => seconds)).toEqual(['12']);
    const moments = [...svg.matchAll(/([\d.]+)%\{/g)].map(([, percent]) => Number(percent));
    expect(Math.max(...moments)).toBeLessThanOrEqual(100);
    const named = [...svg.matchAll(/animation-name:([\w-]+)/g)].map(([, each]) => each);
    for (const each of named) expect(svg).toContain(`@keyframes ${each}{`);
  });

  it('stands still, at its end, for readers who want no motion', () => {
    expect(svg).toContain('@media (prefers-reduced-motion:reduce){.moves{animation:none}}');
  });

  it('says what was said, asked and answered in the run, and where the answer comes from', () => {
    const week = JSON.parse(readFileSync(rootOf('docs/pictures/week.json'), 'utf8')) as Week;
    const [fact] = week[name.includes('zh') ? 'zh' : 'en'].asked;
    for (const said of [fact?.said, fact?.question, fact?.answer]) {
      expect(texts.some((text) => text.includes(`“${said}”`))).toBe(true);
    }
    const [number = ''] = /[A-Z]{2}-\d{4}-[A-Z]/.exec(fact?.said ?? '') ?? [];
    expect(fact?.answer).toContain(number);
    expect(fact?.question).not.toContain(number);
  });
});

interface Week extends Record<
  'en' | 'zh',
  { readonly asked: readonly Record<'said' | 'question' | 'answer', string>[] }
> {}
