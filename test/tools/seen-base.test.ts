// Base of a model's write: the text that it saw last, even if the file has changed since.
import { describe, expect, it } from 'vitest';
import { anthropicMemoryTool } from '../../src/entries/tools.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { Chat } from '../support/messages/chat.ts';
import { openFixed, overviewOf } from '../support/fixed-memory.ts';

const OVERVIEW = '# Mine\n\n## Task\n\n- ship\n\n## Decisions\n\n- idb\n';

/** The user wrote the overview, and a request has shown it. */
async function shownOverview(text = OVERVIEW): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await openFixed();
  await memory.files.write('overview.md', text);
  const chat = new Chat(memory);
  await chat.ask('Begin.');
  return { memory, chat };
}

const fileOf = async (memory: WorkingMemory, path: string): Promise<string> => (await memory.files.read(path)).text;

describe('a write without a base', () => {
  it('of the overview is based on what a request showed: others’ changes stay, and the answer shows them', async () => {
    const { memory, chat } = await shownOverview();
    await memory.files.edit('overview.md', '- idb', '- idb\n- by the user');
    const answer = await chat.call('write', { path: 'overview.md', content: OVERVIEW.replace('- ship', '- rest') });
    expect(answer).toMatch(/^Written: overview\.md.*\nOthers had changed the file; their changes stay\./);
    expect(answer).toContain('+- by the user');
    expect(await overviewOf(memory)).toBe('# Mine\n\n## Task\n\n- rest\n\n## Decisions\n\n- idb\n- by the user\n');
    // The answer has shown the text, so the next write may leave it out.
    await chat.call('write', { path: 'overview.md', content: OVERVIEW });
    expect(await overviewOf(memory)).toBe(OVERVIEW);
  });

  it('writes nothing where both changed the same lines, shows the difference, and then may be repeated', async () => {
    const { memory, chat } = await shownOverview();
    await memory.files.edit('overview.md', '- ship', '- ship on Monday');
    const mine = { path: 'overview.md', content: OVERVIEW.replace('- ship', '- rest') };
    const answer = await chat.call('write', mine);
    expect(answer).toMatch(/^Not written\./);
    expect(answer).toContain('-- ship on Monday\n+- rest');
    expect(await overviewOf(memory)).toContain('- ship on Monday');
    expect(await chat.call('write', mine)).toMatch(/^Written/);
    expect(await overviewOf(memory)).toContain('- rest');
  });

  it('is not based on what only another tab’s model saw', async () => {
    const storage = memoryStorage();
    const [one, other] = [await openFixed({ storage }), await openFixed({ storage })];
    await one.files.write('detail/a.md', 'one\ntwo\n');
    const [here, there] = [new Chat(one), new Chat(other)];
    await there.ask('Begin.');
    await there.call('read', { path: 'detail/a.md' });
    expect(await here.call('write', { path: 'detail/a.md', content: 'three\n' })).toMatch(/^Not written/);
    expect(await there.call('write', { path: 'detail/a.md', content: 'three\n' })).toMatch(/^Written/);
  });

  it('of a file that the model read is based on that, page after page', async () => {
    const memory = await openFixed();
    const text = Array.from({ length: 300 }, (_, line) => `line ${line}\n`).join('');
    await memory.files.write('detail/a.md', text);
    const chat = new Chat(memory);
    const mine = { path: 'detail/a.md', content: `${text}mine\n` };
    await chat.call('read', { path: 'detail/a.md' });
    expect(await chat.call('write', { ...mine, content: 'anew' })).toMatch(/^Not written/);
    await chat.call('read', { path: 'detail/a.md', fromLine: 250 });
    expect(await memory.files.lastSeen('detail/a.md')).toBeUndefined();
    await chat.call('read', { path: 'detail/a.md', fromLine: 201 });
    expect((await memory.files.lastSeen('detail/a.md'))?.revision).toBe(1);
    await memory.files.write('detail/a.md', `zero\n${text}`);
    expect(await chat.call('write', mine)).toMatch(/^Written/);
    expect(await fileOf(memory, 'detail/a.md')).toBe(`zero\n${text}mine\n`);
  });

  it('creates a file, and goes on from what the model wrote itself', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.call('write', { path: 'detail/a.md', content: 'one\n' });
    await memory.files.edit('detail/a.md', 'one', 'one\nof the user');
    expect(await chat.call('write', { path: 'detail/a.md', content: 'zero\none\n' })).toMatch(/^Written/);
    expect(await fileOf(memory, 'detail/a.md')).toBe('zero\none\nof the user\n');
  });

  it('brings back a file that was deleted since', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.call('write', { path: 'detail/a.md', content: 'one\n' });
    await memory.files.delete('detail/a.md');
    expect(await chat.call('write', { path: 'detail/a.md', content: 'two\n' })).toMatch(/^Written/);
    expect(await fileOf(memory, 'detail/a.md')).toBe('two\n');
  });

  it('forgets what the model saw when the app takes its messages back', async () => {
    const { memory, chat } = await shownOverview();
    await memory.files.write('detail/a.md', 'one\n');
    await chat.call('read', { path: 'detail/a.md' });
    await chat.prepare();
    expect(await memory.files.lastSeen('detail/a.md')).toBeDefined();
    chat.messages.length = 0;
    await chat.ask('Begin anew.');
    expect(await memory.files.lastSeen('detail/a.md')).toBeUndefined();
  });

  it('is not based on an overview of which requests show a part', async () => {
    const memory = await openFixed({ context: { window: 1000, overviewShare: 0.05 } });
    const text = `# Mine\n\n${Array.from({ length: 60 }, (_, line) => `- point ${line}\n`).join('')}`;
    await memory.files.write('overview.md', text);
    const chat = new Chat(memory);
    await chat.ask('Begin.');
    expect(await memory.files.lastSeen('overview.md')).toBeUndefined();
    const answer = await chat.call('write', { path: 'overview.md', content: '# Mine\n\n- short\n' });
    expect(answer).toMatch(/^Not written/);
    expect(answer).toContain('-- point 59');
  });

  it('with force shrinks a file, but overwrites no change of others', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.call('write', { path: 'detail/a.md', content: 'word\n'.repeat(200) });
    const mine = { path: 'detail/a.md', content: 'short\n', force: true };
    await memory.files.edit(
      'detail/a.md',
      'word\n'.repeat(200),
      `${'word\n'.repeat(100)}user\n${'word\n'.repeat(100)}`,
    );
    expect(await chat.call('write', mine)).toMatch(/^Not written/);
    expect(await fileOf(memory, 'detail/a.md')).toContain('user');
    await chat.call('read', { path: 'detail/a.md' });
    await chat.call('read', { path: 'detail/a.md', fromLine: 201 });
    expect(await chat.call('write', mine)).toMatch(/^Written/);
    expect(await fileOf(memory, 'detail/a.md')).toBe('short\n');
  });
});

it.each([null, 5, {}, Symbol('x')])('markSeen refuses %s, which is no path', async (path) => {
  const { files } = await openFixed();
  const refused = files.markSeen(path as string, 1);
  await expect(refused).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'path' } });
});

it.each([0, 1.5, Number.NaN])('markSeen refuses %s, which is no revision', async (revision) => {
  const { files } = await openFixed();
  await expect(files.markSeen('detail/a.md', revision)).rejects.toMatchObject({ code: 'invalid-input' });
});

it('a revision that a file has not reached counts as not seen', async () => {
  const memory = await openFixed();
  const { files } = memory;
  await files.write('detail/a.md', 'by the user\n', { source: 'user' });
  await files.markSeen('detail/a.md', 999);
  expect(await files.lastSeen('detail/a.md')).toBeUndefined();
  const write = (text: string) => files.write('detail/a.md', text, { baseRevision: 'seen', source: 'assistant' });
  expect(await write('first\n')).toMatchObject({ status: 'conflict', reason: 'stale' });
  // The conflict has shown the text.
  expect(await write('second\n')).toMatchObject({ status: 'written', revision: 2 });
  expect(await write('third\n')).toMatchObject({ status: 'written', revision: 3 });
});

describe('note', () => {
  it('keeps what others wrote in other sections since the model saw them', async () => {
    const { memory, chat } = await shownOverview();
    await memory.files.edit('overview.md', '- idb', '- idb\n- by the user');
    expect(await chat.call('note', { section: 'Task', text: '- rest' })).toContain('+- by the user');
    expect(await overviewOf(memory)).toBe('# Mine\n\n## Task\n- rest\n\n## Decisions\n\n- idb\n- by the user\n');
  });

  it('does not overwrite a section that others changed since the model saw it', async () => {
    const { memory, chat } = await shownOverview();
    await memory.files.edit('overview.md', '- ship', '- ship on Monday');
    const answer = await chat.call('note', { section: 'Task', text: '- rest' });
    expect(answer).toMatch(/^Not written/);
    expect(answer).toContain('-- ship on Monday');
    expect(await overviewOf(memory)).toContain('- ship on Monday');
    expect(await chat.call('note', { section: 'Task', text: '- rest' })).toMatch(/^Written/);
  });
});

describe('Anthropic’s commands', () => {
  async function opened(text: string) {
    const memory = await openFixed();
    await memory.files.write('detail/a.md', text);
    const { execute } = anthropicMemoryTool(memory);
    const path = '/memories/a.md';
    return { memory, run: (command: string, input: object = {}) => execute({ command, path, ...input }) };
  }

  it('insert after the line that the model saw, wherever it stands now', async () => {
    const { memory, run } = await opened('one\ntwo\nthree\n');
    await run('view');
    await memory.files.edit('detail/a.md', 'one', 'zero\none');
    expect(await run('insert', { insert_line: 2, insert_text: 'mine' })).toContain('+zero');
    expect(await fileOf(memory, 'detail/a.md')).toBe('zero\none\ntwo\nmine\nthree\n');
  });

  it('insert nothing where the lines around were removed, and show the difference', async () => {
    const { memory, run } = await opened('one\ntwo\nthree\nfour\n');
    await run('view');
    await memory.files.write('detail/a.md', 'one\nfour\n');
    expect(await run('insert', { insert_line: 2, insert_text: 'mine' })).toMatch(/^Error: Nothing was changed/);
    expect(await fileOf(memory, 'detail/a.md')).toBe('one\nfour\n');
  });

  it('delete no file that others changed since the model saw it, until it has seen the change', async () => {
    const { memory, run } = await opened('one\n');
    await run('view');
    await memory.files.edit('detail/a.md', 'one', 'one\nof the user');
    expect(await run('delete')).toContain('+of the user');
    expect(await fileOf(memory, 'detail/a.md')).toContain('of the user');
    expect(await run('delete')).toBe('Successfully deleted /memories/detail/a.md');
  });
});
