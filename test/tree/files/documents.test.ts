import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../../src/options/options.ts';
import type { Trust } from '../../../src/options/provenance.ts';
import { decideWrite } from '../../../src/tree/files/documents.ts';

describe('the trust of a written file', () => {
  const limits = resolveSettings({ session: 'test' }).files;
  const written = (trust?: Trust) => {
    const write = {
      path: 'detail/a.md',
      text: 'a page',
      source: 'tool',
      ...(trust !== undefined && { trust }),
    } as const;
    const { events } = decideWrite({ files: new Map(), deleted: new Map() }, write, limits);
    return events.find(({ type }) => type === 'file-written');
  };

  it('is never above that of its source, whatever the writer says', () => {
    expect(written(2)).not.toHaveProperty('trust');
  });

  it('stands in the event where it is lower', () => {
    const { events } = decideWrite(
      { files: new Map(), deleted: new Map() },
      { path: 'detail/a.md', text: 'a page', source: 'user', trust: 0 },
      limits,
    );
    expect(events.find(({ type }) => type === 'file-written')).toMatchObject({ trust: 0 });
  });
});
