// Detection of writes of overview.md: by a tool of the app, by one of this library, or from outside.
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import { Chat, type ChatMessage, shown, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed, overviewOf } from '../../support/fixed-memory.ts';

const PATH = 'working-memory/overview.md';
const overview = (text: string): string => `# Working Memory\n\n## Current task\n\n${text}\n`;
const BY_MODEL = { source: 'assistant', force: true } as const;

async function opened(options: Partial<OpenOptions> = {}): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await openFixed(options);
  const chat = new Chat(memory);
  await chat.ask('Begin.');
  return { memory, chat };
}

async function eventsOfLastCommit(memory: WorkingMemory): Promise<string[]> {
  const records: { head: number; type: string }[] = [];
  for await (const { head, event } of memory.items.audit()) records.push({ head, type: event.type });
  return records.filter(({ head }) => head === records.at(-1)?.head).map(({ type }) => type);
}

describe('a write with a tool of the app’s own', () => {
  it('is applied to the tree as the model’s, in the commit of the request', async () => {
    const { memory, chat } = await opened();
    const before = await memory.files.read('overview.md');
    chat.called('write_file', { path: PATH, content: overview('Parse the log.') }, 'Saved.');
    await chat.prepare();
    const after = await memory.files.read('overview.md');
    expect(after).toMatchObject({ revision: before.revision + 1, source: 'assistant' });
    expect(after.text).toBe(overview('Parse the log.'));
    expect(await eventsOfLastCommit(memory)).toEqual([
      'step-advanced',
      'message-appended',
      'message-appended',
      'file-written',
      'request-prepared',
    ]);
  });

  it('keeps the system’s blocks, whatever the model wrote in their place', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('detail/notes.md', '# Notes\n\nA note.');
    const forged = `${overview('Mine.')}\n<!-- working-memory:index (kept by the system) -->\nnothing\n<!-- /working-memory:index -->\n`;
    chat.called('write_file', { path: PATH, content: forged }, 'Saved.');
    await chat.prepare();
    const text = await overviewOf(memory);
    expect(text).toContain('Mine.');
    expect(text).toContain('detail/notes.md');
    expect(text).not.toContain('nothing');
  });

  it('is not told again to the model that made it with note, which is pinned once an epoch begins', async () => {
    const { chat } = await opened({ onFile: () => overview('An old one.') });
    await chat.call('note', { section: 'Current task', text: '- Parse the log.' });
    expect((await chat.prepare()).messages).toEqual(chat.messages);
    await chat.call('note', { section: 'Key decisions', text: '- by lines' });
    expect((await chat.prepare()).messages).toEqual(chat.messages);
    chat.answer('Noted.');
    const later = wholeText(await chat.ask('Go on.', { system: 'Be brief.' }));
    for (const text of ['| - Parse the log.', '| - by lines']) expect(later).toContain(text);
    expect(later).not.toContain('An old one.');
  });

  it('is not told again to the model that made it', async () => {
    const { chat } = await opened();
    chat.called('write_file', { path: PATH, content: overview('Parse the log.') }, 'Saved.');
    expect(shown(await chat.prepare()).at(-1)).not.toContain('Parse the log.');
  });

  it('counts as the update that a reminder asks for', async () => {
    const { memory, chat } = await opened({ context: { reminder: { maxRounds: 2, minRounds: 1 } } });
    chat.answer('Well.');
    await chat.turns(1);
    const { reminder } = await chat.ask('And now?');
    expect(reminder).toBe('hint');
    chat.called('write_file', { path: PATH, content: overview('Parse the log.') }, 'Saved.');
    expect((await chat.prepare()).reminder).toBeUndefined();
    chat.answer('Done.');
    const next = await chat.ask('Next.');
    expect(next).toMatchObject({ epoch: 1, phase: { phase: 2, reason: 'maintained' } });
    expect(await memory.files.overviewStatus()).toMatchObject({ status: 'maintained' });
  });

  it('is applied once, whoever writes after it and however often the list comes', async () => {
    const { memory, chat } = await opened();
    chat.called('write_file', { path: PATH, content: overview('One.') }, 'Saved.');
    await chat.prepare();
    await memory.files.write('overview.md', overview('Two, by the user.'));
    chat.answer('Done.');
    await chat.ask('Go on.');
    // The app goes back, and the list with the old call is shorter than it was.
    chat.messages.length = 3;
    await chat.prepare({ requestId: 'again' });
    chat.answer('Done differently.');
    await chat.ask('Go on.');
    expect(await overviewOf(memory)).toBe(overview('Two, by the user.'));
  });

  it('is merged with what the user changed since the model saw the overview, and the model is told of both', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview('- one\n- two'));
    chat.answer('Well.');
    expect(wholeText(await chat.ask('Go on.'))).toContain('- two');
    await memory.files.edit('overview.md', '- two', '- two\n- of the user');
    chat.called('write_file', { path: PATH, content: overview('- ONE\n- two') }, 'Saved.');
    const { messages } = await chat.prepare();
    expect(await overviewOf(memory)).toBe(overview('- ONE\n- two\n- of the user'));
    expect(messages.at(-1)?.content).toContain('| - of the user');
    expect((await memory.files.read('overview.md')).source).toBe('assistant');
  });

  it('is not taken where the user changed the same lines, and the model is told why', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview('- one\n- two'));
    chat.answer('Well.');
    await chat.ask('Go on.');
    await memory.files.edit('overview.md', '- two', '- zwei');
    chat.called('write_file', { path: PATH, content: overview('- one\n- deux') }, 'Saved.');
    const told = (await chat.prepare()).messages.at(-1)?.content;
    expect(told).toMatch(/^Your write to \S+ was not applied: others had changed the same lines/);
    expect(told).toContain('| - zwei');
    expect(await overviewOf(memory)).toBe(overview('- one\n- zwei'));
    // Neither a later request nor an edited list takes it after all.
    chat.answer('Oh.');
    await chat.ask('Go on.');
    chat.messages.splice(-2);
    await chat.prepare({ requestId: 'again' });
    expect(await overviewOf(memory)).toBe(overview('- one\n- zwei'));
    chat.called('write_file', { path: PATH, content: overview('- one\n- deux, zwei') }, 'Saved.');
    await chat.prepare();
    expect(await overviewOf(memory)).toBe(overview('- one\n- deux, zwei'));
  });

  it('is applied also when the app went back before it was made', async () => {
    const { memory, chat } = await opened();
    chat.called('write_file', { path: PATH, content: overview('One.') }, 'Saved.');
    await chat.prepare();
    chat.answer('Done.');
    await chat.ask('Go on.');
    chat.messages.length = 1;
    chat.called('write_file', { path: PATH, content: overview('Another one.') }, 'Saved.');
    await chat.prepare();
    expect(await overviewOf(memory)).toBe(overview('Another one.'));
  });

  it('of a part of the file is applied through onFile', async () => {
    const asked: string[] = [];
    const onFile = (path: string): string => (asked.push(path), overview('Edited.'));
    const { memory, chat } = await opened({ onFile });
    chat.called('edit_file', { path: PATH, old_string: 'a', new_string: 'b' }, 'Saved.');
    await chat.prepare();
    expect(asked).toEqual(['overview.md']);
    expect(await memory.files.read('overview.md')).toMatchObject({ text: overview('Edited.'), source: 'assistant' });
  });

  it('of a part of the file changes nothing where the app cannot say the text', async () => {
    for (const onFile of [undefined, () => undefined, async () => undefined]) {
      const { memory, chat } = await opened({ ...(onFile && { onFile }) });
      const before = await memory.files.read('overview.md');
      chat.called('edit_file', { path: PATH, old_string: 'a', new_string: 'b' }, 'Saved.');
      await chat.prepare();
      expect(await memory.files.read('overview.md')).toEqual(before);
    }
  });

  it('that failed is none, nor is one whose result is not there yet', async () => {
    const { memory, chat } = await opened();
    const before = await overviewOf(memory);
    chat.called('write_file', { path: PATH, content: overview('Lost.') }, 'Error: disk full');
    await chat.prepare();
    expect(await overviewOf(memory)).toBe(before);
  });
});

describe('a write with a tool of this library', () => {
  it('stands in the tree already, and what somebody else wrote after it stays', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview('One.'), BY_MODEL);
    await memory.files.write('overview.md', overview('Two, by the user.'));
    chat.called('write', { path: 'overview.md', content: overview('One.') }, 'Saved.');
    const prepared = await chat.prepare();
    expect(await overviewOf(memory)).toBe(overview('Two, by the user.'));
    expect(wholeText(prepared)).toContain('Two, by the user.');
  });

  it('that was refused as a conflict is not applied behind its back', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview(words(200)), BY_MODEL);
    await chat.call('write', { path: 'overview.md', content: 'Nothing.' });
    expect(chat.messages.at(-1)?.content).toContain('Not written');
    await chat.prepare();
    expect(await overviewOf(memory)).toBe(overview(words(200)));
  });

  it('that was refused stays refused where the app says it in words of its own', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview(words(200)), BY_MODEL);
    const refused = await memory.files.write('overview.md', 'Nothing.', { source: 'assistant' });
    expect(refused.status).toBe('conflict');
    chat.called('save_memory', { path: 'overview.md', content: 'Nothing.' }, 'The memory has a conflict.');
    await chat.prepare();
    expect(await overviewOf(memory)).toBe(overview(words(200)));
  });
});

describe('what others wrote', () => {
  const tail = (messages: readonly ChatMessage[]): string => messages.at(-1)?.content ?? '';

  it('rides at the tail, and stays there for the epoch', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview('By the app.'));
    chat.answer('Well.');
    const first = await chat.ask('Go on.');
    expect(first.prefixChanged).toBe(false);
    expect(tail(first.messages)).toContain('| By the app.');
    expect(first.messages[0]?.content).not.toContain('By the app.');
    chat.answer('Well.');
    const second = await chat.ask('Go on.');
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
    expect(tail(second.messages)).not.toContain('By the app.');
  });

  it('rides at the tail also in the middle of a turn', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview('By the app.'));
    chat.called('look', {}, 'Nothing.');
    const { messages, prefixChanged } = await chat.prepare();
    expect(prefixChanged).toBe(false);
    expect(tail(messages)).toContain('| By the app.');
    expect(messages.at(-2)).toEqual(chat.messages.at(-1));
  });

  it('rides at the tail when an event changed the state block alone', async () => {
    const { memory, chat } = await opened();
    await memory.state.onEvent({ type: 'task_started', context: { task: 'Paint the shed' } });
    chat.called('look', {}, 'Nothing.');
    expect(tail((await chat.prepare()).messages)).toContain('Paint the shed');
  });

  it('is told again after a compaction that leaves the pin as it was', async () => {
    const { memory, chat } = await opened();
    chat.answer('Well.');
    await chat.turns(10);
    await memory.state.onEvent({ type: 'task_started', context: { task: 'Paint the shed' } });
    await chat.ask('Go on.');
    const { applied } = await memory.context.compact.apply({ target: 'conversation', keepRecent: 0 });
    expect(applied).toBe(true);
    chat.answer('Well.');
    const { messages, epochReason } = await chat.ask('And now?');
    expect(epochReason).toBe('compacted');
    expect(messages[0]?.content).not.toContain('Paint the shed');
    expect(tail(messages)).toContain('Paint the shed');
  });

  it('is not counted where it finds no room', async () => {
    const { memory, chat } = await opened({ context: { window: 3500 }, tokenizer: tokenScan() });
    chat.answer(words(300));
    await memory.files.write('overview.md', overview(words(1200)));
    const { messages, meta } = await chat.ask('Go on.');
    expect(tail(messages)).not.toContain('word1199');
    expect(meta.ratio).toBeLessThan(0.6);
  });

  it('is counted once where it is read anew for every request', async () => {
    const { memory, chat } = await opened({ context: { placement: 'literal' }, tokenizer: tokenScan() });
    await memory.files.write('overview.md', overview(words(500)));
    chat.answer('Well.');
    const first = await chat.ask('Go on.');
    chat.answer('Well.');
    const second = await chat.ask('Go on.');
    expect(second.meta.tokensUsed - first.meta.tokensUsed).toBeGreaterThan(0);
    expect(second.meta.tokensUsed - first.meta.tokensUsed).toBeLessThan(40);
  });

  it('does not change a request that was sent, also when it is prepared under another name', async () => {
    const { memory, chat } = await opened();
    chat.called('look', {}, 'Nothing.');
    const first = await chat.prepare({ requestId: '1' });
    await memory.files.write('overview.md', overview('By the app.'));
    const second = await chat.prepare({ requestId: '2' });
    expect(second.messages).toEqual(first.messages);
    expect(second).toMatchObject({ repeated: false, prefixChanged: false });
    chat.called('look', {}, 'Nothing more.');
    expect(tail((await chat.prepare()).messages)).toContain('By the app.');
  });
});
