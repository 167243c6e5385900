// The ask whether to compact: once each time that usage enters a fuller band.
import { describe, expect, it } from 'vitest';
import { Chat, shown, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const ASK = 'then call compact_history';

/** Turns with so many percent of the window used; says which of them are asked. */
async function conversation(context: object = {}) {
  const memory = await openFixed({
    context: { window: 10_000, reminder: { enabled: false }, fallbackAt: 0.9, ...context },
  });
  const chat = new Chat(memory, { system: 'Be brief.' });
  return {
    memory,
    async turn(percent: number) {
      const prepared = await chat.ask(`Go on: ${words(400)}`, { tokensUsed: percent * 100 });
      chat.answer(`On it goes: ${words(400)}`);
      const newest = shown(prepared).at(-1) ?? '';
      return {
        asks: newest.includes(ASK),
        shown: /\ncontext: /.test(newest) && prepared.meta.pressure,
        reason: prepared.epochReason,
      };
    },
  };
}

describe('the ask whether to compact', () => {
  it('is put when usage from half on is in a fuller band, and not again in the same band', async () => {
    const { turn } = await conversation();
    const asked: boolean[] = [];
    for (const percent of [10, 25, 41, 49, 51, 55, 61, 70, 76]) asked.push((await turn(percent)).asks);
    expect(asked).toEqual([false, false, false, false, true, false, true, false, true]);
  });

  it('is not put again after a compaction that leaves the band as it was, so that no model compacts in a circle', async () => {
    const { memory, turn } = await conversation();
    for (const percent of [41, 46, 50.5, 51, 52]) await turn(percent);
    expect(await memory.context.compact.apply({ trigger: 'tool' })).toMatchObject({ applied: true });
    expect(await turn(57)).toEqual({ asks: false, shown: false, reason: 'compacted' });
    expect(await turn(58)).toMatchObject({ asks: false });
    expect(await turn(61)).toMatchObject({ asks: true });
  });

  it('is put again when a compaction made room and the band is entered anew', async () => {
    const { memory, turn } = await conversation();
    for (const percent of [41, 46, 50.5, 51, 52]) await turn(percent);
    await memory.context.compact.apply({ trigger: 'tool' });
    expect(await turn(30)).toEqual({ asks: false, shown: false, reason: 'compacted' });
    expect(await turn(42)).toMatchObject({ asks: false });
    expect(await turn(52)).toMatchObject({ asks: true, shown: 'medium' });
  });

  it('is not put again when a compaction is undone', async () => {
    const { memory, turn } = await conversation();
    for (const percent of [41, 46, 50.5, 51, 52]) await turn(percent);
    const { receipt = '' } = await memory.context.compact.apply({ trigger: 'tool' });
    await turn(30);
    await memory.context.compact.undo(receipt);
    expect(await turn(52)).toMatchObject({ asks: false, reason: 'compaction-undone' });
  });

  it('is put once with the literal placement too, where nothing of a request stays in the next', async () => {
    const { turn } = await conversation({ placement: 'literal' });
    const asked: boolean[] = [];
    for (const percent of [10, 41, 44, 61]) asked.push((await turn(percent)).asks);
    expect(asked).toEqual([false, true, false, true]);
  });
});

describe('a reminder', () => {
  const NOTES = '# Mine\n\n## Task\n\n- port src/old.ts\n';

  it('names what the notes have that nobody mentions, and what recurs without being in them [S001-73]', async () => {
    const memory = await openFixed({ context: { window: 100_000 } });
    await memory.files.write('overview.md', NOTES);
    const chat = new Chat(memory);
    await chat.turns(20, () => 'Look at src/new.ts.');
    const all = chat.messages.length;
    const said = wholeText(await chat.ask('Go on.'));
    expect(all).toBe(40);
    expect(said).toContain('Mentioned often, but not in your notes: `src/new.ts`.');
    // One line each from the second on.
    const lines = said.split('\n').filter((line) => line.startsWith('⚠️ ') && line.includes('without an update'));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain('src/new.ts');
    chat.answer('Well.');
    await chat.turns(20, () => 'And src/new.ts?');
    expect(wholeText(await chat.ask('Go on.'))).toContain('In your notes, but not mentioned lately: `src/old.ts`.');
  });
});
