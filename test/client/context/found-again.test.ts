// Hidden messages can be found: by search, by reading the file that replaces them, and by remembering.
import { beforeEach, describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { Chat, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const FACT = 'the lighthouse keeper wants his lamp oil on Tuesdays';
const IN_RESULT = 'the harbour crane squeaks below zero degrees';

describe('after the fallback has hidden a turn', () => {
  let memory: WorkingMemory;
  let chat: Chat;
  let text: string;
  let paths: readonly string[];
  let fact: { readonly id: string };

  beforeEach(async () => {
    memory = await openFixed({ tokenizer: tokenScan(), context: { window: 4000, reminder: { enabled: false } } });
    chat = new Chat(memory, { system: 'Be brief.' });
    // Long enough that no extract has room for all of it.
    await chat.ask(`${words(40, 'before')}\n${FACT}\n${words(40, 'after')}`);
    chat.called('look', { at: 'crane' }, `${words(30, 'reading')}\n${IN_RESULT}\n${words(30, 'more')}`);
    await chat.prepare();
    await chat.call('memorize', { text: `Customers: ${FACT}.`, importance: 0.9 });
    const [item] = await memory.items.list();
    fact = item as { readonly id: string };
    chat.answer('Noted.');
    for (let turn = 0; ; turn++) {
      if (turn === 100) throw new Error('No fallback in 100 turns.');
      const { compaction } = await chat.ask(`Question ${turn}: ${words(30, `t${turn}w`)}`);
      chat.answer(`Answer ${turn}: ${words(30, `a${turn}w`)}`);
      if (compaction?.trigger !== 'fallback') continue;
      paths = compaction.archivedTo;
      const next = await chat.ask('And now?');
      expect(next.hidden[0]).toMatchObject({ from: 1, why: 'fallback-compaction' });
      text = wholeText(next);
      break;
    }
  });

  it('the words are out of sight', () => {
    expect(text).not.toContain('lighthouse');
    expect(text).not.toContain('squeaks');
  });

  it('a search of files finds them in the archive and in the transcript', async () => {
    const query = 'When does the lighthouse keeper get oil?';
    const [archived] = (await memory.files.search(query, { scope: 'archive' })).hits;
    expect(archived).toMatchObject({ path: paths[0], snippet: expect.stringContaining('lighthouse') });
    const { hits: said } = await memory.files.search('lighthouse keeper', { scope: 'transcript', limit: 2 });
    // The call that memorized it says so as well.
    expect(said.map(({ heading }) => heading).sort()).toEqual(['assistant', 'user']);
    expect(said).toContainEqual(
      expect.objectContaining({ message: 1, snippet: expect.stringContaining('lighthouse') }),
    );
    const [result] = (await memory.files.search('harbour crane squeaks', { scope: 'all' })).hits;
    expect(result?.snippet.replace(/\s+/g, ' ')).toContain(IN_RESULT);
  });

  it('the model finds them with its search, and with a read of the path that it sees', async () => {
    expect(text).toContain(`Full text: ${paths[0]}`);
    expect((await chat.call('search', { query: 'lighthouse keeper' })).replace(/\s+/g, ' ')).toContain(FACT);
    const read = await chat.call('read', { path: paths[0] });
    expect(read).toContain(FACT);
    expect(read).toContain(IN_RESULT);
    // Its result is in its next request, like any result.
    expect(wholeText(await chat.prepare())).toContain(IN_RESULT);
  });

  it('what was memorized is remembered, by the app and by the model', async () => {
    const { hits } = await memory.items.remember('What does the lighthouse keeper want?');
    expect(hits[0]?.item).toMatchObject({ id: fact.id, text: `Customers: ${FACT}.` });
    expect(await chat.call('recall', { query: 'lighthouse' })).toContain(FACT);
  });
});
