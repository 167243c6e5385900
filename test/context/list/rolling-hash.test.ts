// Hashes that rows of the transcript and of the ledger are stored under; they must never change.
import { expect, it } from 'vitest';
import { extendedHash, NO_MESSAGES, textHash } from '../../../src/context/list/rolling-hash.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';

it('is the one that messages were stored under', () => {
  const messages: readonly NewMessage[] = [
    { role: 'user', text: 'Where is 项目?' },
    { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'find', arguments: '{}' }] },
    { role: 'tool', text: '', results: [{ id: 'c1', text: 'here' }] },
  ];
  const hashes: string[] = [];
  for (const message of messages) hashes.push(extendedHash(hashes.at(-1) ?? NO_MESSAGES, message));
  expect(hashes).toEqual(['1e3fafee242d9d40', '48f3eb97e400ce96', '4f56a3930749276d']);
  expect(textHash('Where is 项目?')).toBe('9182fd41bbd56ce7');
});

it('tells where one text ends and the next begins', () => {
  const result = (id: string, text: string): NewMessage => ({ role: 'tool', text: '', results: [{ id, text }] });
  expect(extendedHash(NO_MESSAGES, result('a', 'bc'))).not.toBe(extendedHash(NO_MESSAGES, result('ab', 'c')));
});
