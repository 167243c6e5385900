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

  it('is unknown of an address, of an upload and of any other format', () => {
    expect(bytesOf('https://example.org/cat.png')).toBeUndefined();
    expect(bytesOf(new URL('https://example.org/cat.png'))).toBeUndefined();
    expect(bytesOf({ file_id: 'f1' })).toBeUndefined();
    expect(imageSize(bytesOf(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9])) as never)).toBeUndefined();
  });
});
