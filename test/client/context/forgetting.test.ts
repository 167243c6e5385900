// A hard forget and what the session keeps between two requests: pin, rides, stubs and receipts may quote anything.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { Chat, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const SECRET = 'the door code of the depot is 88-41-07';

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
