// Two owners of one session, such as tabs, that prepare concurrently: nothing is lost, nothing counts twice.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../src/storage/memory.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { Chat, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed, overviewOf } from '../../support/fixed-memory.ts';
import { countingIds } from '../../support/fakes/fakes.ts';
import { brokenPairs } from '../../support/agents/tool-pairs.ts';

async function twoOwners(): Promise<readonly [WorkingMemory, WorkingMemory]> {
  const [storage, ids] = [memoryStorage(), countingIds()];
  return [await openFixed({ storage, ids }), await openFixed({ storage, ids })];
}

const textsIn = async (memory: WorkingMemory): Promise<string[]> =>
  (await memory.transcript.read({ limit: 1000 })).map(({ text }) => text);

/** Counts the events by type. */
async function eventsOf(memory: WorkingMemory): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { event } of memory.items.audit()) counts[event.type] = (counts[event.type] ?? 0) + 1;
  return counts;
}

describe('two owners at the same time', () => {
  it('with one list make one request of it', async () => {
    const [one, other] = await twoOwners();
    const [ours, theirs] = [new Chat(one), new Chat(other)];
    for (let turn = 0; turn < 6; turn++) {
      const [first, second] = await Promise.all([ours.ask(`Question ${turn}`), theirs.ask(`Question ${turn}`)]);
      expect(second.messages).toEqual(first.messages);
      expect([first.repeated, second.repeated].sort()).toEqual([false, true]);
      for (const chat of [ours, theirs]) chat.answer(`Answer ${turn}`);
    }
    // Nobody has prepared the last answer yet.
    expect(await textsIn(one)).toEqual(ours.messages.slice(0, -1).map(({ content }) => content));
    expect(await eventsOf(one)).toMatchObject({ 'step-advanced': 6, 'request-prepared': 6 });
  });

  it('with lists that part ways keep what either said', async () => {
    const [one, other] = await twoOwners();
    const [ours, theirs] = [new Chat(one), new Chat(other)];
    await ours.ask('Together.');
    await theirs.ask('Together.');
    for (let turn = 0; turn < 6; turn++) {
      for (const [chat, name] of [
        [ours, 'Our'],
        [theirs, 'Their'],
      ] as const) {
        chat.answer(`${name} answer ${turn}`);
        chat.called('look', { turn }, `${name} result ${turn}`);
        chat.answer(`${name} thought ${turn}`);
        chat.messages.push({ role: 'user', content: `${name} question ${turn}` });
      }
      const prepared = await Promise.all([ours.prepare(), theirs.prepare()]);
      for (const { messages, repairs } of prepared) {
        expect(brokenPairs('openaiChat', messages)).toEqual([]);
        expect(repairs).toEqual([]);
      }
      // Each sees its own list.
      expect(wholeText(prepared[0])).not.toContain('Their');
      expect(wholeText(prepared[1])).not.toContain('Our');
    }
    const kept = await textsIn(one);
    const said = [...ours.messages, ...theirs.messages].filter(({ role }) => role !== 'tool');
    expect(said.filter(({ content }) => !kept.includes(content))).toEqual([]);
    const results = (await one.transcript.read({ limit: 1000 })).flatMap((message) => message.results ?? []);
    expect(new Set(results.map(({ text }) => text)).size).toBe(12);
    expect(await textsIn(other)).toEqual(kept);
  });

  it('that write the overview while a request is prepared show what was written', async () => {
    const [one, other] = await twoOwners();
    const chat = new Chat(one);
    await chat.ask('Begin.');
    for (let turn = 0; turn < 6; turn++) {
      chat.answer(`Answer ${turn}`);
      const text = `# Working Memory\n\n## Task\n\nVersion ${turn}\n`;
      await Promise.all([other.files.write('overview.md', text, { force: true }), chat.ask(`Question ${turn}`)]);
      chat.answer('Well.');
      expect(wholeText(await chat.ask('And now?'))).toContain(`| Version ${turn}`);
    }
    expect(await overviewOf(one)).toContain('Version 5');
  });

  it('that both make room hide nothing twice and keep every pair whole', async () => {
    const [one, other] = await twoOwners();
    const [ours, theirs] = [new Chat(one), new Chat(other)];
    for (const chat of [ours, theirs]) {
      for (let turn = 0; turn < 10; turn++) {
        chat.messages.push({ role: 'user', content: `Question ${turn}: ${words(30)}` });
        chat.called('look', { turn }, words(40));
        chat.answer(`Answer ${turn}: ${words(30)}`);
      }
      chat.messages.push({ role: 'user', content: 'And now?' });
    }
    await ours.prepare();
    await theirs.prepare();
    const both = await Promise.all([
      one.context.compact.apply({ keepRecent: 0 }),
      other.context.compact.apply({ keepRecent: 0 }),
    ]);
    expect(both.map(({ applied }) => applied).sort()).toEqual([false, true]);
    const [first, second] = [await ours.prepare(), await theirs.prepare()];
    expect(second.messages).toEqual(first.messages);
    expect(first.hidden.length).toBeGreaterThan(0);
    expect(brokenPairs('openaiChat', first.messages)).toEqual([]);
  });

  it('do not apply a write of the model twice', async () => {
    const [one, other] = await twoOwners();
    const [ours, theirs] = [new Chat(one), new Chat(other)];
    for (const chat of [ours, theirs]) {
      chat.messages.push({ role: 'user', content: 'Write.' });
      await chat.prepare();
      chat.called('save', { path: 'overview.md', content: '# Mine\n\n## Task\n\nWork.\n' }, 'Saved.');
    }
    const before = (await one.files.read('overview.md')).revision;
    await Promise.all([ours.prepare(), theirs.prepare()]);
    expect(await one.files.read('overview.md')).toMatchObject({ revision: before + 1, source: 'assistant' });
  });
});
