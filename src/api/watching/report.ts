// A report of a memory's work. Types only.
import type { EpochReason } from '../../context/plan/prepared.ts';
import type { Compliance } from '../../context/reminder/reminder.ts';
import type { OwnWords } from '../../context/watching/own-words.ts';
import type { TracedAddress } from '../../context/watching/trace.ts';
import type { Locale } from '../../options/options.ts';

/** Options of `memory.report`. */
export interface ReportOptions {
  /** Number of newest requests to report on, at least 1; default: all that the journal holds. */
  readonly last?: number;
  /** Language of `text`; default: the option `locale`. */
  readonly locale?: Locale;
}

/** The work of the memory, added up. Tokens are estimates unless the provider counted them. */
export interface MemoryReport {
  /** Number of requests reported on. */
  readonly requests: number;
  /** Times at which the first and the last of them were prepared, ms since 1970; absent without any. */
  readonly from?: number;
  readonly to?: number;
  /** The numbers of `context.subscribe`, added up over all requests. */
  readonly tokens: {
    /** Tokens of all requests. */
    readonly sent: number;
    /** Tokens of the app's lists: what would have been sent without a memory. */
    readonly list: number;
    /** `list` − `sent`; below 0 if the memory cost more than it saved. */
    readonly saved: number;
    /** Tokens of the beginnings that requests shared with the one before; a lower bound. */
    readonly cached: number;
  };
  /** Counts passed to `observe`; absent if it was never called. */
  readonly provider?: {
    /** Number of observed requests. */
    readonly requests: number;
    readonly input: number;
    /** Input tokens from the cache; 0 if never reported. */
    readonly cached: number;
    /** Tokens of the answers; 0 if never reported. */
    readonly output: number;
  };
  /** Tokens of the memory's own words in all requests, by part. */
  readonly own: OwnWords;
  /** Epochs that began, by reason, and the tokens that each saved in its first request. */
  readonly epochs: readonly { readonly reason: EpochReason; readonly count: number; readonly won: number }[];
  /** Compactions on request of the app or the model, with tokens before and after; the latest 50. */
  readonly compactions: readonly {
    readonly trigger: string;
    readonly messages: number;
    readonly before: number;
    readonly after: number;
  }[];
  readonly reminders: {
    /** Number of requests with a reminder. */
    readonly sent: number;
    /**
     * Reminders after which the model wrote its overview within 1, 3 and 10 requests; each count includes the ones
     * before.
     */
    readonly heeded: { readonly within1: number; readonly within3: number; readonly within10: number };
    /** Reminders without a write within 10 requests; the rest are still open. */
    readonly unheeded: number;
    /** Counters of the whole session, regardless of `last`. */
    readonly session: Compliance;
  };
  /** Texts that recalled notes added to requests; the latest 50. */
  readonly recalled: readonly RecalledFact[];
  /** Calls that the model made again after their result had left its view. */
  readonly repeatedCalls: number;
  /** Searches by the app and the model's tools between the requests, and their hits. */
  readonly searches: { readonly count: number; readonly hits: number };
  /** overview.md; absent while there is none. */
  readonly notes?: {
    readonly revision: number;
    /** As in `files.overviewStatus`. */
    readonly status: 'template' | 'maintained' | 'stale';
    /** Agent steps since its free text was last written. */
    readonly steps: number;
    /** UTF-8 bytes. */
    readonly bytes: number;
    /** Number of names that recur in the newest 200 messages, and how many of them the overview holds. */
    readonly names: number;
    readonly held: number;
  };
  /** The report as text. */
  readonly text: string;
}

/** A text that a recalled note added to a request. */
export interface RecalledFact extends TracedAddress {
  /** Time of the request, ms since 1970. */
  readonly at: number;
  /** Whether the answer uses words that the request had from this text alone; absent while the answer is not known. */
  readonly used?: boolean;
}
