import { describe, expect, it } from 'vitest';
import { mergedFile } from '../../../src/tree/merging/merged-file.ts';
import { withBlocks } from '../../../src/tree/overview/system-blocks.ts';

const notes = (first: string, last: string): string => `# Notes\n\n${first}\n\nthe middle\n\n${last}\n`;

describe('two changes of the overview', () => {
  const base = withBlocks(notes('a', 'z'), { index: '- detail/plan.md: Plan' });
  const theirs = withBlocks(notes('a', 'y'), { index: '- detail/other.md: Other' });

  it('merge without the blocks of the system, where the writer left them out', () => {
    expect(mergedFile('overview.md', base, theirs, notes('b', 'z'))).toBe(notes('b', 'y'));
  });

  it('merge although the blocks differ, where the writer kept them', () => {
    const mine = withBlocks(notes('b', 'z'), { index: '- detail/plan.md: Plan' });
    const merged = mergedFile('overview.md', base, theirs, mine);
    expect(merged).toContain(notes('b', 'y').trim());
    expect(merged).not.toContain('detail/');
  });
});
