// Everything in a request can be opened: every message and tool result has an address, and every hit names one with the
// place of its passage.
import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { memoryTools } from '../../../src/entries/tools.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { Chat, wholeText, words } from '../../support/messages/chat.ts';

const FACT = 'the lighthouse keeper wants his lamp oil on Tuesdays';
/** Beyond it once no search looked. */
const FAR = 70_000;

const opened = (options: object = {}): Promise<WorkingMemory> =>
  openFixed({ tokenizer: tokenScan(), context: { window: 128_000, reminder: { enabled: false } }, ...options });

/** The fields that a printed place stands for, as a model copies them. */
function fieldsOf(printed: string): { path: string; fromLine?: number; fromCharacter?: number } {
  const [path = '', ...fields] = printed.split(' · ')[0]?.split(', ') ?? [];
  return {
    path,
    ...Object.fromEntries(
      fields.flatMap((one) => {
        const [, name, value] = /^(fromLine|fromCharacter) (\d+)$/.exec(one) ?? [];
        return name === undefined ? [] : [[name, Number(value)]];
      }),
    ),
  };
}

describe('a fact beyond character 65,536 of a message', () => {
  const filler = (from: number): string =>
    Array.from({ length: 700 }, (_, at) => `line ${from + at} ${words(15, `w${at}x`)}`).join('\n');
  it.each([
    ['among lines', `${filler(0)}\n${FACT}\n${filler(700)}`],
    ['in one long line', `${filler(0).replaceAll('\n', ' ')} ${FACT} ${filler(700).replaceAll('\n', ' ')}`],
  ])('is shown by search with a place that read opens, %s', async (_, text) => {
    expect(text.indexOf(FACT)).toBeGreaterThan(FAR);
    const memory = await opened({ context: { window: 8000, reminder: { enabled: false } } });
    const chat = new Chat(memory, { system: 'Be brief.' });
    await chat.ask('Read the report.');
    chat.called('fetch', { url: 'https://example.org' }, text);
    await chat.prepare();
    const answer = await chat.call('search', { query: 'lighthouse keeper lamp oil', scope: 'transcript' });
    const [printed = '', passage = ''] = answer.split('\n');
    expect(passage).toContain(FACT);
    expect(printed).toMatch(/^results\/3\.1, from/);
    expect(await chat.call('read', fieldsOf(printed))).toContain(FACT);
    await memory.close();
  });
});

describe('what stood only in the arguments of a call', () => {
  const NOTE = '灯塔看守人星期二要灯油';
  it.each([
    ['among lines', `# Harbour\n\n\t${FACT}\n`, 'lighthouse keeper lamp oil', FACT],
    ['in Chinese', `港口\n${NOTE}`, '看守人 灯油', NOTE],
  ])('is found by one search once it is hidden, with a place that read opens: %s', async (_, content, query, fact) => {
    const memory = await opened({ context: { window: 4000, reminder: { enabled: false } } });
    const chat = new Chat(memory, { system: 'Be brief.' });
    await chat.ask('Keep a note.');
    chat.called('save', { path: 'notes.md', content: `${words(300, 'a')}\n${content}\n${words(300, 'b')}` }, 'Saved.');
    chat.answer('Done.');
    await chat.turns(20);
    await memory.context.compact.apply({ target: 'all', strategy: 'archive', keepRecent: 1 });
    expect(wholeText(await chat.ask('And now?'))).not.toContain(fact);
    const answer = await chat.call('search', { query, scope: 'transcript' });
    const [printed = '', passage = ''] = answer.split('\n');
    expect(passage).toContain(fact);
    expect(printed).toMatch(/^messages\/2, fromLine 1, fromCharacter \d/);
    expect(await chat.call('read', fieldsOf(printed))).toContain(fact);
    await memory.close();
  });
});

it('of several results in one message, a hit names the one that fits best', async () => {
  const memory = await opened();
  const results = ['Saved as w3.', 'Saved as w4.'].map((text, at) => ({ id: `call_${at}`, text }));
  await memory.transcript.append({ role: 'tool', text: '', results });
  const { hits } = await memory.files.search('saved w4', { scope: 'transcript' });
  expect(hits[0]?.opens).toEqual({ path: 'transcript/0.2', line: 1, character: 1 });
  await memory.close();
});

describe('an address', () => {
  let memory: WorkingMemory;
  let chat: Chat;
  const tool = (name: string, input: object): Promise<string> =>
    (
      memoryTools(memory, { set: 'all' }).find((one) => one.name === name) as { execute(of: object): Promise<string> }
    ).execute(input);

  beforeEach(async () => {
    memory = await opened();
    chat = new Chat(memory, { system: 'Be brief.' });
    await chat.ask('What does the keeper want?');
    chat.called('look', { at: 'keeper' }, `He says:\n${FACT}`);
    await chat.prepare();
  });

  it('opens a whole message, a call with its arguments, a result by number and by the id of its call', async () => {
    expect(await tool('read', { path: 'messages/1' })).toBe(
      'messages/1, revision 1, lines 1–1 of 1\n     1\tWhat does the keeper want?',
    );
    expect(await tool('read', { path: 'messages/2' })).toContain('→ look {"at":"keeper"}');
    const result = await tool('read', { path: 'results/3.1' });
    expect(result).toBe(`results/3.1, revision 1, lines 1–2 of 2\n     1\tHe says:\n     2\t${FACT}`);
    expect((await tool('read', { path: 'results/call_1', fromLine: 2 })).split('\n')[1]).toBe(`     2\t${FACT}`);
    expect(await tool('read', { path: 'working-memory/messages/1' })).toContain('What does the keeper want?');
  });

  it('is only read: neither written, edited nor deleted', async () => {
    for (const path of [
      'messages/1',
      'results/3.1',
      'transcript/1',
      'shared/detail/a.md',
      'other/0123abcd/messages/1',
    ]) {
      await expect(memory.files.write(path, 'x')).rejects.toMatchObject({ code: 'path-not-allowed' });
      await expect(memory.files.edit(path, 'a', 'b')).rejects.toMatchObject({ code: 'path-not-allowed' });
      await expect(memory.files.delete(path)).rejects.toMatchObject({ code: 'path-not-allowed' });
    }
  });

  it('of nothing is refused with what to do', async () => {
    for (const path of ['messages/99', 'results/3.2', 'results/call_9', 'transcript/99', 'other/0123abcd/messages/1'])
      expect(await tool('read', { path })).toMatch(/^There is no text .*Use search to find texts/s);
    for (const path of ['messages/-1', 'messages/x', 'messages/', 'transcript/1/2'])
      expect(await tool('read', { path })).toMatch(/is not allowed/);
  });

  it('counts in the list that was sent last; what stands outside of it has one in the transcript', async () => {
    const other = new Chat(memory, { system: 'Be brief.' });
    await other.ask('What does the harbour master want?');
    expect(await tool('read', { path: 'messages/1' })).toContain('harbour master');
    const answer = await tool('search', { query: 'keeper wants lamp oil', scope: 'transcript' });
    const [printed = ''] = answer.split('\n');
    expect(printed).toMatch(/^transcript\/3\.1, a message that was taken back/);
    expect(await tool('read', fieldsOf(printed))).toContain(FACT);
  });

  it('is not asked for by what the model sees: search leaves out the question and what is in view', async () => {
    expect(await tool('search', { query: 'What does the keeper want?', scope: 'transcript' })).toMatch(
      /^Nothing out of view/,
    );
    const { hits } = await memory.files.search('What does the keeper want?', { scope: 'transcript' });
    expect(hits.length).toBeGreaterThan(0);
    chat.answer('Oil.');
    for (let turn = 0; turn < 4; turn++) {
      await chat.ask(`Question ${turn}: ${words(60, `q${turn}w`)}`);
      chat.answer('Yes.');
    }
    await chat.prepare();
    expect(await tool('search', { query: 'lamp oil', scope: 'transcript' })).toMatch(/^Nothing out of view/);
    await memory.context.compact.apply({ target: 'conversation', strategy: 'summarize', keepRecent: 1 });
    const prepared = await chat.ask('And now?');
    expect(wholeText(prepared)).toMatch(
      /Messages 1–\d+ of this conversation are not shown\. Full text: messages\/1 to messages\/\d+; use read or search\./,
    );
    expect(await tool('search', { query: 'lamp oil', scope: 'transcript' })).toMatch(/^results\/3\.1/);
  });
});

describe('a text elsewhere', () => {
  it('is not asked for by the pinned overview either; what it does not show is found', async () => {
    const pinned = await opened({ context: { window: 4000, reminder: { enabled: false } } });
    const goal = 'The harbour crane is painted green.';
    const rest = words(900, 'later');
    await pinned.files.write(
      'overview.md',
      `# Notes\n\n## Goal\n\n${goal}\n\n## Log\n\n${rest}\n\nThe lighthouse is dark.`,
      {
        force: true,
      },
    );
    const own = new Chat(pinned, { system: 'Be brief.' });
    const text = wholeText(await own.ask('Hello.'));
    expect([text.includes(goal), text.includes('lighthouse')]).toEqual([true, false]);
    expect(await own.call('search', { query: 'harbour crane green' })).toMatch(/^Nothing out of view/);
    expect(await own.call('search', { query: 'dark lighthouse' })).toMatch(/^overview\.md/);
    for (const scope of ['overview', 'all'] as const)
      expect((await pinned.files.search('harbour crane green', { scope })).hits[0]?.path).toBe('overview.md');
    await pinned.close();
  });

  it('of another conversation and of the shared memory is opened where a hit names it, and only there', async () => {
    const storage = memoryStorage();
    const open = (session: string, options: object = {}): Promise<WorkingMemory> =>
      opened({ storage, workspace: 'ann', session, ...options });
    const first = await open('first');
    await first.transcript.append({ role: 'user', text: `Mind that ${FACT}.` });
    await first.files.write('detail/keeper.md', `# Keeper\n\nThe keeper lives on the northern island.\n`);
    await first.shared.files.write('detail/all.md', 'The harbour opens at dawn.\n');
    const hidden = await open('hidden', { private: true });
    await hidden.transcript.append({ role: 'user', text: 'The vault code is kept by Nora.' });
    const second = await open('second');
    const read = async (path: string): Promise<string> => (await second.files.read(path)).text;
    const { hits } = await second.files.search('lighthouse keeper lamp oil', { scope: 'workspace' });
    expect(hits[0]?.opens?.path).toMatch(/^other\/[0-9a-f]{8}\/messages\/0$/);
    expect(await read(hits[0]?.opens?.path as string)).toBe(`Mind that ${FACT}.`);
    const island = (await second.files.search('northern island', { scope: 'workspace' })).hits[0]?.opens;
    expect(await read(island?.path as string)).toContain('northern island');
    expect(island).toMatchObject({ line: 1, character: 1 });
    const dawn = (await second.files.search('harbour opens at dawn', { scope: 'workspace' })).hits[0]?.opens;
    expect(dawn?.path).toBe('shared/detail/all.md');
    expect(await read('shared/detail/all.md')).toContain('at dawn');
    const own = hits[0]?.opens?.path.split('/')[1] as string;
    await expect(hidden.files.read(`other/${own}/messages/0`)).rejects.toMatchObject({ code: 'not-found' });
    for (const memory of [first, second, hidden]) await memory.close();
  });
});
