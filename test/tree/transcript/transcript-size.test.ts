// Stored size of a transcript, and the oldest messages that leave when it is too large.
import { describe, expect, it } from 'vitest';
import { TranscriptSize } from '../../../src/tree/transcript/transcript-size.ts';
import { type Message, messageBytes } from '../../../src/tree/transcript/transcript.ts';

const PICTURE = { hash: 'a'.repeat(64), bytes: 10_000 };
const OTHER = { hash: 'b'.repeat(64), bytes: 3000 };

const message = (index: number, parts: Message['parts'] = []): Message => ({
  index,
  role: 'user',
  text: 'x'.repeat(500),
  time: 0,
  step: 0,
  source: 'user',
  trust: 2,
  ...(parts.length > 0 && { parts }),
});

function sizeOf(messages: readonly Message[]): TranscriptSize {
  const size = new TranscriptSize();
  for (const one of messages) size.count(one);
  return size;
}

const plain = messageBytes(message(0));
/** Check and key of a row, which the size does not count and the limit does. */
const ROW = 32;

describe('the size of a transcript', () => {
  it('counts a part once, however many messages hold it, and no dropped message', () => {
    const held = [message(0, [PICTURE]), message(1, [PICTURE])];
    const bytes = held.reduce((sum, one) => sum + messageBytes(one), 0) + PICTURE.bytes;
    const size = sizeOf(held);
    expect(size.bytes).toBe(bytes);
    size.count(message(2));
    expect(size.bytes).toBe(bytes + messageBytes(message(2)));
    size.count({ ...message(2), dropped: true });
    expect(size.bytes).toBe(bytes);
  });

  it('is not too much up to the limit, and above it loses the oldest but never the newest', () => {
    const size = sizeOf(Array.from({ length: 10 }, (_, at) => message(at)));
    expect(size.excess(size.bytes + 10 * ROW)).toBeUndefined();
    expect(size.excess(size.bytes + 10 * ROW - 1)).toMatchObject({ from: 0, to: 1, bytes: plain, parts: [] });
    expect(size.excess(1)).toMatchObject({ from: 0, to: 9, bytes: 9 * plain });
    expect(sizeOf([message(7)]).excess(1)).toBeUndefined();
  });

  it('loses the oldest first, also where one was counted anew', () => {
    const size = sizeOf(Array.from({ length: 10 }, (_, at) => message(at)));
    size.count({ ...message(0), text: 'changed' });
    expect(size.excess(size.bytes + 10 * ROW - 1)).toMatchObject({ from: 0, to: 2 });
  });

  it('counts a part once in a message that holds it twice', () => {
    const size = sizeOf([message(0, [PICTURE, PICTURE]), message(1, [PICTURE]), message(2)]);
    expect(size.excess(size.bytes + 3 * ROW - 1)).toMatchObject({ from: 0, to: 1, parts: [] });
  });

  it('frees a part with the last message that holds it, and then lets no more messages go', () => {
    const held = [
      message(0, [PICTURE]),
      message(1, [PICTURE, OTHER]),
      ...[2, 3, 4, 5].map((at) => message(at, [OTHER])),
    ];
    const size = sizeOf(held);
    const excess = size.excess(size.bytes - PICTURE.bytes);
    expect(excess).toMatchObject({ from: 0, to: 2, parts: [PICTURE] });
    expect(size.holds(OTHER.hash)).toBe(true);
    // The first alone frees nothing but itself.
    expect(size.excess(size.bytes - 1)).toMatchObject({ from: 0 });
  });
});
