// Which files changed from outside become part of the tree.
import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../../src/options/options.ts';
import { decideAdoption } from '../../../src/tree/files/adoption.ts';
import type { Document } from '../../../src/tree/files/document.ts';
import { decideWrite } from '../../../src/tree/files/documents.ts';

const document = (path: string, text: string): readonly [string, Document] => [
  path,
  { path, text, revision: 1, updatedAt: 0, step: 0, source: 'user', trust: 2 },
];
const tree = {
  files: new Map([
    document('overview.md', '# Notes\n'),
    document('detail/m.md', 'one'),
    document('detail/z.md', 'two'),
  ]),
  deleted: new Map(),
};
const limits = (files: object) =>
  resolveSettings({ session: 'test', files: { maxFileBytes: 1024, maxOverviewBytes: 2048, ...files } }).files;

/** Paths that were adopted, in order, and those that were held back. */
function adopted(edits: readonly (readonly [string, string | undefined])[], files: object) {
  const { texts, heldBack } = decideAdoption(tree, new Map(edits), limits(files));
  return [
    [...texts.keys()].filter((path) => edits.some(([edited]) => edited === path)),
    heldBack.map(({ path }) => path),
  ];
}

describe('what changed outside is adopted', () => {
  const long = 'x'.repeat(500);
  const edits = [
    ['detail/a.md', long],
    ['detail/z.md', long],
    ['detail/m.md', long],
    ['overview.md', `# Notes\n\n${long}`],
  ] as const;

  it('as far as there is room: the overview, known files, then new ones, each in order of paths', () => {
    expect(adopted(edits, { maxTotalBytes: 100_000 })).toEqual([
      ['overview.md', 'detail/m.md', 'detail/z.md', 'detail/a.md'],
      [],
    ]);
    expect(adopted(edits, { maxTotalBytes: 1900 })).toEqual([
      ['overview.md', 'detail/m.md', 'detail/z.md'],
      ['detail/a.md'],
    ]);
    expect(adopted(edits, { maxTotalBytes: 1400 })).toEqual([
      ['overview.md', 'detail/m.md'],
      ['detail/z.md', 'detail/a.md'],
    ]);
  });

  it('but not where a file alone is too large; what is gone needs no room', () => {
    expect(
      adopted(
        [
          ['detail/m.md', 'x'.repeat(1025)],
          ['detail/z.md', undefined],
        ],
        {},
      ),
    ).toEqual([['detail/z.md'], ['detail/m.md']]);
  });

  it('but not where the overview has no room for a line about it: the last ones are held back', () => {
    const files = new Map([document('overview.md', `# Notes\n\n${'x'.repeat(1500)}\n`)]);
    const paths = Array.from({ length: 9 }, (_, at) => `detail/${at}-${'long-name-'.repeat(8)}.md`);
    const { texts, heldBack } = decideAdoption(
      { files, deleted: new Map() },
      new Map(paths.map((path) => [path, `# About ${path}\n`])),
      limits({ maxOverviewBytes: 2048, maxTotalBytes: 100_000 }),
    );
    const held = heldBack.map(({ path }) => path);
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThan(paths.length);
    expect([...paths.filter((path) => texts.has(path)), ...held.sort()]).toEqual(paths);
    expect(new Set(heldBack.map(({ reason }) => reason))).toEqual(new Set(['the overview has no room for its index']));
  });

  it('and a file that was held back says why, to whoever writes it', () => {
    const { heldBack } = decideAdoption(tree, new Map([['detail/m.md', 'x'.repeat(1025)]]), limits({}));
    expect(heldBack).toMatchObject([{ path: 'detail/m.md', bytes: 1025 }]);
    const held = { ...tree, heldBack: new Map(heldBack.map((one) => [one.path, one])) };
    expect(() =>
      decideWrite(held, { path: 'detail/m.md', text: 'new', source: 'user', force: true }, limits({})),
    ).toThrow(/detail\/m\.md was changed from outside .*1025 bytes/);
  });
});
