// A model's tools in a named workspace: they reach shared data and other conversations.
import { describe, expect, it } from 'vitest';
import { memoryStorage, type OpenOptions } from '../../src/entries/index.ts';
import { memoryTools, type MemoryToolOptions, type ToolName } from '../../src/entries/tools.ts';
import { randomIds } from '../../src/ports/system.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';

async function conversation(session: string, options: Partial<OpenOptions> = {}, ofTools: MemoryToolOptions = {}) {
  const memory = await openFixed({ session, workspace: 'ann', ids: countingIds(), ...options });
  const tools = memoryTools(memory, { set: 'standard', ...ofTools });
  const tool = (name: ToolName) => tools.find((one) => one.name === name);
  const call = async (name: ToolName, input: object): Promise<string> => (await tool(name)?.execute(input)) ?? '';
  return { memory, call, fieldsOf: (name: ToolName) => Object.keys(tool(name)?.inputSchema.properties ?? {}) };
}

describe.each(['minimal', 'standard'] as const)('the tools of the set %s in a named workspace', (set) => {
  it('recall what is shared and what was said in other conversations, with their days', async () => {
    const storage = memoryStorage();
    const monday = await conversation('monday', { storage, ids: randomIds });
    await monday.memory.transcript.append({ role: 'user', text: 'My sister Ida plays the bassoon' });
    await monday.call('memorize', { text: 'Ida plays the bassoon on Fridays', shared: true });
    const { memory, call } = await conversation('tuesday', { storage }, { set });
    await memory.items.memorize('the bassoon concert is sold out');
    const answer = await call('recall', { query: 'bassoon' });
    expect(answer.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      '[item-1] 2023-11-14 the bassoon concert is sold out',
      expect.stringMatching(/^\[shared\/[\w-]+\] 2023-11-14/),
      expect.stringMatching(/^other\/[0-9a-f]{8}\/messages\/\d+, another conversation 2023-11-14 · user$/),
    ]);
    expect(answer).toContain('My sister Ida plays the bassoon');
  });
});

describe('a tool in a named workspace', () => {
  it('memorizes for all conversations, corrects it, and forgets it by its id', async () => {
    const { memory, call } = await conversation('one');
    expect(await call('memorize', { text: 'Ann is a vegetarian', shared: true })).toBe('Memorized as [shared/item-1].');
    expect(await call('memorize', { text: 'Ann is a vegan', replaces: '[shared/item-1]' })).toBe(
      'Memorized as [shared/item-2]. It replaces [shared/item-1].',
    );
    expect(await memory.items.list()).toEqual([]);
    expect((await memory.shared.items.list()).map(({ text }) => text)).toEqual(['Ann is a vegan']);
    await call('memorize', { text: 'for this conversation alone' });
    expect(await call('forget', { ids: ['shared/item-2', 'item-3'] })).toContain('[shared/item-2]');
    expect((await memory.shared.items.remember('vegan')).hits).toEqual([]);
    expect((await memory.items.remember('alone')).hits).toEqual([]);
  });

  it('forgets nothing in either store where one of the ids is unknown', async () => {
    const { memory, call } = await conversation('one', {}, { allowErase: true });
    await memory.shared.items.memorize('Ann is a vegetarian');
    await memory.items.memorize('for this conversation alone');
    for (const ids of [
      ['shared/item-1', 'nope'],
      ['item-2', 'shared/nope'],
      ['nope', 'shared/item-1', 'item-2'],
    ])
      for (const erase of [false, true])
        expect(await call('forget', { ids, erase })).toBe(
          `There is no item ${ids.find((id) => id.endsWith('nope'))} here. Nothing was changed.`,
        );
    expect(await memory.shared.items.list()).toMatchObject([{ id: 'item-1', forgotten: false }]);
    expect(await memory.items.list()).toMatchObject([{ id: 'item-2', forgotten: false }]);
    await memory.shared.items.memorize('Ann likes tea');
    expect(await call('forget', { ids: ['shared/item-1', 'shared/item-3', 'item-2', 'nope'] })).toContain(
      'no item nope',
    );
    await call('forget', { ids: ['item-2'], erase: true });
    expect(await call('forget', { ids: ['shared/item-1', 'item-2'] })).toContain('Nothing was changed.');
    expect(await memory.shared.items.list()).toMatchObject([{ forgotten: false }, { forgotten: false }]);
    expect(await call('forget', { ids: ['shared/item-1', 'shared/item-3'], erase: true })).toBe(
      'Erased permanently: [shared/item-1] [shared/item-3].',
    );
    expect(await memory.shared.items.list()).toEqual([]);
    expect(await call('forget', { ids: ['shared/nope'] })).toBe(
      'There is no item shared/nope here. Nothing was changed.',
    );
    expect(await call('memorize', { text: 'Ann likes tea', replaces: 'shared/nope' })).toContain(
      'key shared/nope here',
    );
  });

  it.each([{ private: true }, { workspace: '/' }])('reaches nothing that is shared with %j', async (options) => {
    const storage = memoryStorage();
    const open = await conversation('open', { storage });
    await open.memory.shared.items.memorize('Ann is a vegetarian');
    const { call } = await conversation('secret', { storage, ...options }, { allowErase: true });
    const id = 'shared/item-1';
    for (const answer of [
      await call('memorize', { text: 'Ann is ill', replaces: id }),
      await call('forget', { ids: [id] }),
      await call('forget', { ids: [id], erase: true }),
    ])
      expect(answer).toMatch(/^There is no item (with the id or key )?shared\/item-1 here\. Nothing was/);
    expect(await open.memory.shared.items.list()).toMatchObject([{ text: 'Ann is a vegetarian', forgotten: false }]);
  });

  it('shows the field only where the model can share', async () => {
    expect((await conversation('one')).fieldsOf('memorize')).toContain('shared');
    expect((await conversation('one', { workspace: '/' })).fieldsOf('memorize')).not.toContain('shared');
    expect((await conversation('one', { private: true })).fieldsOf('memorize')).not.toContain('shared');
    expect((await conversation('one', {}, { set: 'minimal' })).fieldsOf('memorize')).toEqual(['text', 'replaces']);
  });

  it('takes nothing from others in a private conversation', async () => {
    const storage = memoryStorage();
    await (await conversation('open', { storage })).memory.items.memorize('a rumour about the merger');
    const { call } = await conversation('secret', { storage, private: true }, { set: 'minimal' });
    expect(await call('recall', { query: 'merger' })).toBe('Nothing matches. Try other words.');
  });
});
