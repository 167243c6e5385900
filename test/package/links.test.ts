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
});
