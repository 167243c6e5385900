// Pictures, sound, video and files in a message. Types only.

/** A medium as its lens reads it. */
export interface Medium {
  readonly kind: 'picture' | 'sound' | 'video' | 'file';
  /**
   * Data as the message holds them: base64, a data URL, bytes; or an address. Absent where the message names an upload.
   * A whole part of a known format works as well: data, `mediaType` and `isLow` are read from its fields.
   */
  readonly data?: unknown;
  /** MIME type such as `image/png`, where the message gives it. */
  readonly mediaType?: string;
  /** Whether the provider is asked to look at it in low detail, for less. */
  readonly isLow?: boolean;
  /** Id of the call whose result holds it. */
  readonly callId?: string;
  /** Whether the format takes no text in its place. */
  readonly isFixed?: boolean;
}

/** A medium with its size in place of its data. */
export interface SizedMedium extends Omit<Medium, 'data'> {
  /** Size in pixels, where the picture's own header gives it. */
  readonly width?: number;
  readonly height?: number;
  /** Bytes of the data; absent where the message holds only an address. */
  readonly bytes?: number;
}

/** A medium with the tokens that it counts as. */
export interface SeenMedium extends SizedMedium {
  readonly tokens: number;
  /** Tokens of its name in the text of its message, or of its result. A text in its place replaces the name, too. */
  readonly nameTokens: number;
}
