// What a listener of prepared requests hears. Types only.
import type { Fold, ResultStub } from '../../context/compaction/compaction.ts';
import type { EpochReason } from '../../context/plan/prepared.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import type { ReminderLevel } from '../../context/reminder/reminder.ts';
import type { OwnWords } from '../../context/watching/own-words.ts';
import type { TracedAddress } from '../../context/watching/trace.ts';

/** A prepared request, as a listener of `context.subscribe` hears of it. */
export interface RequestNews {
  /** The name that the app gave it, or a hash of the list. */
  readonly requestId: string;
  /** The same request was prepared before: nothing was counted. */
  readonly repeated: boolean;
  /** From 1. */
  readonly epoch: number;
  /** Why an epoch began; absent where none did. */
  readonly epochReason?: EpochReason;
  /** By estimate, as the provider counts. */
  readonly tokens: {
    /** Of the request. */
    readonly sent: number;
    /**
     * Of the app's own list with system prompt and tools, those of the memory too: what is sent where nothing is hidden
     * or added.
     */
    readonly list: number;
    /** Of the beginning that it has in common with the request before, which a provider's cache may hold; at least. */
    readonly cached: number;
    /** `sent` without `cached`. */
    readonly fresh: number;
  };
  /** Tokens of the memory's own words in it, by part. */
  readonly own: OwnWords;
  /** Ranges of the list that it hides, with the reason and the file. */
  readonly hidden: readonly Fold[];
  /** Results that it shows as stubs. */
  readonly stubs: readonly ResultStub[];
  /** Pictures, sound and files that it leaves out. */
  readonly mediaLeftOut: number;
  /** Texts that came into it by themselves. */
  readonly recalled: readonly TracedAddress[];
  /** Level of its reminder; absent without one. */
  readonly reminder?: ReminderLevel;
  /** The meter, as the model may read it. */
  readonly meta: ContextMeta;
  /** From the call to the answer, by the clock of the memory, in ms. */
  readonly ms: number;
  /** The texts that the memory added, in order; only with the option `texts`. */
  readonly texts?: readonly AddedText[];
  /** `messages` of the prepared request, by reference: not to be changed; only with the option `messages`. */
  readonly messages?: readonly unknown[];
}

/** A text that a request holds beside the app's own. */
export interface AddedText {
  /** `overview`: the pinned one · `notes`: appended to a message · `stub`, `medium`: in place of a result, of a picture. */
  readonly kind: 'overview' | 'notes' | 'stub' | 'medium';
  /** Index in the app's list; absent for the overview. */
  readonly message?: number;
  readonly text: string;
}

/** Options of `context.subscribe`. */
export interface WatchOptions {
  /** Adds the texts that the memory put in to the news; default false: ids and numbers alone. */
  readonly texts?: boolean;
  /** Adds the messages to send, as `prepare` returns them, to the news; default false. */
  readonly messages?: boolean;
}
