import { describe, expect, it } from 'vitest';
import { chargeOf } from '../../../src/context/media/charge.ts';

const picture = (width: number, height: number) => ({ kind: 'picture', width, height }) as const;

describe('a picture counts', () => {
  it('by the tiles of OpenAI: examples of its guide', () => {
    expect(chargeOf(picture(1024, 1024), 'openai')).toBe(765);
    expect(chargeOf(picture(2048, 4096), 'openai')).toBe(1105);
    expect(chargeOf({ ...picture(4096, 8192), isLow: true }, 'openai')).toBe(85);
    expect(chargeOf({ kind: 'picture' }, 'openai')).toBe(1105);
  });

  it('by its pixels at Anthropic: examples of its guide', () => {
    expect(chargeOf(picture(200, 200), 'anthropic')).toBe(54);
    expect(chargeOf(picture(1000, 1000), 'anthropic')).toBe(1334);
    expect(chargeOf(picture(1092, 1092), 'anthropic')).toBe(1590);
    expect(chargeOf(picture(8000, 8000), 'anthropic')).toBe(1600);
  });

  it('by the tiles of Gemini', () => {
    expect(chargeOf(picture(384, 384), 'gemini')).toBe(258);
    expect(chargeOf(picture(1536, 768), 'gemini')).toBe(516);
  });

  it('as at the dearest of them, where nobody says whose model reads it', () => {
    expect(chargeOf(picture(1000, 1000), undefined)).toBe(1334);
    expect(chargeOf(picture(3000, 3000), undefined)).toBe(16 * 258);
  });
});

describe('sound and files count', () => {
  it('by their bytes, or by a default where only an address is sent', () => {
    expect(chargeOf({ kind: 'sound', bytes: 160_000 }, 'gemini')).toBe(320);
    expect(chargeOf({ kind: 'sound' }, 'openai')).toBe(600);
    expect(chargeOf({ kind: 'file', bytes: 100_000, mediaType: 'application/pdf' }, 'anthropic')).toBe(9000);
    expect(chargeOf({ kind: 'file', bytes: 4000, mediaType: 'text/csv' }, 'anthropic')).toBe(1000);
    expect(chargeOf({ kind: 'file' }, 'gemini')).toBe(774);
  });
});
