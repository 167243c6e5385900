import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';
import { openedStorage } from '../support/storage/damage.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

async function lived() {
  const opened = openedStorage();
  const { engine } = await testEngine({}, { storage: opened.storage });
  await engine.memorize([{ text: 'a parrot' }]);
  await engine.appendMessages([{ role: 'user', text: 'hello' }]);
  await engine.close();
  return opened;
}

describe('a memory that is opened for reading', () => {
  it('reads everything and changes nothing, whatever is damaged', async () => {
    const opened = await lived();
    opened.damage('files', 'overview.md', (row) => ({ ...row, text: 'something else' }));
    opened.damageManifest({ messages: 0 });
    const before = structuredClone([...opened.session().rows, opened.session().manifest, opened.session().journal]);
    const { engine } = await testEngine({ readOnly: true }, { storage: opened.storage, ids: countingIds('again') });
    expect((await recalled(engine, 'parrot')).hits).toHaveLength(1);
    expect((await engine.readMessages(0, 9)).map(({ text }) => text)).toEqual(['hello']);
    expect((await engine.status()).recovery.kind).toBe('partial');
    const commands = [
      () => engine.memorize([{ text: 'x' }]),
      () => engine.writeFile('detail/a.md', 'x'),
      () => engine.appendMessages([{ role: 'user', text: 'x' }]),
      () => engine.forget('oldest', 'hard'),
      () => engine.forkSession('copy'),
      () => engine.dismissQuarantined(),
    ];
    for (const command of commands)
      await expect(command(), String(command)).rejects.toMatchObject({ code: 'read-only' });
    expect((await engine.listItems()).map(({ text }) => text)).toEqual(['a parrot']);
    await engine.close();
    expect([...opened.session().rows, opened.session().manifest, opened.session().journal]).toEqual(before);
  });

  it('does not begin a session', async () => {
    const { storage } = openedStorage();
    await expect(testEngine({ readOnly: true }, { storage })).rejects.toMatchObject({ code: 'not-found' });
    expect(await storage.sessions()).toEqual([]);
  });

  it('leaves edits of other programs to one that writes', async () => {
    const root = await temporaryFolder();
    const first = await openWorkingMemory({ session: 's', storage: fileStorage({ root }), worker: false });
    await first.files.write('detail/plan.md', 'plan');
    await first.close();
    const copy = join(await temporaryFolder(), 'copy');
    await cp(root, copy, { recursive: true });
    const storage = fileStorage({ root: copy });
    const memory = await openWorkingMemory({ session: 's', storage, worker: false, readOnly: true });
    expect((await memory.files.read('detail/plan.md')).text).toBe('plan');
    await expect(memory.files.delete('detail/plan.md')).rejects.toMatchObject({ code: 'read-only' });
    expect(JSON.parse(await memory.export({ format: 'json' }))).toMatchObject({ session: 's' });
    await memory.close();
  });
});
