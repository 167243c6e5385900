// A workspace on a storage that cannot list its sessions.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import { plainMessages } from '../../../src/entries/lenses.ts';
import { storageUnavailable } from '../../../src/storage/failures.ts';
import type { Storage } from '../../../src/storage/port.ts';

const unlisted = (): Storage => {
  const inner = memoryStorage();
  return Object.assign(Object.create(inner) as Storage, {
    sessions: () => Promise.reject(storageUnavailable('access denied', 'Sessions cannot be listed.')),
  });
};

describe('a storage that cannot list', () => {
  it('answers of this conversation alone, and says so where all of them were asked for', async () => {
    await using memory = await openWorkingMemory({
      session: 'a',
      workspace: 'ann',
      storage: unlisted(),
      worker: false,
    });
    await memory.items.memorize('The code of the depot is 4471.');
    const question = 'What is the code of the depot?';
    expect((await memory.items.remember(question)).hits).toHaveLength(1);
    expect((await memory.recall(question)).text).toContain('4471');
    const { messages } = await memory.context.prepare(plainMessages, [{ role: 'user', content: question }]);
    expect(messages).toHaveLength(1);
    await expect(memory.items.remember(question, { scope: 'workspace' })).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    await expect(memory.sessions.list()).rejects.toMatchObject({ code: 'storage-unavailable' });
    expect(await memory.items.list()).toHaveLength(1);
  });
});
