// Runs the examples of docs/importing.md as they are written, and compares its tables with the code.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as importers from '../../src/entries/importers.ts';
import * as lenses from '../../src/entries/lenses.ts';
import { CONVERSATIONS } from '../../src/options/policy.ts';
import { examplesOf, runExample } from '../support/examples.ts';
import { chatgptConversation } from '../support/exports/made-up-exports.ts';
import { openFixed } from '../support/fixed-memory.ts';

const page = readFileSync(new URL('../../docs/importing.md', import.meta.url), 'utf8');

it('docs/importing.md imports an export and finds what it holds', async () => {
  const memory = await openFixed({ workspace: 'ann' });
  const json = JSON.stringify([
    chatgptConversation('b', 'Bridge', [{ role: 'user', text: 'The bridge sways in the wind' }]),
  ]);
  const bound = { ...importers, memory, file: new Blob([json]), onProgress: undefined, signal: undefined };
  const hits = await runExample(examplesOf(page, 'A ChatGPT export')[0], bound, 'hits');
  expect(hits).toMatchObject([{ session: 'chatgpt-b' }]);
});

it('docs/importing.md imports a folder and messages of an SDK', async () => {
  const memory = await openFixed({ workspace: 'ann' });
  const messages = [{ role: 'user', content: 'Does it snow?' }];
  const [example] = examplesOf(page, 'A folder, and messages of an SDK');
  await runExample(example, { ...importers, ...lenses, memory, messages });
  expect((await memory.sessions.list()).map(({ session }) => session)).toEqual([
    'markdown-notes/boat.md',
    expect.stringMatching(/^openai-chat-[0-9a-f]{24}$/),
    'test',
  ]);
});

it('docs/importing.md names every format, and its numbers are those of the code', () => {
  const formats = Object.keys(importers).filter((name) => name !== 'importConversations');
  expect(formats.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  for (const number of [CONVERSATIONS.message, CONVERSATIONS.commit, CONVERSATIONS.messagesOfCommit])
    expect(page).toContain(number.toLocaleString('en'));
});
