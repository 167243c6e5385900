// Links of the shipped documents, followed inside the package: on npm's page and in node_modules there is no repository.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ files: { path: string }[] }];
const packed = files.map(({ path }) => path);

/** Paths that a document links to, from the root of the package; addresses of other sites are left out. */
function linkedFrom(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '')
    .filter((link) => !/^(https?:|#)/.test(link))
    .map((link) => join(dirname(document), link.replace(/#.*/, '')).replace(/\/$/, ''));
}

const isPacked = (path: string): boolean => packed.some((file) => file === path || file.startsWith(`${path}/`));

/** Anchors of a page's headings, as GitHub and npm make them. */
function anchorsOf(document: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  const titles = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the package', () => {
  it('has its README, licence, changelog and the notices of bundled code', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/THIRD-PARTY-NOTICES.txt']),
    );
  });

  it('carries no installed packages and no builds of its examples', () => {
    expect(packed.filter((path) => /node_modules|^examples\/[^/]+\/(dist|build)\//.test(path))).toEqual([]);
  });

  it('has every file that its README links to', () => {
    const links = linkedFrom('README.md');
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((path) => !isPacked(path))).toEqual([]);
  });

  it('has every file that its other documents link to', () => {
    const documents = packed.filter((path) => path.endsWith('.md') && path !== 'README.md');
    const dead = documents.flatMap((document) =>
      linkedFrom(document)
        .filter((path) => !isPacked(path))
        .map((path) => `${document} → ${path}`),
    );
    expect(dead).toEqual([]);
  });

  it('links to headings that its documents have', () => {
    const documents = packed.filter((path) => path.endsWith('.md'));
    const dead = documents.flatMap((document) =>
      Array.from(
        readFileSync(join(ROOT, document), 'utf8')
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g),
        ([, page, anchor = '']) => ({ target: page ? join(dirname(document), page) : document, anchor }),
      )
        .filter(({ target, anchor }) => !anchorsOf(target).has(anchor))
        .map(({ target, anchor }) => `${document} → ${target}#${anchor}`),
    );
    expect(dead).toEqual([]);
  });

  it('has every page of its documentation in llms.txt', () => {
    const named = linkedFrom('llms.txt');
    expect(named.filter((path) => !isPacked(path))).toEqual([]);
    const pages = packed.filter((path) => /^docs\/[^/]+\.md$/.test(path));
    expect(pages.filter((path) => !named.includes(path))).toEqual([]);
  });
});
