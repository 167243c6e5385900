// Writes of a prepared request to the tree.
import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../../src/options/options.ts';
import { readBlocks, withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { type Archiving, decideArchiving } from '../../../src/tree/files/archiving.ts';
import type { Tree } from '../../../src/tree/files/document.ts';
import { OVERVIEW } from '../../../src/tree/paths.ts';

const limits = resolveSettings({ session: 'test' }).files;
const EMPTY: Tree = { files: new Map(), deleted: new Map() };

/** A tree with these files, each in its first revision. */
const treeOf = (texts: Readonly<Record<string, string>>): Tree => {
  const files = new Map(EMPTY.files);
  for (const [path, text] of Object.entries(texts))
    files.set(path, { path, text, revision: 1, updatedAt: 0, step: 0, source: 'assistant', trust: 1 });
  return { files, deleted: new Map() };
};

const decided = (texts: Readonly<Record<string, string>>, archiving: Partial<Archiving>) =>
  decideArchiving(treeOf(texts), { archives: [], ...archiving }, limits);

describe('an archived text', () => {
  it('is a new file, or goes to the end of the one that is there, once for each', () => {
    const archives = ['one', 'two'].flatMap((text) => [
      { path: 'archive/new.md', text },
      { path: 'archive/old.md', text },
    ]);
    const { texts } = decided({ 'archive/old.md': 'former\n\n' }, { archives });
    expect(texts.get('archive/new.md')).toMatch(/^one\n\ntwo/);
    expect(texts.get('archive/old.md')).toMatch(/^former\n\none\n\ntwo/);
  });
});

describe('the overview', () => {
  const TEXT = '# Notes\n\nBuy bread.\n';

  it('that the model wrote with a tool of the app’s own is the text of the file', () => {
    const { events, texts } = decided({ [OVERVIEW]: TEXT }, { overview: '# Notes\n\nBuy milk.\n' });
    expect(texts.get(OVERVIEW)).toContain('Buy milk.');
    expect(texts.get(OVERVIEW)).not.toContain('Buy bread.');
    expect(events).toMatchObject([{ type: 'file-written', path: OVERVIEW, source: 'assistant' }]);
  });

  it('keeps its text where a compaction writes its block, and what others wrote of theirs', () => {
    const { events, texts } = decided(
      { [OVERVIEW]: withBlocks(TEXT, { compaction: 'Messages 1–4.', state: 'goal: bread' }) },
      { compaction: 'Messages 1–9.' },
    );
    expect(texts.get(OVERVIEW)).toContain('Buy bread.');
    expect(readBlocks(texts.get(OVERVIEW) ?? '')).toMatchObject({ compaction: 'Messages 1–9.', state: 'goal: bread' });
    expect(events).toMatchObject([{ type: 'blocks-updated', path: OVERVIEW }]);
  });

  it('loses the block of an empty text, and stays as it is where the block does', () => {
    const blocked = { [OVERVIEW]: withBlocks(TEXT, { compaction: 'Messages 1–4.' }) };
    expect(readBlocks(decided(blocked, { compaction: '' }).texts.get(OVERVIEW) ?? '')).not.toHaveProperty('compaction');
    expect(decided(blocked, { compaction: 'Messages 1–4.' })).toMatchObject({ events: [], texts: new Map() });
  });
});
