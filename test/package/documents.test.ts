// Documents that ship with the package are current: error codes, pages that types name, drawings, texts for models,
// translations, and commands of figures.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawings } from '../../scripts/drawings.mjs';
import { withoutCommand } from '../../scripts/figures.mjs';
import { llmsFull } from '../../scripts/llms-full.mjs';
import { outdated, pairs, stamped } from '../../scripts/translations.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name}`);

describe('the page of errors', () => {
  it('has a row for every code, and no other', () => {
    const [, table = ''] = /export interface ErrorDetails \{([^]*?)\n\}/.exec(read('src/errors.ts')) ?? [];
    const codes = Array.from(table.matchAll(/^ {2}'?([\w-]+)'?: [{R]/gm), ([, code]) => code).sort();
    expect(codes).toContain('window-too-small');
    const rows = Array.from(read('docs/errors.md').matchAll(/^\| `([\w-]+)` \|/gm), ([, code]) => code).sort();
    expect(rows).toEqual(codes);
  });
});

describe('pages that the types name', () => {
  it('are there', () => {
    const named = sources.flatMap((file) =>
      Array.from(read(file).matchAll(/(?<![\w./-])docs\/[\w/-]+\.md/g), ([page]) => `${file}: ${page}`),
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((row) => {
      try {
        return read(row.split(': ')[1] ?? '') === '';
      } catch {
        return true;
      }
    });
    expect(missing).toEqual([]);
  });
});

describe('drawings of the ideas', () => {
  it.each(drawings())('$path is as its data say', ({ path, text }) => {
    expect(read(path), 'write it with node scripts/drawings.mjs').toBe(text);
  });
});

describe('the text for models', () => {
  it('has what llms.txt names for use, word for word, and fits a window of 128,000 tokens', () => {
    const text = llmsFull();
    for (const page of ['README.md', 'docs/start.md', 'docs/sdks.md', 'docs/errors.md', 'docs/options.md'])
      expect(text.includes(read(page).trim()), page).toBe(true);
    expect(text.length / 4).toBeLessThan(128_000);
  });
});

describe('the skill for coding agents', () => {
  const skill = read('skills/working-memory/SKILL.md');

  it('has a name, and says in a description when to use it', () => {
    const [, name, description = ''] = /^---\nname: ([\w-]+)\ndescription: (.*)\n---\n/.exec(skill) ?? [];
    expect(name).toBe('working-memory');
    expect(description).toMatch(/Use when/);
    expect(description.length).toBeLessThan(1024);
  });
});

describe('a translation', () => {
  const files: Record<string, string> = { 'en.md': '# Title\n\nOne.\n', 'zh.md': '# 标题\n\n一。\n' };
  const pages = new Map([['zh.md', 'en.md']]);
  const given = (path: string): string => files[path] ?? '';

  it('is refused until it says which page it translates, and again once that page changes', () => {
    expect(outdated(given, pages)).toEqual(['zh.md does not say that it translates en.md']);
    files['zh.md'] = stamped(given('zh.md'), 'en.md', given('en.md'));
    expect(outdated(given, pages)).toEqual([]);
    files['en.md'] += 'Two.\n';
    expect(outdated(given, pages)).toEqual(['zh.md is older than en.md']);
    files['zh.md'] = stamped(given('zh.md'), 'en.md', given('en.md'));
    expect(given('zh.md').match(/says/g)).toHaveLength(1);
    expect(outdated(given, pages)).toEqual([]);
  });

  it('has the headings, code and links of its original', () => {
    for (const [page, original] of pairs()) {
      const shapeOf = (path: string) => ({
        headings: read(path).match(/^#+ /gm),
        code: read(path).match(/```[^]*?```/g),
        drawings: read(path).match(/\]\([\w-]+\.svg\)/g),
        pages: Array.from(
          read(path).matchAll(/\]\((?:\.\.\/)*([\w./-]+\.md)(#[\w-]+)?\)/g),
          ([, target, anchor = '']) => `${target?.replace(/^docs\/(zh\/)?/, '')}${anchor}`,
        )
          .filter((target) => !target.startsWith('README'))
          .sort(),
      });
      expect(shapeOf(page), page).toEqual(shapeOf(original));
    }
  });
});

describe('a figure', () => {
  const scripts = { bench: '' };

  it('is refused without the command that measures it', () => {
    const page = '# Figures\n\n## Speed\n\n| what | how much |\n|---|---|\n| opening | 70 ms |\n| a word | none |\n';
    expect(withoutCommand('a.md', page, scripts)).toEqual(['a.md: | opening | 70 ms |']);
  });

  it('stands with one in its row or above its table, and the command must be there', () => {
    const named = (command: string): string => `## Speed\n\n| opening | 70 ms | \`npm run ${command}\` |\n`;
    expect(withoutCommand('a.md', named('bench -- open'), scripts)).toEqual([]);
    expect(withoutCommand('a.md', named('banch'), scripts)).toHaveLength(1);
    expect(withoutCommand('a.md', '## Speed\n\n`npm run bench`\n\n| opening | 70 ms |\n', scripts)).toEqual([]);
  });
});
