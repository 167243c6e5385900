// Width and height of a picture, from the header of PNG, JPEG, GIF or WebP. Pure; reads a few bytes of any size of
// data.

/** Bytes, whatever form a message holds them in. */
export interface ByteReader {
  readonly length: number;
  /** Returns the byte at this index; 0 behind the end. */
  at(index: number): number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const size = (width: number, height: number): PictureSize | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined;

/** Returns the size of a picture; undefined for any other format, and for a header that is cut off. */
export function imageSize(bytes: ByteReader): PictureSize | undefined {
  const big = (at: number, count: number): number =>
    count === 0 ? 0 : big(at, count - 1) * 256 + bytes.at(at + count - 1);
  const little = (at: number, count: number): number =>
    count === 0 ? 0 : little(at + 1, count - 1) * 256 + bytes.at(at);
  if (big(0, 4) === PNG) return size(big(16, 4), big(20, 4));
  if (big(0, 3) === GIF) return size(little(6, 2), little(8, 2));
  if (big(0, 2) === JPEG) return jpegSize(bytes, big);
  if (big(0, 4) !== RIFF || big(8, 4) !== WEBP) return undefined;
  switch (big(12, 4)) {
    case VP8:
      return size(little(26, 2) & 0x3fff, little(28, 2) & 0x3fff);
    case VP8L:
      return size((little(21, 2) & 0x3fff) + 1, ((little(21, 4) >>> 14) & 0x3fff) + 1);
    case VP8X:
      return size(little(24, 3) + 1, little(27, 3) + 1);
    default:
      return undefined;
  }
}

const PNG = 0x89504e47;
const GIF = 0x474946;
const JPEG = 0xffd8;
const RIFF = 0x52494646;
const WEBP = 0x57454250;
const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;

/** Limit of segments before the size: application data, tables, comments. */
const MOST_SEGMENTS = 200;

/** Reads the size, which stands behind segments of any length. */
function jpegSize(bytes: ByteReader, big: (at: number, count: number) => number): PictureSize | undefined {
  let at = 2;
  for (let passed = 0; passed < MOST_SEGMENTS; passed++) {
    if (bytes.at(at) !== 0xff) return undefined;
    const marker = bytes.at(at + 1);
    // Start of a frame: C0–CF, but for three that are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return size(big(at + 7, 2), big(at + 5, 2));
    at += 2 + big(at + 2, 2);
  }
  return undefined;
}
