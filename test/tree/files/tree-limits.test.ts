import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../../src/options/options.ts';
import type { Document } from '../../../src/tree/files/document.ts';
import { refuseOverLimits } from '../../../src/tree/files/tree-limits.ts';

describe('the limit of all files', () => {
  const limits = resolveSettings({ session: 'test', files: { maxTotalBytes: 1024 } }).files;
  const write = (bytes: number) => () =>
    refuseOverLimits({ files: new Map(), deleted: new Map() }, new Map([['detail/a.md', 'a'.repeat(bytes)]]), limits);

  it('is what the files may have, and not a byte more', () => {
    expect(write(1024)).not.toThrow();
    expect(write(1025)).toThrow('The files would have 1025 bytes; files.maxTotalBytes allows 1024.');
  });
});

describe('the limit of the number of files', () => {
  const document = (path: string): Document => ({
    path,
    text: 'a',
    revision: 1,
    updatedAt: 0,
    step: 0,
    source: 'user',
    trust: 2,
  });
  const files = new Map(['a', 'b', 'c', 'd'].map((name) => [`detail/${name}.md`, document(`detail/${name}.md`)]));
  const write =
    (maxFiles: number, path: string, text: string | undefined = 'new') =>
    () =>
      refuseOverLimits(
        { files, deleted: new Map() },
        new Map([[path, text]]),
        resolveSettings({ session: 'test', files: { maxFiles } }).files,
      );

  it('lets a tree that exceeds a lowered one change and shrink, and not grow', () => {
    expect(write(5, 'detail/e.md')).not.toThrow();
    expect(write(4, 'detail/e.md')).toThrow('There would be 5 files; files.maxFiles allows 4.');
    expect(write(3, 'detail/a.md')).not.toThrow();
    expect(write(3, 'detail/a.md', undefined)).not.toThrow();
    expect(write(3, 'detail/e.md')).toThrow('There would be 5 files; files.maxFiles allows 3.');
  });
});
