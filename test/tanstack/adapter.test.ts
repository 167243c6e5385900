import { memoryStorage, openMany } from '../../src/entries/index.ts';
import { tanstackAdapter } from '../../src/entries/tanstack.ts';
import { describe, expect, it } from 'vitest';
import { memoryAdapterContract } from '../contracts/memory-adapter.ts';

memoryAdapterContract('the adapter over memory', async () => {
  const storage = memoryStorage();
  const opened = [openMany({ storage, worker: false })];
  const adapterOver = (at: number) => tanstackAdapter(opened[at] as (typeof opened)[number]);
  return {
    adapter: adapterOver(0),
    reopen: async () => {
      await opened[0]?.close();
      opened.push(openMany({ storage, worker: false }));
      return adapterOver(1);
    },
    close: async () => {
      for (const memories of opened) await memories.close();
    },
  };
});

describe('an adapter that looks in all threads of a user', () => {
  it('finds what was said in another one, and nothing of another user', async () => {
    await using memories = openMany({ storage: memoryStorage(), worker: false });
    const adapter = tanstackAdapter(memories, { scope: 'workspace' });
    await adapter.save({ threadId: 'monday', userId: 'ann' }, { user: 'My parrot is Kiwi.', assistant: 'Noted.' });
    const ofAnn = await adapter.recall({ threadId: 'tuesday', userId: 'ann' }, 'parrot');
    expect(ofAnn.systemPrompt).toContain('Kiwi');
    expect(ofAnn.fragments).toEqual([{ text: 'My parrot is Kiwi.', source: 'monday/messages/0' }]);
    expect((await adapter.recall({ threadId: 'tuesday', userId: 'bob' }, 'parrot')).systemPrompt).toBe('');
  });
});

describe('an adapter over items', () => {
  it('lists what the app memorized, and recalls it', async () => {
    await using memories = openMany({ storage: memoryStorage(), worker: false });
    const adapter = tanstackAdapter(memories);
    await (await memories.open('chat', '/ann')).items.memorize('Ann keeps a parrot called Kiwi.');
    const scope = { threadId: 'chat', userId: 'ann' };
    const [fact] = await adapter.listFacts(scope);
    expect(fact).toMatchObject({ text: 'Ann keeps a parrot called Kiwi.', source: 'user' });
    expect((await adapter.recall(scope, 'parrot')).fragments).toEqual([
      { text: 'Ann keeps a parrot called Kiwi.', source: fact?.id },
    ]);
  });
});
