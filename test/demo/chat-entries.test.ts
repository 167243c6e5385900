import { describe, expect, it } from 'vitest';
import { chatEntries } from '../../demo/views/rows/chat-entries.ts';
import type { ChatMessage } from '../../demo/brain/brain.ts';

const call = (id: string, name: string, json: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: json },
});

const list: ChatMessage[] = [
  { role: 'system', content: 'You help.' },
  { role: 'user', content: 'Write it down.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      call('1', 'write', '{"content":"# A","path":"overview.md"}'),
      call('2', 'memorize', '{"text":"a\\nb"}'),
      call('3', 'broken', '{oops'),
    ],
  },
  { role: 'tool', tool_call_id: '1', content: 'Written.' },
  { role: 'assistant', content: 'Done.' },
];

describe('the conversation', () => {
  it('shows calls with their results in one piece, and leaves the system prompt out', () => {
    const entries = chatEntries(list);
    expect(entries.map(({ index, role, text }) => [index, role, text])).toEqual([
      [1, 'user', 'Write it down.'],
      [2, 'assistant', ''],
      [4, 'assistant', 'Done.'],
    ]);
    expect(entries[1]?.calls.map(({ name, subject, result }) => [name, subject, result])).toEqual([
      ['write', 'overview.md', 'Written.'],
      ['memorize', 'a b', undefined],
      ['broken', '{oops', undefined],
    ]);
  });
});
