// Validation of a message of the transcript.
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../../src/errors.ts';
import { checkMessage } from '../../../src/tree/transcript/message-check.ts';
import type { SentMessage } from '../../../src/tree/transcript/transcript.ts';

const LONGEST = 300;
const SAID: SentMessage = { role: 'user', text: 'Hello.' };
const HALF = 'a\ud800';

function refused(message: unknown): string | undefined {
  try {
    checkMessage(message as SentMessage, LONGEST);
  } catch (error) {
    if (isWorkingMemoryError(error)) return (error.details as { readonly argument?: string }).argument;
    throw error;
  }
  return undefined;
}

describe('a message', () => {
  it('is copied with the fields that a transcript knows', () => {
    const call = { id: 'a', name: 'look', arguments: '{}' };
    const whole: SentMessage = {
      role: 'assistant',
      text: '',
      source: 'assistant',
      name: 'Ann',
      calls: [call],
      results: [{ id: 'b', text: 'seen' }],
      original: '{"role":"assistant"}',
      format: 'openai-chat',
      parts: [{ hash: 'a'.repeat(64), bytes: 0, data: '' }],
      at: 0,
      trust: 1,
    };
    const other = { ...whole, calls: [{ ...call, more: 1 }], results: [{ id: 'b', text: 'seen', more: 1 }], more: 1 };
    expect(checkMessage(other as SentMessage, LONGEST)).toEqual(whole);
  });

  it.each(['system', 'user', 'assistant', 'tool'] as const)('of %s has that source where none is told', (role) => {
    expect(checkMessage({ role, text: '' }, LONGEST)).toEqual({ role, text: '', source: role });
  });

  it.each([
    ['text', { text: 'x'.repeat(LONGEST) }, { text: 'x'.repeat(LONGEST + 1) }],
    ['name', { name: 'x'.repeat(200) }, { name: 'x'.repeat(201) }],
    ['format', { format: 'x'.repeat(200) }, { format: 'x'.repeat(201) }],
    ['at', { at: 0 }, { at: -1 }],
    [
      'calls.arguments',
      { calls: [{ id: '', name: '', arguments: 'x'.repeat(LONGEST) }] },
      { calls: [{ id: '', name: '', arguments: 'x'.repeat(LONGEST + 1) }] },
    ],
    [
      'results.text',
      { results: [{ id: '', text: 'x'.repeat(LONGEST) }] },
      { results: [{ id: '', text: 'x'.repeat(LONGEST + 1) }] },
    ],
  ])('may have %s up to its limit', (argument, fits, exceeds) => {
    expect(refused({ ...SAID, ...fits })).toBeUndefined();
    expect(refused({ ...SAID, ...exceeds })).toBe(argument);
  });

  it.each([
    ['message', null],
    ['message', 'Hello.'],
    ['role', { ...SAID, role: 'bot' }],
    ['source', { ...SAID, source: 'nobody' }],
    ['text', { role: 'user' }],
    ['text', { ...SAID, text: HALF }],
    ['name', { ...SAID, name: 7 }],
    ['name', { ...SAID, name: HALF }],
    ['format', { ...SAID, format: 7 }],
    ['at', { ...SAID, at: Number.NaN }],
    ['at', { ...SAID, at: Infinity }],
    ['at', { ...SAID, at: '2024' }],
    ['calls', { ...SAID, calls: {} }],
    ['calls.id', { ...SAID, calls: [null] }],
    ['calls.name', { ...SAID, calls: [{ id: 'a', arguments: '' }] }],
    ['results', { ...SAID, results: 'none' }],
    ['results.id', { ...SAID, results: [{ text: '' }] }],
    ['results.text', { ...SAID, results: [{ id: 'a', text: HALF }] }],
    ['parts', { ...SAID, parts: {} }],
    ['parts.hash', { ...SAID, parts: [{ hash: 'A'.repeat(64), bytes: 1 }] }],
    ['parts.hash', { ...SAID, parts: [null] }],
    ['parts.bytes', { ...SAID, parts: [{ hash: 'a'.repeat(64), bytes: 0.5 }] }],
    ['parts.bytes', { ...SAID, parts: [{ hash: 'a'.repeat(64), bytes: -1 }] }],
    ['parts.data', { ...SAID, parts: [{ hash: 'a'.repeat(64), bytes: 1, data: 7 }] }],
  ])('is refused for its %s: %j', (argument, message) => {
    expect(refused(message)).toBe(argument);
  });
});
