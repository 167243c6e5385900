// Decides when the model of a run writes its overview.

/** Model call that was prepared and not answered yet. */
export interface Moment {
  /** Model calls of the run before this one. */
  readonly call: number;
  /** User turns before that of this call. */
  readonly turn: number;
  /** Whether the recorded answer is the last one of its turn. */
  readonly endsTurn: boolean;
  /** Whether the request asks for an update of the overview. */
  readonly reminds: boolean;
}

/** Tells whether the model writes before its recorded answer. Called once for every model call, in order. */
export type Writer = (moment: Moment) => boolean;
