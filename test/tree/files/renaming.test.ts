import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/boundary/engine.ts';
import { testEngine } from '../../support/engine.ts';

describe('a renamed file', () => {
  const withTwo = async (): Promise<Engine> => {
    const { engine } = await testEngine();
    await engine.writeFile('detail/a.md', 'one', { source: 'tool' });
    await engine.writeFile('detail/b/c.md', 'two');
    return engine;
  };

  it('keeps its text and its source under the other path', async () => {
    const engine = await withTwo();
    expect(await engine.renameFile('detail/a.md', 'archive/a.md')).toMatchObject({
      from: 'detail/a.md',
      to: 'archive/a.md',
    });
    expect(await engine.readFile('archive/a.md')).toMatchObject({ text: 'one', source: 'tool' });
    await expect(engine.readFile('detail/a.md')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('may change its case, and may not take a name beside which another file cannot stand', async () => {
    const engine = await withTwo();
    await engine.renameFile('detail/a.md', 'detail/A.md');
    expect(await engine.readFile('detail/A.md')).toMatchObject({ text: 'one' });
    for (const [to, rule] of [
      ['detail/B/C.md', 'case-collision'],
      ['detail/b', 'file-and-folder'],
      ['detail/b/c.md/d.md', 'file-and-folder'],
    ])
      await expect(engine.renameFile('detail/A.md', to as string), to).rejects.toMatchObject({
        code: 'path-not-allowed',
        details: { rule },
      });
    await expect(engine.renameFile('detail/A.md', 'detail/b/c.md')).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await engine.readFile('detail/b/c.md')).toMatchObject({ text: 'two' });
  });
});
