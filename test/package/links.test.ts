// Links of the shipped documents lead to files of the package: npm's page and node_modules have no repository.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { deadHeadings, deadLinks, linkedFrom } from './document-links.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ files: { path: string }[] }];
const packed = files.map(({ path }) => path);
const isPacked = (path: string): boolean => packed.some((file) => file === path || file.startsWith(`${path}/`));

const documents = new Map(
  packed.filter((path) => /\.md$|^llms\.txt$/.test(path)).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

describe('the package', () => {
  it('has its README, licence, changelog and the notices of bundled code', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/THIRD-PARTY-NOTICES.txt']),
    );
  });

  it('carries no installed packages and no builds of its examples', () => {
    expect(packed.filter((path) => /node_modules|^examples\/[^/]+\/(dist|build)\//.test(path))).toEqual([]);
  });

  it('has every file that its documents link to', () => {
    expect(linkedFrom(documents, 'README.md').length).toBeGreaterThan(15);
    expect(deadLinks(documents, isPacked)).toEqual([]);
  });

  it('links to headings that its documents have', () => {
    expect(deadHeadings(documents)).toEqual([]);
  });

  it('has every page of its documentation in llms.txt', () => {
    const named = linkedFrom(documents, 'llms.txt');
    const pages = packed.filter((path) => /^docs\/[^/]+\.md$/.test(path));
    expect(pages.filter((path) => !named.includes(path))).toEqual([]);
  });
});

describe('a dead link', () => {
  it.each([
    ['a page that is gone', '[Start](docs/start.md)', 'README.md → docs/start.md'],
    ['a heading that has another name', '[Recall](docs/recall.md#ranking)', 'README.md → docs/recall.md#ranking'],
    ['a heading of its own that is gone', '[Why](#why)', 'README.md → README.md#why'],
  ])('to %s is found, with the page that has it', (_, link, told) => {
    const damaged = new Map([
      ['README.md', `# Name\n\n${link} and [recall](docs/recall.md#order)\n`],
      ['docs/recall.md', '# Recall\n\n## Order\n'],
    ]);
    expect([...deadLinks(damaged, (path) => damaged.has(path)), ...deadHeadings(damaged)]).toEqual([told]);
  });
});
