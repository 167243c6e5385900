// Texts that the library made from messages: archives, the summary of hidden messages, the index. A hard forget removes
// from them what it removes from the messages.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { readBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { Chat, words } from '../../support/messages/chat.ts';
import { openFixed, overviewOf } from '../../support/fixed-memory.ts';
import { everythingIn } from '../../support/storage/everything-in.ts';

interface Compacted {
  readonly storage: Storage;
  readonly memory: WorkingMemory;
  readonly chat: Chat;
}

/** A conversation that opens with a message, of which an archive and the overview tell. */
async function compacted(opening: string, options: Parameters<typeof openFixed>[0] = {}): Promise<Compacted> {
  const storage = memoryStorage();
  const memory = await openFixed({ storage, context: { window: 4000 }, ...options });
  const chat = new Chat(memory);
  await chat.ask(opening);
  chat.answer('Noted.');
  await chat.turns(7);
  expect(await memory.context.compact.apply({ keepRecent: 2 })).toMatchObject({ archivedTo: [ARCHIVE] });
  expect((await memory.files.read(ARCHIVE)).text).toContain(opening);
  return { storage, memory, chat };
}

const ARCHIVE = 'detail/conversation-0-9.md';
const hard = { mode: 'hard' } as const;
const blockOf = async (memory: WorkingMemory): Promise<string | undefined> =>
  readBlocks(await overviewOf(memory)).compaction;

describe('a hard forget of a whole message', () => {
  const SAID = 'By the way, mine is four seven one one zebracode, and that should stay with us.';

  for (const [what, forget] of [
    ['by its index', (memory: WorkingMemory) => memory.items.forget({ message: 0 }, hard)],
    ['by an item that comes from it', (memory: WorkingMemory, id: string) => memory.items.forget({ ids: [id] }, hard)],
  ] as const) {
    it(`${what} takes its words out of the archive and the overview`, async () => {
      const { storage, memory } = await compacted(SAID);
      const { items } = await memory.items.memorize('The PIN of the user is 4711', { message: 0 });
      const { erasure } = await forget(memory, items[0]?.id ?? '');
      expect(erasure).toMatchObject({ emptied: [0], files: [ARCHIVE, 'overview.md'] });
      expect(await everythingIn(storage)).not.toContain('zebracode');
      expect((await memory.files.read(ARCHIVE)).text).toContain('## Message 0, user\n\n[forgotten].\n\n## Message 1');
    });
  }

  it('of a word takes that message out of the archive, and not the word out of others', async () => {
    const { memory, chat } = await compacted('yes, (ok)?');
    await memory.files.write('detail/notes.md', '# Notes\n\nyes, (ok)?\n\nShe said: yes, (ok)?\n');
    await chat.turns(4, (turn) => `yes, (ok)?\n\nyes, (ok)? ${words(30, `y${turn}w`)}`);
    const { archivedTo } = await memory.context.compact.apply({ keepRecent: 2 });
    const before = await Promise.all(['detail/notes.md', ...archivedTo].map((path) => memory.files.read(path)));
    await memory.items.forget({ message: 0 }, hard);
    const archive = (await memory.files.read(ARCHIVE)).text;
    expect(archive).toContain('## Message 0, user\n\n[forgotten]\n\n## Message 1, assistant\n\nNoted.');
    for (const { path, text } of before) expect((await memory.files.read(path)).text).toBe(text);
  });

  it('takes a tool result out of its file, also where it fills several', async () => {
    for (const lines of [1000, 6000]) {
      const storage = memoryStorage();
      const memory = await openFixed({ storage, context: { window: 4000 }, files: { maxFileBytes: 100_000 } });
      const chat = new Chat(memory);
      await chat.ask('Read the record.');
      chat.called('read_record', {}, Array.from({ length: lines }, (_, at) => `line ${at} of the record`).join('\n'));
      expect((await chat.prepare()).stubs).toMatchObject([{ why: 'oversized' }]);
      const files = (await memory.files.list()).length;
      expect(files > 2).toBe(lines > 1000);
      await memory.items.forget({ message: 2 }, hard);
      expect(await everythingIn(storage)).not.toContain('of the record');
      expect(await memory.files.list()).toHaveLength(files);
    }
  });

  it('leaves the notes that others wrote as they are', async () => {
    const { memory } = await compacted(SAID);
    await memory.files.write('detail/notes.md', `# Notes\n\n${SAID}\n`);
    await memory.items.forget({ message: 0 }, hard);
    expect((await memory.files.read('detail/notes.md')).text).toContain(SAID);
  });
});

describe('a hard forget of a part of a message', () => {
  const PASSPORT = 'My passport number is XK-47110815-Q for the booking.';
  const SAID = `Let us begin with the garden. ${words(60, 'g')} ${PASSPORT} ${words(60, 'h')}`;

  for (const [what, request] of [
    ['the item', (id: string) => ({ ids: [id] })],
    ['the text', () => ({ text: PASSPORT })],
    ['the message', () => ({ message: 0 })],
  ] as const) {
    it(`takes names and beginnings out of the summary of what is hidden: ${what}`, async () => {
      const { storage, memory, chat } = await compacted(SAID);
      const { items } = await memory.items.memorize(PASSPORT, { message: 0 });
      expect(await blockOf(memory)).toContain('XK-47110815-Q');
      await memory.files.write('overview.md', '# Working Memory\n\n## Facts\n\n- none\n', { force: true });
      expect(await everythingIn(storage)).toContain('XK-47110815-Q');
      await memory.items.forget(request(items[0]?.id ?? ''), hard);
      expect(await everythingIn(storage)).not.toContain('47110815');
      expect(await blockOf(memory)).toBeUndefined();

      // The next request tells again what is hidden.
      const next = await chat.ask('And now?');
      expect(next.hidden).toMatchObject([{ from: 0, to: 10, path: ARCHIVE }]);
      expect(await blockOf(memory)).toContain(ARCHIVE);
      expect(await blockOf(memory)).toContain('Question 0');
      expect(JSON.stringify(next.messages)).toContain('Question 0');
      expect(await everythingIn(storage)).not.toContain('47110815');
    });
  }

  it('leaves the summary as it is where the message is in view', async () => {
    const { memory, chat } = await compacted('Hello.', { summarize: () => Promise.resolve('Small talk, in short.') });
    await chat.ask(PASSPORT);
    await memory.items.forget({ text: PASSPORT }, hard);
    expect(await blockOf(memory)).toContain('Small talk, in short.');
    chat.answer('Booked.');
    await chat.ask('And now?');
    expect(await blockOf(memory)).toContain('Small talk, in short.');
  });
});

describe('a hard forget of the beginning of a file', () => {
  const TITLE = `My doctor told me that I have the zebracode disease, and ${words(30)}`;

  it('takes it out of the index, also in former revisions of the overview', async () => {
    const storage = memoryStorage();
    const memory = await openFixed({ storage });
    await memory.files.write('detail/a.md', `# ${TITLE}\n\ntext\n`);
    await memory.files.write('detail/b.md', '# Other\n');
    await memory.files.write('overview.md', '# Working Memory\n\n- none\n', { force: true });
    await memory.files.write('overview.md', '# Working Memory\n\n- one\n', { force: true });
    const { erasure } = await memory.items.forget({ text: TITLE }, hard);
    expect(erasure).toMatchObject({ files: ['detail/a.md', 'overview.md'] });
    expect(await everythingIn(storage)).not.toContain('zebracode');
    expect(readBlocks(await overviewOf(memory)).index).toBe('- detail/a.md: [forgotten]\n- detail/b.md: Other');
  });
});
