import { describe, expect, it } from 'vitest';
import { withHeldData } from '../../../src/context/media/held-data.ts';

describe('the data of a part', () => {
  it.each([
    ['OpenAI', { type: 'image_url', image_url: { url: 'data:,1', detail: 'low' } }, { data: 'data:,1', isLow: true }],
    ['OpenAI, sound', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }, { data: 'AAAA' }],
    [
      'Anthropic',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { data: 'AAAA', mediaType: 'image/png', kind: 'picture' },
    ],
    [
      'AI SDK',
      { type: 'file', mediaType: 'video/mp4', data: { type: 'data', data: 'AAAA' } },
      { data: 'AAAA', mediaType: 'video/mp4', kind: 'video' },
    ],
  ])('are found where %s holds them', (_, part, expected) => {
    expect(withHeldData({ kind: 'file', data: part })).toEqual({ kind: 'file', ...expected });
  });

  it('are those of the lens where it gives no part', () => {
    for (const data of ['AAAA', new Uint8Array([1, 2]), new URL('https://example.com/cat.png'), undefined]) {
      const medium = { kind: 'file', data, mediaType: 'image/png' } as const;
      expect(withHeldData(medium)).toEqual(medium);
    }
  });

  it('may be kept by the provider: the part still says what they are', () => {
    const part = { type: 'file', mediaType: 'image/png', fileId: 'file-1' };
    expect(withHeldData({ kind: 'file', data: part })).toMatchObject({ kind: 'picture', mediaType: 'image/png' });
  });
});
