import { describe, expect, it } from 'vitest';
import { markup, mayBeMarkdown } from '../../demo/views/rows/markup.ts';

describe('what a model writes', () => {
  it('is markup only where it has marks', () => {
    for (const plain of ['Tue 13 July, at 9:30.', '发布日是周一。', 'A line\nand another'])
      expect(mayBeMarkdown(plain)).toBe(false);
    for (const marked of ['**bold**', '- one\n- two', '1. one', 'a `b`', '# Head', 'one\n\ntwo', 'Title\n---', '<b>x'])
      expect(mayBeMarkdown(marked)).toBe(true);
  });

  it('cannot put markup of its own or a script into the page', async () => {
    expect(await markup('<img src=x onerror=alert(1)> [a](javascript:alert(1)) **b**')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; <a href="">a</a> <strong>b</strong></p>',
    );
  });
});
