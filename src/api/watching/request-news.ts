// The report that a listener of prepared requests receives. Types only.
import type { Fold, ResultStub } from '../../context/compaction/compaction.ts';
import type { EpochReason } from '../../context/plan/prepared.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import type { ReminderLevel } from '../../context/reminder/reminder.ts';
import type { OwnWords } from '../../context/watching/own-words.ts';
import type { TracedAddress } from '../../context/watching/trace.ts';

/** A prepared request, as `context.subscribe` reports it. */
export interface RequestNews {
  /** Name that the app gave the request, or a hash of the list. */
  readonly requestId: string;
  /** Whether the same request was prepared before; then nothing was counted. */
  readonly repeated: boolean;
  /** Number of the epoch, from 1. */
  readonly epoch: number;
  /** Reason why an epoch began; absent if none began. */
  readonly epochReason?: EpochReason;
  /** Token counts, estimated as the provider counts. */
  readonly tokens: {
    /** Tokens of the request. */
    readonly sent: number;
    /**
     * Tokens of the app's own list with system prompt and tools, the memory's tools included: the size of the request
     * if nothing were hidden or added.
     */
    readonly list: number;
    /** Tokens of the beginning shared with the previous request, which a provider's cache may hold; a lower bound. */
    readonly cached: number;
    /** `sent` − `cached`. */
    readonly fresh: number;
  };
  /** Tokens of the memory's own words in it, by part. */
  readonly own: OwnWords;
  /** Ranges of the list that the request hides, with the reason and the file. */
  readonly hidden: readonly Fold[];
  /** Results that the request shows as stubs. */
  readonly stubs: readonly ResultStub[];
  /** Number of pictures, sounds and files that the request leaves out. */
  readonly mediaLeftOut: number;
  /** Texts that recalled notes added to the request. */
  readonly recalled: readonly TracedAddress[];
  /** Level of its reminder; absent without one. */
  readonly reminder?: ReminderLevel;
  /** The context meter, as the model may read it. */
  readonly meta: ContextMeta;
  /** Duration from the call to the answer, by the clock of the memory, in ms. */
  readonly ms: number;
  /** The texts that the memory added, in order; only with the option `texts`. */
  readonly texts?: readonly AddedText[];
  /** `messages` of the prepared request, by reference: do not change them; only with the option `messages`. */
  readonly messages?: readonly unknown[];
}

/** A text that a request holds besides the app's own. */
export interface AddedText {
  /** `overview`: the pinned one · `notes`: appended to a message · `stub`, `medium`: in place of a result, of a picture. */
  readonly kind: 'overview' | 'notes' | 'stub' | 'medium';
  /** Index in the app's list; absent for the overview. */
  readonly message?: number;
  readonly text: string;
}

/** Options of `context.subscribe`. */
export interface WatchOptions {
  /** Adds the texts that the memory inserted to the news; default false: ids and numbers alone. */
  readonly texts?: boolean;
  /** Adds the messages to send, as `prepare` returns them, to the news; default false. */
  readonly messages?: boolean;
}
