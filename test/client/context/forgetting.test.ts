// A hard forget and the state between two requests: pin, rides, stubs and receipts may quote anything.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import { Chat, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { everythingIn } from '../../support/storage/everything-in.ts';

const SECRET = 'the door code of the depot is 88-41-07';

interface Forgotten {
  readonly storage: Storage;
  readonly memory: WorkingMemory;
  readonly chat: Chat;
}

/** A conversation whose list still says what the session has forgotten. */
async function forgotten(forget: string, options: Parameters<typeof openFixed>[0] = {}): Promise<Forgotten> {
  const storage = memoryStorage();
  const memory = await openFixed({ storage, context: { window: 4000 }, ...options });
  const chat = new Chat(memory);
  await chat.turns(2);
  await chat.ask(`Hello, ${SECRET}.`);
  chat.called('ring', { at: SECRET }, `${SECRET}\n${words(100, 'ring')}`);
  await chat.prepare();
  chat.answer('Nobody opens.');
  await chat.turns(5);
  await memory.context.record(openaiChat, chat.messages.slice(-1));
  await memory.items.forget({ text: forget }, { mode: 'hard' });
  expect(await everythingIn(storage)).not.toContain(forget);
  return { storage, memory, chat };
}

describe('a hard forget', () => {
  it('takes the text out of everything that was kept for the next request, and begins an epoch', async () => {
    const storage = memoryStorage();
    const memory = await openFixed({ storage, context: { window: 4000 } });
    const kept = async (): Promise<string[]> => {
      const { rows } = await storage.load({ workspace: '/', session: 'test' }, ['ledger']);
      return rows
        .filter(({ value }) => JSON.stringify(value).includes(SECRET))
        .map(({ key }) => key.split('/')[0] ?? '');
    };
    const keysNow = async (): Promise<string[]> =>
      (await storage.load({ workspace: '/', session: 'test' }, ['ledger'])).rows.map(({ key }) => key);
    await memory.items.memorize(SECRET);
    await memory.files.write('overview.md', `# Working Memory\n\n- ${SECRET}\n`);
    const chat = new Chat(memory);
    await chat.ask('Read the sheet.');
    chat.called('read_sheet', {}, `${SECRET}\n${words(3500)}`);
    expect((await chat.prepare()).stubs).toMatchObject([{ why: 'oversized' }]);
    await memory.files.write('overview.md', `# Working Memory\n\n- ${SECRET}!\n`);
    chat.called('ring', {}, 'nobody opens');
    await chat.prepare();
    chat.answer('Nobody opens.');
    await chat.turns(5);
    await memory.context.compact.apply();
    expect(new Set(await kept())).toEqual(new Set(['pin', 'receipt', 'ride', 'stub']));

    await memory.items.forget('oldest', { mode: 'hard' });
    expect(await kept()).toEqual([]);
    expect(await keysNow()).toEqual(['now']);
    const next = await chat.ask('And now?');
    expect(next).toMatchObject({ epochReason: 'forgotten', prefixChanged: true });
    // The app's own list is the app's: what was in view of it stays, but nothing that was kept here brings it back.
    expect(next.messages[0]?.content).toContain('- [forgotten]!');
    const own = chat.messages.map(({ content }) => content);
    expect(
      wholeText({ ...next, messages: next.messages.filter(({ content }) => !own.includes(content)) }),
    ).not.toContain(SECRET);
    expect(await kept()).toEqual([]);
  });

  for (const text of [SECRET, '88-41-07']) {
    it(`keeps ${text} out of the archive, the overview and the ledger when the list that says it is compacted`, async () => {
      const { storage, memory, chat } = await forgotten(text);
      const { applied, archivedTo } = await memory.context.compact.apply({ keepRecent: 2 });
      expect({ applied, archivedTo }).toEqual({ applied: true, archivedTo: ['detail/conversation-0-11.md'] });
      await chat.ask('And now?');
      expect(await everythingIn(storage)).not.toContain(text);
      const archive = (await memory.files.read('detail/conversation-0-11.md')).text;
      expect(archive).toContain('## Message 4, user');
      expect(archive).toContain('Nobody opens.');
    });

    it(`keeps ${text} out of what makes room by itself, and out of what it tells the model`, async () => {
      const { storage, memory, chat } = await forgotten(text);
      await chat.turns(12, (turn) => words(150, `u${turn}w`));
      expect((await memory.files.list()).some(({ path }) => path.startsWith('archive/conversation'))).toBe(true);
      expect(await everythingIn(storage)).not.toContain(text);
    });
  }

  it('keeps the text from the summarizer, and from a reminder that tells what the notes lack', async () => {
    const given: string[] = [];
    const { storage, memory, chat } = await forgotten(SECRET, {
      summarize: (text: string) => {
        given.push(text);
        return Promise.resolve('Small talk.');
      },
    });
    await memory.context.compact.apply({ keepRecent: 2 });
    expect(given.join()).toContain('Nobody opens.');
    expect(given.join()).not.toContain(SECRET);
    await chat.turns(3);
    expect(await everythingIn(storage)).not.toContain(SECRET);
  });

  it('stubs a large result that the list still has whole, without its text', async () => {
    const storage = memoryStorage();
    const memory = await openFixed({ storage, context: { window: 4000 } });
    const chat = new Chat(memory);
    await chat.ask('Read the sheet.');
    chat.called('read_sheet', {}, `${SECRET}\n${words(600, 'sheet')}`);
    await chat.prepare();
    chat.answer('Read.');
    await chat.turns(3);
    await memory.items.forget({ text: SECRET }, { mode: 'hard' });
    const { stub } = await memory.context.compact.plan({ target: 'tools', keepRecent: 0 });
    expect(stub).toMatchObject([{ index: 2 }]);
    await memory.context.compact.apply({ target: 'tools', keepRecent: 0 });
    const { stubs, messages } = await chat.ask('And now?');
    expect(stubs).toMatchObject([{ index: 2 }]);
    expect(JSON.stringify(messages)).not.toContain(SECRET);
    expect(await everythingIn(storage)).not.toContain(SECRET);
  });

  it('is still true when the session was opened anew in between', async () => {
    const { storage, chat } = await forgotten(SECRET);
    const again = await openFixed({ storage, context: { window: 4000 } });
    await again.context.prepare(openaiChat, chat.messages);
    await again.context.compact.apply({ keepRecent: 2 });
    expect(await everythingIn(storage)).not.toContain(SECRET);
  });

  for (const [how, edited] of [
    ['an earlier message edited', (list) => [{ role: 'user', content: 'Other words.' }, ...list.slice(1)]],
    ['its beginning cut off', (list) => list.slice(2)],
  ] as const satisfies readonly (readonly [string, (list: Chat['messages']) => Chat['messages']])[]) {
    it(`does not store what it took out of a message when the list comes back with ${how}`, async () => {
      const { storage, memory, chat } = await forgotten(SECRET);
      const before = await memory.transcript.count();
      const list = [...edited(chat.messages), { role: 'user' as const, content: 'And now?' }];
      await memory.context.prepare(openaiChat, list);
      expect(await memory.transcript.count()).toBe(before + list.length);
      expect(await everythingIn(storage)).not.toContain(SECRET);
      await memory.context.compact.apply({ keepRecent: 2 });
      expect(await everythingIn(storage)).not.toContain(SECRET);
    });
  }

  it('lets the user say again what was forgotten', async () => {
    const { storage, chat } = await forgotten(SECRET);
    await chat.ask(`Hello, ${SECRET}.`);
    expect(await everythingIn(storage)).toContain(SECRET);
  });

  it('leaves no hash by which a guess of a system prompt or a block of the overview could be tested', async () => {
    const storage = memoryStorage();
    const memory = await openFixed({ storage });
    const numbers = async (): Promise<string> => {
      const { rows } = await storage.load({ workspace: '/', session: 'test' }, ['ledger']);
      return JSON.stringify(rows.find(({ key }) => key === 'now')?.value);
    };
    await memory.items.memorize(SECRET);
    await memory.files.write('overview.md', '# Working Memory\n\n- nothing else\n');
    await memory.files.write('detail/codes.md', SECRET);
    const chat = new Chat(memory, { system: `You help. ${SECRET}.` });
    await chat.ask('Good morning.');
    chat.answer('Good morning!');
    await chat.ask('What do you know?');
    const [head] = /"headHash":"[0-9a-f]+"/.exec(await numbers()) ?? [];
    expect(head).toBeDefined();
    expect(await numbers()).toMatch(/"blocks":\{"/);
    await memory.items.forget('oldest', { mode: 'hard' });
    const left = await numbers();
    expect(left).not.toMatch(/"headHash":"[0-9a-f]|"requestId":"[0-9a-f]|"blocks":\{"/);
    chat.answer('Nothing.');
    expect(await chat.ask('And now?')).toMatchObject({ epochReason: 'forgotten' });
    chat.answer('Nothing new.');
    expect(await chat.ask('Really?')).toMatchObject({ prefixChanged: false });
    await memory.close();
  });
});
