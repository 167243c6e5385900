// Pictures, sound, video and files in a message: what a model sees beside text. Types only.

/** One of them, as its lens reads it. */
export interface Medium {
  readonly kind: 'picture' | 'sound' | 'video' | 'file';
  /** In pixels, where the picture's own header tells them. */
  readonly width?: number;
  readonly height?: number;
  /** Of the data; absent where the message holds only an address. */
  readonly bytes?: number;
  /** `image/png`, where the message says so. */
  readonly mediaType?: string;
  /** The provider is asked to look at it with less care, for less. */
  readonly isLow?: boolean;
  /** Of the call in whose result it stands. */
  readonly callId?: string;
  /** The format takes no text in its place. */
  readonly isFixed?: boolean;
}

/** With the tokens that it counts as. */
export interface SeenMedium extends Medium {
  readonly tokens: number;
}
