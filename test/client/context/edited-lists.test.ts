// Lists that do not extend the former one: cut, edited, restored by an undo, or seen differently by two owners.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { readBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { Chat, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { brokenPairs } from '../../support/agents/tool-pairs.ts';

const EVERYTHING = { target: 'conversation', keepRecent: 0 } as const;

const NOT_SHOWN = /Messages \d+–\d+ of this conversation are not shown\./;
const overviewOf = async (memory: WorkingMemory): Promise<string> => (await memory.files.read('overview.md')).text;

/** Opens a memory and compacts it; the next request shows the compaction. */
async function compacted(): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await openFixed();
  const chat = new Chat(memory);
  await chat.turns(8);
  await chat.ask('And now?');
  await memory.context.compact.apply(EVERYTHING);
  return { memory, chat };
}

describe('a list that the app changed', () => {
  it('comes back whole when it is cut to where a compaction hid it', async () => {
    const { chat } = await compacted();
    const { hidden } = await chat.prepare();
    const [fold] = hidden;
    expect(fold?.from).toBe(0);
    // The user's last message that is hidden.
    chat.messages.length = (fold?.to ?? 0) - 1;
    const back = await chat.prepare();
    expect(back).toMatchObject({ epochReason: 'history-edited', hidden: [] });
    expect(back.messages.at(-1)?.content).toContain(chat.messages.at(-1)?.content);
    chat.answer('Other words.');
    expect((await chat.ask('Go on.')).hidden).toEqual([]);
  });

  it('comes back whole when results are cut off that a fold inside a turn hid', async () => {
    const memory = await openFixed({ context: { window: 2000 } });
    const chat = new Chat(memory);
    await chat.ask('Look.');
    let folded;
    while (!folded) {
      chat.called('look', {}, words(60));
      const { hidden } = await chat.prepare();
      folded = hidden.find(({ from }) => from > 0);
    }
    chat.messages.length = folded.to;
    const { hidden, messages } = await chat.prepare();
    expect(hidden).toEqual([]);
    expect(wholeText({ messages } as never)).toContain(chat.messages.at(-1)?.content);
  });

  it('shows what a compaction hid, and neither it nor the overview tells that it is hidden', async () => {
    const { memory, chat } = await compacted();
    expect(wholeText(await chat.prepare())).toMatch(NOT_SHOWN);
    expect(await overviewOf(memory)).toMatch(NOT_SHOWN);
    chat.messages.splice(0, 1, { role: 'user', content: 'Other words.' });
    const edited = await chat.prepare();
    expect(edited.hidden).toEqual([]);
    expect(wholeText(edited)).not.toMatch(NOT_SHOWN);
    expect(await overviewOf(memory)).not.toMatch(NOT_SHOWN);
  });

  it('is told of in the overview as far as an older compaction still hides it', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(12);
    await chat.ask('And now?');
    const { hide } = await memory.context.compact.apply({ target: 'conversation', keepRecent: 14 });
    await chat.prepare();
    await memory.context.compact.apply(EVERYTHING);
    const [fold] = (await chat.prepare()).hidden.slice(-1);
    const end = hide.at(-1)?.to ?? 0;
    expect(fold?.to).toBeGreaterThan(end);
    chat.messages.splice(end, 1, { role: 'user', content: 'Other words.' });
    const edited = await chat.prepare();
    expect(edited.hidden.map(({ from, to }) => [from, to])).toEqual([[0, end]]);
    for (const text of [wholeText(edited), await overviewOf(memory)]) {
      expect(text.match(new RegExp(NOT_SHOWN, 'g'))).toEqual([
        `Messages 0–${end - 1} of this conversation are not shown.`,
      ]);
    }
  });

  it('is not hidden by an undo that speaks of the list as it was', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(12);
    await chat.ask('And now?');
    const first = await memory.context.compact.apply({ target: 'conversation', keepRecent: 14 });
    await chat.prepare();
    const second = await memory.context.compact.apply(EVERYTHING);
    expect([first.applied, second.applied]).toEqual([true, true]);
    chat.messages.splice(0, 2, { role: 'user', content: 'Other words.' });
    expect((await chat.prepare()).hidden).toEqual([]);
    await memory.context.compact.undo(second.receipt ?? '');
    const { hidden, messages } = await chat.prepare();
    expect(hidden).toEqual([]);
    // No reminder behind another message is left.
    expect(wholeText({ messages } as never)).not.toMatch(/WORKING MEMORY|without an update/);
  });

  it('of one owner is not folded by what another one saw', async () => {
    const storage = memoryStorage();
    const [one, other] = [await openFixed({ storage }), await openFixed({ storage })];
    const [theirs, ours] = [new Chat(one), new Chat(other)];
    await theirs.turns(12);
    await theirs.ask('And now?');
    await ours.ask('Something else.');
    for (let step = 0; step < 30; step++) ours.called('look', { step }, words(20));
    await ours.prepare();
    expect(await one.context.compact.apply(EVERYTHING)).toMatchObject({ applied: true });
    ours.called('look', {}, words(20));
    const { messages, hidden } = await ours.prepare();
    expect(hidden).toEqual([]);
    expect(brokenPairs('openaiChat', messages)).toEqual([]);
  });
});

describe('each of two lists', () => {
  it('has in the overview what of it is hidden, whenever it is the one that is prepared', async () => {
    const { memory, chat: long } = await compacted();
    const short = new Chat(memory);
    await long.prepare();
    const { compaction: told } = readBlocks(await overviewOf(memory));
    expect(wholeText(await short.ask('Something else.'))).not.toMatch(NOT_SHOWN);
    expect(await overviewOf(memory)).not.toMatch(NOT_SHOWN);
    long.answer('Yes.');
    expect((await long.ask('Go on.')).epochReason).toBeUndefined();
    expect(readBlocks(await overviewOf(memory)).compaction).toBe(told);
  });

  it('has it also where the other one came between its compaction and its next request', async () => {
    const { memory, chat: long } = await compacted();
    const short = new Chat(memory);
    expect(wholeText(await short.ask('Something else.'))).not.toMatch(NOT_SHOWN);
    expect(wholeText(await long.prepare())).toMatch(NOT_SHOWN);
  });
});

describe('an undo', () => {
  it('brings back the compaction before it, also where none was sent in between', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(12);
    await chat.ask('And now?');
    const first = await memory.context.compact.apply({ target: 'conversation', keepRecent: 14 });
    const second = await memory.context.compact.apply(EVERYTHING);
    await memory.context.compact.undo(second.receipt ?? '');
    const prepared = await chat.prepare();
    expect(prepared.epochReason).toBe('compacted');
    expect(prepared.hidden).toHaveLength(1);
    expect(prepared.hidden[0]).toMatchObject({ from: 0, to: first.hide.at(-1)?.to });
    expect(wholeText(prepared)).toContain(first.archivedTo[0]);
  });

  it('after something was forgotten for good does not bring back a prompt without its overview', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await memory.files.write('overview.md', '# Working Memory\n\nWork.\n');
    await chat.turns(12);
    await chat.ask('And now?');
    await memory.items.memorize('The pin of the door is 4711.');
    await memory.items.forget('oldest', { mode: 'hard' });
    const { receipt } = await memory.context.compact.apply(EVERYTHING);
    await memory.context.compact.undo(receipt ?? '');
    const prepared = await chat.prepare();
    expect(prepared.epochReason).toBe('forgotten');
    expect(prepared.messages[0]?.content).toContain('<working_memory nonce=');
  });
});

describe('the first request', () => {
  it('changes no prefix, although the fallback makes room at once', async () => {
    const memory = await openFixed({ context: { window: 2000 } });
    const chat = new Chat(memory);
    for (let turn = 0; turn < 12; turn++) {
      chat.messages.push({ role: 'user', content: words(120) });
      chat.answer(words(120));
    }
    const prepared = await chat.ask('And now?');
    expect(prepared).toMatchObject({
      epochReason: 'session-started',
      prefixChanged: false,
      compaction: { trigger: 'fallback' },
    });
    expect(prepared.firstChange).toBeUndefined();
  });
});

describe('text that is cut in the middle of a sign', () => {
  it('is sent as it is and kept well-formed', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.ask('Look.');
    chat.called('look', { at: 'cut \ud83d' }, 'cut \ud83d');
    const { messages } = await chat.prepare();
    expect(messages.find(({ role }) => role === 'tool')).toBe(chat.messages.at(-1));
    const [, call, result] = await memory.transcript.read();
    expect(result?.results).toEqual([{ id: 'call_1', text: 'cut \ufffd' }]);
    expect(call?.calls?.[0]?.arguments.isWellFormed()).toBe(true);
  });

  it('that no file may hold is put away in a form that survives export and import', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(2);
    await chat.ask('Look.');
    chat.called('look', {}, `binary \0 ${words(50)}`);
    chat.answer('Nothing.');
    await chat.turns(4);
    await chat.ask('And now?');
    const { archivedTo } = await memory.context.compact.apply(EVERYTHING);
    const [path = ''] = archivedTo;
    expect((await memory.files.read(path)).text).toContain('binary \ufffd');
    const copy = await openFixed({ session: 'copy' });
    expect(await copy.import(await memory.export())).toMatchObject({ skipped: [] });
    expect(await copy.files.read(path)).toMatchObject({ text: (await memory.files.read(path)).text });
  });
});
