// Provider charges for pictures, sound and files: data, with the source of each number. Estimates use them until
// `observe` reports the provider's own count.

/** Charge for pictures, by tiles or by pixels; sizes in pixels, charges in tokens. */
export type PictureCharge =
  | {
      readonly by: 'tiles';
      readonly base: number;
      readonly perTile: number;
      /** Edge of a tile. */
      readonly tile: number;
      /** The picture is scaled down to these edges first. */
      readonly longest: number;
      readonly shortest: number;
      /** Up to this edge on both sides one tile is charged. */
      readonly oneTileUpTo: number;
      /** Charge with the detail `low`, regardless of the size. */
      readonly low: number;
    }
  | { readonly by: 'pixels'; readonly pixelsPerToken: number; readonly longest: number; readonly most: number };

export interface Charges {
  readonly picture: PictureCharge;
  /** Charge for a picture of unknown size, for example when only its address is sent. */
  readonly unknownPicture: number;
  readonly soundPerSecond: number;
  readonly videoPerSecond: number;
  readonly filePerPage: number;
}

export const CHARGES = {
  /** platform.openai.com/docs/guides/images-vision (GPT-4o and 4.1) · …/guides/audio: a token for each 100 ms. */
  openai: {
    picture: {
      by: 'tiles',
      base: 85,
      perTile: 170,
      tile: 512,
      longest: 2048,
      shortest: 768,
      oneTileUpTo: 512,
      low: 85,
    },
    unknownPicture: 1105,
    soundPerSecond: 10,
    videoPerSecond: 300,
    filePerPage: 1500,
  },
  /** docs.anthropic.com/en/docs/build-with-claude/vision: width · height / 750, at most about 1,600 · …/pdf-support. */
  anthropic: {
    picture: { by: 'pixels', pixelsPerToken: 750, longest: 1568, most: 1600 },
    unknownPicture: 1600,
    soundPerSecond: 25,
    videoPerSecond: 300,
    filePerPage: 3000,
  },
  /** ai.google.dev/gemini-api/docs/tokens: 258 for each tile of 768 pixels, sound 32 and video 263 a second, a page 258. */
  gemini: {
    picture: {
      by: 'tiles',
      base: 0,
      perTile: 258,
      tile: 768,
      longest: Infinity,
      shortest: Infinity,
      oneTileUpTo: 384,
      low: 258,
    },
    unknownPicture: 1032,
    soundPerSecond: 32,
    videoPerSecond: 263,
    filePerPage: 258,
  },
} as const satisfies Record<string, Charges>;

export type Provider = keyof typeof CHARGES;

/** Bytes per second, per page and per token of plain text, for sound and files that do not state their length. */
export const BYTES_OF = { second: 16_000, videoSecond: 125_000, page: 40_000, textToken: 4 } as const;
/** Assumed lengths of sound, video and files of which only an address is sent. */
export const UNKNOWN = { seconds: 60, pages: 3 } as const;
