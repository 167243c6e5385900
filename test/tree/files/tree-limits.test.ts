import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../../src/options/options.ts';
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
