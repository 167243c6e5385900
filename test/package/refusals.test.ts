// Refusals of a release: every check runs, and each fault of a document fails its check with the reason.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Check, CHECKS, inTheWay } from '../../scripts/release.mjs';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('a release', () => {
  const commandOf = ([, ...command]: Check): string => command.join(' ');

  it('is ready where every check holds, and makes each of them', () => {
    const made: Check[] = [];
    expect(inTheWay((check) => made.push(check) > 0)).toEqual([]);
    expect(made).toEqual(CHECKS);
  });

  it.each(CHECKS.map((check) => [check[0], check] as const))(
    'is refused when this does not hold: %s',
    (what, check) => {
      expect(inTheWay((each) => each !== check)).toEqual([`${what} (${commandOf(check)})`]);
    },
  );

  it('says everything that is in the way, not only the first', () => {
    expect(inTheWay(() => false)).toHaveLength(CHECKS.length);
  });

  it.each([
    ['a missing notice', 'test/package/licences.test.ts', /vitest run --project node test\/package /],
    ['a dead link of a shipped document', 'test/package/links.test.ts', /vitest run --project node test\/package /],
    ['a dead link of the site', 'test/docs/site.docs.ts', /test:docs$/],
    ['a snippet that does not run', 'test/docs/site.docs.ts', /test:docs$/],
    ['a public name without a docstring', 'test/packaging/reference.packaging.ts', /test:packaging$/],
    ['a Chinese page that is older', 'scripts/translations.mjs', /^node scripts\/translations\.mjs$/],
    ['a figure without its command', 'scripts/figures.mjs', /^node scripts\/figures\.mjs$/],
  ])('checks for %s, which %s finds', (_, file, command) => {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(CHECKS.map(commandOf).filter((each) => command.test(each))).toHaveLength(1);
  });
});

describe('in a copy of the documents', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const read = ['scripts', 'docs', 'package.json', 'README.md', 'README.zh-CN.md'];
    for (const name of read) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  });

  /** Returns the output of a check, and whether it passed, with `more` added to one page. */
  function checkedWith(check: string, page: string, more: string): { holds: boolean; said: string } {
    const file = join(folder, page);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text + more);
    const { status, stderr } = spawnSync(process.execPath, [join(folder, check)], { encoding: 'utf8' });
    writeFileSync(file, text);
    return { holds: status === 0, said: stderr.trim() };
  }

  it.each(['scripts/translations.mjs', 'scripts/figures.mjs'])('%s holds as they are', (check) => {
    expect(checkedWith(check, 'README.md', '')).toEqual({ holds: true, said: '' });
  });

  it('an English page with more than its Chinese one is refused, with what to do', () => {
    expect(checkedWith('scripts/translations.mjs', 'docs/start.md', 'More.\n')).toEqual({
      holds: false,
      said: 'docs/zh/start.md is older than docs/start.md: translate what changed, then npm run translated.',
    });
  });

  it('a figure without its command is refused, with its row', () => {
    const section = '\n## Speed\n\n| what | how much |\n|---|---|\n| opening | 70 ms |\n';
    expect(checkedWith('scripts/figures.mjs', 'docs/figures.md', section)).toEqual({
      holds: false,
      said: 'This figure has no command: docs/figures.md: | opening | 70 ms |',
    });
  });
});
