import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../../src/context/media/bytes.ts';
import { imageSize } from '../../../src/context/media/image-size.ts';
import { pictures } from '../../support/messages/pictures.ts';

describe('the size of a picture', () => {
  for (const [name, make] of Object.entries(pictures)) {
    it(`is read from the header of ${name}, as base64, data URL, bytes and bytes in JSON`, () => {
      const bytes = make(1280, 800);
      const base64 = Buffer.from(bytes).toString('base64');
      const forms = [
        bytes,
        base64,
        `data:image/${name};base64,${base64}`,
        JSON.parse(JSON.stringify(bytes)),
        { data: bytes },
      ];
      for (const form of forms) {
        const read = bytesOf(form);
        expect(read && imageSize(read)).toEqual({ width: 1280, height: 800 });
        expect(Math.abs((read?.length ?? 0) - bytes.length)).toBeLessThanOrEqual(2);
      }
    });

    it(`is read from no byte behind the header of ${name}`, () => {
      const bytes = make(1280, 800).fill(0xff, -40);
      expect(imageSize(bytesOf(bytes) as never)).toEqual({ width: 1280, height: 800 });
    });

    it(`is unknown while the header of ${name} is cut off`, () => {
      const bytes = make(1280, 800);
      for (const length of [0, 1, 5, 7]) expect(imageSize(bytesOf(bytes.slice(0, length)) as never)).toBeUndefined();
    });
  }

  it('is found in a JPEG behind 199 segments, and not looked for behind more', () => {
    const sizeBehind = (segments: number) => {
      const comments = Array.from({ length: segments }, () => [0xff, 0xfe, 0, 2]).flat();
      const frame = [0xff, 0xc0, 0, 17, 8, 3, 32, 5, 0];
      return imageSize(bytesOf(new Uint8Array([0xff, 0xd8, ...comments, ...frame])) as never);
    };
    expect(sizeBehind(0)).toEqual({ width: 1280, height: 800 });
    expect(sizeBehind(199)).toEqual({ width: 1280, height: 800 });
    expect(sizeBehind(200)).toBeUndefined();
  });

  it('is read from every kind of frame of a JPEG, and from none of its tables', () => {
    const sizeAt = (marker: number) =>
      imageSize(bytesOf(new Uint8Array([0xff, 0xd8, 0xff, marker, 0, 9, 8, 3, 32, 5, 0, 1, 0])) as never);
    for (let marker = 0xbf; marker <= 0xd0; marker++) {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      expect(sizeAt(marker), marker.toString(16)).toEqual(isFrame ? { width: 1280, height: 800 } : undefined);
    }
    const unmarked = [0xff, 0xd8, 0, 0xc0, 0, 9, 8, 3, 32, 5, 0, 1, 0];
    expect(imageSize(bytesOf(new Uint8Array(unmarked)) as never)).toBeUndefined();
  });

  it.each(['png', 'gif', 'jpeg', 'webp'] as const)('may be one pixel in %s, and none is no size', (name) => {
    const sizeOf = (width: number, height: number) => imageSize(bytesOf(pictures[name](width, height)) as never);
    expect(sizeOf(1, 1)).toEqual({ width: 1, height: 1 });
    expect(sizeOf(0, 1)).toBeUndefined();
    expect(sizeOf(1, 0)).toBeUndefined();
  });

  it('is unknown of an address, of an upload and of any other format', () => {
    expect(bytesOf('https://example.org/cat.png')).toBeUndefined();
    expect(bytesOf(new URL('https://example.org/cat.png'))).toBeUndefined();
    expect(bytesOf({ file_id: 'f1' })).toBeUndefined();
    expect(imageSize(bytesOf(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9])) as never)).toBeUndefined();
    const webp = pictures.webp(1280, 800);
    const named = (name: string, at: number) => {
      const bytes = Uint8Array.from(webp);
      bytes.set(Buffer.from(name), at);
      return imageSize(bytesOf(bytes) as never);
    };
    expect(named('RIFF', 0)).toEqual({ width: 1280, height: 800 });
    expect(named('RIFX', 0)).toBeUndefined();
    expect(named('WAVE', 8)).toBeUndefined();
    expect(named('ALPH', 12)).toBeUndefined();
  });
});
