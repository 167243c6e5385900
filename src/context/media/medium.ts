// Pictures, sound, video and files in a message: what a model sees beside text. Types only.

/** One of them, as its lens reads it. */
export interface Medium {
  readonly kind: 'picture' | 'sound' | 'video' | 'file';
  /**
   * The data as the message holds them: base64, a data URL, bytes; or an address. Absent: an upload is named. A whole part
   * of a known format does as well: data, `mediaType` and `isLow` are read from its fields.
   */
  readonly data?: unknown;
  /** `image/png`, where the message says so. */
  readonly mediaType?: string;
  /** The provider is asked to look at it with less care, for less. */
  readonly isLow?: boolean;
  /** Of the call in whose result it stands. */
  readonly callId?: string;
  /** The format takes no text in its place. */
  readonly isFixed?: boolean;
}

/** With its size in place of its data. */
export interface SizedMedium extends Omit<Medium, 'data'> {
  /** In pixels, where the picture's own header tells them. */
  readonly width?: number;
  readonly height?: number;
  /** Of the data; absent where the message holds only an address. */
  readonly bytes?: number;
}

/** With the tokens that it counts as. */
export interface SeenMedium extends SizedMedium {
  readonly tokens: number;
  /** Tokens of its name in the text of its message, or of its result. A text in its place takes the name's place, too. */
  readonly nameTokens: number;
}
