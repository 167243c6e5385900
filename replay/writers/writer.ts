// When the model of a run writes its overview.

/** A model call that was prepared and not answered yet. */
export interface Moment {
  /** Model calls of the run before it. */
  readonly call: number;
  /** User turns before the one it belongs to. */
  readonly turn: number;
  /** The recorded answer is the last one of its turn. */
  readonly endsTurn: boolean;
  /** The request asks for an update of the overview. */
  readonly reminds: boolean;
}

/** Whether the model writes before it answers as recorded. Asked once for every model call, in order. */
export type Writer = (moment: Moment) => boolean;
