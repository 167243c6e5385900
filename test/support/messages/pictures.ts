// Headers of pictures of any size, as programs write them; pixels are missing or zeros.

const big = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256);
const little = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) % 256);
const ascii = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));
const bytes = (...parts: readonly (readonly number[])[]): Uint8Array => new Uint8Array(parts.flat());
const PIXELS = new Array<number>(40).fill(0);

export const pictures = {
  png: (width: number, height: number) =>
    bytes(
      [0x89],
      ascii('PNG\r\n\x1a\n'),
      big(13, 4),
      ascii('IHDR'),
      big(width, 4),
      big(height, 4),
      [8, 6, 0, 0, 0],
      PIXELS,
    ),
  gif: (width: number, height: number) => bytes(ascii('GIF89a'), little(width, 2), little(height, 2), PIXELS),
  /** The size follows the preview that a camera adds. */
  jpeg: (width: number, height: number) =>
    bytes(
      [0xff, 0xd8, 0xff, 0xe1],
      big(9002, 2),
      new Array<number>(9000).fill(7),
      [0xff, 0xc4],
      big(6, 2),
      [0, 0, 0, 0],
      [0xff, 0xc2],
      big(17, 2),
      [8],
      big(height, 2),
      big(width, 2),
      PIXELS,
    ),
  webp: (width: number, height: number) =>
    bytes(
      ascii('RIFF'),
      little(60, 4),
      ascii('WEBPVP8 '),
      little(40, 4),
      [0, 0, 0, 0x9d, 1, 0x2a],
      little(width, 2),
      little(height, 2),
      PIXELS,
    ),
  'webp without loss': (width: number, height: number) =>
    bytes(
      ascii('RIFF'),
      little(60, 4),
      ascii('WEBPVP8L'),
      little(40, 4),
      [0x2f],
      little((width - 1) | ((height - 1) << 14), 4),
      PIXELS,
    ),
  'webp with more': (width: number, height: number) =>
    bytes(
      ascii('RIFF'),
      little(60, 4),
      ascii('WEBPVP8X'),
      little(10, 4),
      [0, 0, 0, 0],
      little(width - 1, 3),
      little(height - 1, 3),
      PIXELS,
    ),
};

/** Returns a screenshot as base64. */
export const screenshot = (width = 1280, height = 800): string =>
  Buffer.from(pictures.png(width, height)).toString('base64');
