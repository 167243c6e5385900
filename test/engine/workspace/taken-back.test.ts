// Messages of other conversations that those conversations took back.
import { describe, expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat, type OpenAiChatMessage } from '../../../src/entries/lenses.ts';
import { randomIds } from '../../../src/ports/system.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { fakeClock } from '../../support/fakes/fakes.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const clock = fakeClock();
const open = (storage: Storage, session: string): Promise<WorkingMemory> =>
  openFixed({ storage, session, workspace: 'ann', ids: randomIds, clock });

const user = (content: string): OpenAiChatMessage => ({ role: 'user', content });
const answer = (content: string): OpenAiChatMessage => ({ role: 'assistant', content });
const marks = async (memory: WorkingMemory, prompt: string, options = {}) => {
  const { hits } = await memory.items.remember(prompt, { scope: 'workspace', ...options });
  return hits.map(({ message, abandoned }) => [message, abandoned]).sort();
};

describe('a search of the workspace', () => {
  it('marks what was taken back in another conversation, or leaves it out', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    await monday.transcript.append({ role: 'user', text: 'A note about the heron' });
    await monday.context.prepare(openaiChat, [user('We live in Kiel, near the heron.')]);
    const tuesday = await open(storage, 'tuesday');
    expect(await marks(tuesday, 'heron')).toEqual([
      [0, undefined],
      [1, undefined],
    ]);

    await monday.context.prepare(openaiChat, [user('We live in Ulm, near the heron.')]);
    expect(await marks(tuesday, 'heron')).toEqual([
      [0, undefined],
      [1, true],
      [2, undefined],
    ]);
    expect(await marks(tuesday, 'heron', { abandoned: false })).toEqual([
      [0, undefined],
      [2, undefined],
    ]);

    // Back to the first list.
    await monday.context.record(openaiChat, [user('We live in Kiel, near the heron.'), answer('A fine bird.')]);
    await monday.close();
    const wednesday = await open(storage, 'wednesday');
    for (const memory of [tuesday, wednesday]) {
      expect(await marks(memory, 'heron')).toEqual([
        [0, undefined],
        [1, undefined],
        [2, true],
      ]);
    }
    await Promise.all([tuesday.close(), wednesday.close()]);
  });

  it('tells a model that it was taken back', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    await monday.context.prepare(openaiChat, [user('We live in Kiel, near the heron.')]);
    await monday.context.prepare(openaiChat, [user('We live in Ulm.')]);
    const tuesday = await open(storage, 'tuesday');
    const recall = (await tuesday.tools()).find(({ name }) => name === 'recall');
    expect(await recall?.execute({ query: 'heron', scope: 'workspace' })).toMatch(/taken back.*\n {2}We live in Kiel/);
    await Promise.all([monday.close(), tuesday.close()]);
  });

  it('brings none of it into the prompt', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    await monday.context.prepare(openaiChat, [user('Our beagle Rex eats at seven.')]);
    await monday.context.prepare(openaiChat, [user('Our beagle Rex eats at eight.')]);
    const tuesday = await open(storage, 'tuesday');
    const { text } = await tuesday.recall('When does the beagle Rex eat?');
    expect(text).toContain('at eight');
    expect(text).not.toContain('at seven');
    await Promise.all([monday.close(), tuesday.close()]);
  });
});
