import { describe, expect, it } from 'vitest';
import { memoryTools } from '../../src/entries/tools.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { Chat } from '../support/messages/chat.ts';
import { openFixed, overviewOf } from '../support/fixed-memory.ts';

const noteOn =
  (memory: WorkingMemory, locale: 'en' | 'zh-CN' = 'en') =>
  async (section: string, text: string): Promise<string> =>
    (await memoryTools(memory, { only: ['note'], locale })[0]?.execute({ section, text })) ?? '';

const OVERVIEW = '# Mine\n\n## Task\n\n- ship\n\n## Decisions\n\n- idb\n';

describe('note', () => {
  it('writes one section of the overview and says how large the file is now', async () => {
    const memory = await openFixed({ context: { window: 1000, overviewShare: 0.1 } });
    await memory.files.write('overview.md', OVERVIEW);
    expect(await noteOn(memory)('task', '- rest')).toBe(
      'Written: Task. overview.md: revision 3, 44 bytes, 10% of the room for notes.',
    );
    expect(await overviewOf(memory)).toBe('# Mine\n\n## Task\n- rest\n\n## Decisions\n\n- idb\n');
    expect(await noteOn(memory)('Next step', '- sleep')).toBe(
      'Added as a new section: Next step. overview.md: revision 4, 66 bytes, 15% of the room for notes. Sections: Task, Decisions, Next step.',
    );
    expect(await noteOn(memory)('Task', '')).toBe(
      'Removed: Task. overview.md: revision 5, 50 bytes, 11% of the room for notes.',
    );
    expect(await noteOn(memory, 'zh-CN')('决定', '- idb')).toBe(
      '已新建一节：决定。overview.md：revision 6，67 字节，占笔记空间的 15%。现有各节：Decisions、Next step、决定。',
    );
  });

  it('says how much of the room for notes is taken, as write and edit do, but for other files and literal placement', async () => {
    const memory = await openFixed({ context: { window: 1000, overviewShare: 0.1 } });
    const call = async (name: string, input: object): Promise<string> =>
      (await memory.tools({ set: 'all' })).find((tool) => tool.name === name)?.execute(input) ?? '';
    const { tokens } = await memory.context.measureOverview(`# Mine\n\n${'word '.repeat(150)}\n`);
    expect(tokens).toBeGreaterThan(120);
    const content = `# Mine\n\n${'word '.repeat(150)}\n`;
    expect(await call('write', { path: 'overview.md', content })).toContain(`${tokens}% of the room for notes`);
    expect(await call('edit', { path: 'overview.md', find: '# Mine', replace: '# Ours' })).toMatch(
      /1\d\d% of the room/,
    );
    expect(await call('write', { path: 'detail/a.md', content })).not.toContain('room');
    const literal = await openFixed({ context: { placement: 'literal' } });
    expect(await noteOn(literal)('Task', '- ship')).not.toContain('room');
  });

  it('counts as an update of the overview by the model', async () => {
    const memory = await openFixed();
    expect((await memory.files.overviewStatus()).status).toBe('template');
    await noteOn(memory)('Current task', '- ship');
    expect((await memory.files.overviewStatus()).status).toBe('maintained');
    expect((await memory.files.read('overview.md')).source).toBe('assistant');
  });

  it('hides nothing and changes no prefix while there is room, as any write of the overview', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory, { system: 'Help.' });
    await chat.turns(4);
    await chat.call('note', { section: 'Current task', text: '- ship the heron' });
    chat.answer('Noted.');
    const prepared = await chat.ask('Go on.');
    expect(prepared).toMatchObject({ prefixChanged: false, hidden: [] });
    expect(prepared.epochReason).toBeUndefined();
    expect(JSON.stringify(prepared.messages)).toContain('- ship the heron');
  });

  it('lets a section of most of the file shrink', async () => {
    const memory = await openFixed();
    await noteOn(memory)('Log', '- a line of the log\n'.repeat(100));
    expect(await noteOn(memory)('Log', '- done')).toMatch(/^Written: Log\./);
    expect(await overviewOf(memory)).toContain('## Log\n- done\n');
  });

  it('writes into an empty overview', async () => {
    const memory = await openFixed();
    await memory.files.write('overview.md', '');
    expect(await noteOn(memory)('Task', '- ship')).toMatch(/^Added as a new section: Task\./);
    expect(await overviewOf(memory)).toBe('## Task\n- ship\n');
  });

  it('keeps the blocks of the system where they are', async () => {
    const memory = await openFixed();
    await memory.files.write('overview.md', OVERVIEW);
    await memory.files.write('detail/plan.md', '# Plan\n');
    const block = (await overviewOf(memory)).slice(OVERVIEW.length);
    expect(block).toContain('detail/plan.md: Plan');
    await noteOn(memory)('Decisions', '- none');
    await noteOn(memory)('New', '- one');
    expect(await overviewOf(memory)).toBe(`${OVERVIEW.replace('\n- idb', '- none')}\n## New\n- one\n${block}`);
  });

  it('says what is full, and writes nothing', async () => {
    const memory = await openFixed({ files: { maxOverviewBytes: 2000 } });
    const before = await overviewOf(memory);
    expect(await noteOn(memory)('Task', 'x'.repeat(2000))).toMatch(
      /^overview\.md would have \d+ bytes; files\.maxOverviewBytes allows 2000\..* Nothing was written\.$/,
    );
    expect(await overviewOf(memory)).toBe(before);
  });

  it('loses no edit of others, however many write at once', async () => {
    const storage = memoryStorage();
    const [one, other] = [await openFixed({ storage }), await openFixed({ storage })];
    await one.files.write('overview.md', OVERVIEW);
    const names = Array.from({ length: 12 }, (_, index) => `Section ${index}`);
    const answers = await Promise.all(
      names.map((name, index) => noteOn(index % 2 === 0 ? one : other)(name, `- of ${index}`)),
    );
    for (const answer of answers) expect(answer).toMatch(/^Added/);
    const text = await overviewOf(await openFixed({ storage }));
    for (const [index, name] of names.entries()) expect(text).toContain(`## ${name}\n- of ${index}\n`);
    expect(text).toContain('- ship');
  });
});
