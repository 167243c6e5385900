import { describe, expect, it } from 'vitest';
import { type AnthropicMessage, anthropicMessages } from '../../../src/entries/lenses.ts';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { screenshot } from '../../support/messages/pictures.ts';
import { Chat, words } from '../../support/messages/chat.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';

const SMALL = { tokenizer: tokenScan(), context: { window: 4000 } };
const PICTURE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: screenshot() } } as const;
const BY_MODEL = { source: 'assistant', force: true } as const;

describe('a report', () => {
  it('adds up what was sent, saved and cached, and what the provider counted', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    let sent = 0;
    for (let turn = 0; turn < 40; turn++) {
      const { meta } = await chat.ask(`Question ${turn}: ${words(30)}`);
      sent += meta.tokensUsed;
      if (turn >= 38) memory.context.observe({ inputTokens: 1000, cachedTokens: 600, outputTokens: 50 });
      chat.answer(words(30, `a${turn}w`));
    }
    const report = await memory.report();
    expect(report.requests).toBe(40);
    expect(report.tokens.sent).toBe(sent);
    expect(report.tokens.saved).toBe(report.tokens.list - sent);
    expect(report.tokens.saved).toBeGreaterThan(0);
    expect(report.tokens.cached).toBeGreaterThan(0.5 * sent);
    // The latest one is told although no later request has stored it.
    expect(report.provider).toEqual({ requests: 2, input: 2000, cached: 1200, output: 100 });
    const folds = report.epochs.find(({ reason }) => reason === 'fallback-compaction');
    expect(folds?.count).toBeGreaterThan(0);
    expect(folds?.won).toBeGreaterThan(1000);
    expect(report.text).toContain('40 requests');
    expect((await memory.report({ last: 3 })).requests).toBe(3);
    expect((await memory.report({ locale: 'zh-CN' })).text).toContain('40 个请求');
  });

  it('tells of reminders and what became of them, and gives the counters of the session (S001-76)', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    for (let turn = 0; turn < 12; turn++) {
      const { reminder } = await chat.ask(`Question ${turn}.`);
      // The first one is heeded at once, the others never.
      if (reminder && turn < 8)
        await memory.files.write('overview.md', `# Notes\n\n## Task\n\nTurn ${turn}.\n`, BY_MODEL);
      chat.answer('So it is.');
    }
    for (let turn = 12; turn < 30; turn++) {
      await chat.ask(`Question ${turn}.`);
      chat.answer('So it is.');
    }
    const { reminders } = await memory.report();
    expect(reminders.sent).toBeGreaterThan(1);
    expect(reminders.heeded).toEqual({ within1: 1, within3: 1, within10: 1 });
    expect(reminders.unheeded).toBe(reminders.sent - 1 - (reminders.sent - 1 - reminders.unheeded));
    expect(reminders.unheeded).toBeGreaterThan(0);
    expect(reminders.session).toMatchObject({
      rounds: 30,
      reminders: reminders.sent,
      promptedUpdates: 1,
      heededShare: 1 / reminders.sent,
    });
  });

  it('tells which recalled texts were used later, and where they are from', async () => {
    const memory = await openFixed(SMALL);
    await memory.items.memorize('The harbour office closes at noon on Fridays.');
    await memory.items.memorize('The bakery in Mill Street sells rye bread.');
    const chat = new Chat(memory);
    await chat.ask('When does the harbour office close on Fridays?');
    chat.answer('It closes at noon.');
    await chat.ask('What does the bakery in Mill Street sell?');
    chat.answer('I cannot say.');
    await chat.ask('Thank you.');
    const { recalled } = await memory.report();
    expect(recalled).toMatchObject([
      { scope: 'items', id: 'item-1', used: true },
      { scope: 'items', id: 'item-2', used: false },
    ]);
  });

  it('counts calls that are made again after their result was hidden, and no others', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    await chat.ask('Look.');
    chat.called('look', { at: 'a.ts' }, words(200));
    await chat.prepare();
    chat.called('look', { at: 'a.ts' }, words(200));
    await chat.prepare();
    expect((await memory.report()).repeatedCalls).toBe(0);
    for (let call = 0; call < 20; call++) {
      chat.called('look', { at: `${call}.ts` }, words(150, `c${call}w`));
      await chat.prepare();
    }
    chat.called('look', { at: 'a.ts' }, words(200));
    await chat.prepare();
    expect((await memory.report()).repeatedCalls).toBe(1);
  });

  it('counts calls that are made again for a picture that was left out', async () => {
    const memory = await openFixed({ tokenizer: tokenScan(), context: { window: 32_000 } });
    const messages: AnthropicMessage[] = [{ role: 'user', content: 'Look at all of them.' }];
    const look = async (page: number): Promise<void> => {
      const id = `call_${messages.length}`;
      const call = { type: 'tool_use', id, name: 'look', input: { page } } as const;
      const result = { type: 'tool_result', tool_use_id: id, content: [PICTURE] } as const;
      messages.push({ role: 'assistant', content: [call] }, { role: 'user', content: [result] });
      await memory.context.prepare(anthropicMessages, messages);
    };
    for (let page = 0; page < 40; page++) await look(page);
    const { epochs } = await memory.report();
    expect(epochs.map(({ reason }) => reason)).toEqual(['session-started', 'media-left-out']);
    await look(39);
    expect((await memory.report()).repeatedCalls).toBe(0);
    await look(0);
    expect((await memory.report()).repeatedCalls).toBe(1);
  });

  it('tells how old the notes are, and how many recurring names they hold', async () => {
    const memory = await openFixed(SMALL);
    const chat = new Chat(memory);
    for (const turn of [1, 2, 3]) {
      await chat.ask(`Turn ${turn}: look at src/harbour.ts and INV-2024-07.`);
      chat.answer('I looked.');
    }
    await memory.files.write('overview.md', '# Notes\n\n## Task\n\nAbout src/harbour.ts.\n', BY_MODEL);
    await chat.ask('Go on.');
    const { notes } = await memory.report();
    expect(notes).toMatchObject({ status: 'maintained', steps: 1, names: 2, held: 1 });
  });

  it('lives in the journal: ids, numbers and scores, also of searches, and no text', async () => {
    const storage = memoryStorage();
    const memory = await openFixed({ ...SMALL, storage });
    await memory.items.memorize('The harbour office closes at noon.');
    await memory.items.remember('harbour office');
    const chat = new Chat(memory);
    await chat.ask('When does the harbour office close?');
    const traces: object[] = [];
    for await (const { event } of memory.items.audit()) if (event.type === 'request-prepared') traces.push(event);
    expect(traces).toMatchObject([{ trace: { searches: 1, hits: [{ scope: 'items', id: 'item-1' }] } }]);
    expect(JSON.stringify(traces)).not.toMatch(/harbour|noon/);
    expect(await memory.report()).toMatchObject({ searches: { count: 1, hits: 1 } });
    await memory.close();
    const again = await openFixed({ ...SMALL, storage });
    expect(await again.report()).toMatchObject({ requests: 1, searches: { count: 1, hits: 1 } });
  });

  it('of a session without requests says so, and refuses what it does not know', async () => {
    const memory = await openFixed(SMALL);
    expect(await memory.report()).toMatchObject({ requests: 0, text: 'No request was prepared.' });
    await expect(memory.report({ last: 0 })).rejects.toMatchObject({ code: 'invalid-option' });
    await expect(memory.report({ newest: 3 } as never)).rejects.toMatchObject({ code: 'invalid-option' });
  });
});
