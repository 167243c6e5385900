// A report of what a memory did. Types only.
import type { EpochReason } from '../../context/plan/prepared.ts';
import type { Compliance } from '../../context/reminder/reminder.ts';
import type { OwnWords } from '../../context/watching/own-words.ts';
import type { TracedAddress } from '../../context/watching/trace.ts';
import type { Locale } from '../../options/options.ts';

/** Options of `memory.report`. */
export interface ReportOptions {
  /** The newest requests that it is about, at least 1; default: all that the journal holds. */
  readonly last?: number;
  /** Language of `text`; default: the option `locale`. */
  readonly locale?: Locale;
}

/** The work of the memory, added up. Tokens are estimates, unless they are the provider's. */
export interface MemoryReport {
  /** Requests that it is about. */
  readonly requests: number;
  /** When the first and the last of them were prepared, ms since 1970; absent without any. */
  readonly from?: number;
  readonly to?: number;
  /** The same numbers as of `context.subscribe`, of all requests together. */
  readonly tokens: {
    /** Of all requests. */
    readonly sent: number;
    /** Of the lists behind them: what would have been sent without a memory. */
    readonly list: number;
    /** `list` − `sent`; below 0 where the memory cost more than it saved. */
    readonly saved: number;
    /** Of beginnings that requests had in common with the one before; at least. */
    readonly cached: number;
  };
  /** The counts that `observe` was given; absent where it never was. */
  readonly provider?: {
    /** Requests that were observed. */
    readonly requests: number;
    readonly input: number;
    /** Of the input, from the cache; 0 where it was never told. */
    readonly cached: number;
    /** Of the answers; 0 where it was never told. */
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
    /** Requests with a reminder. */
    readonly sent: number;
    /** Reminders after which the model wrote its overview: within 1, 3 and 10 requests, the latter including the former. */
    readonly heeded: { readonly within1: number; readonly within3: number; readonly within10: number };
    /** Not written within 10 requests; the rest is still open. */
    readonly unheeded: number;
    /** Counters of the whole session, whatever `last` says. */
    readonly session: Compliance;
  };
  /** Texts that came into requests by themselves; the latest 50. */
  readonly recalled: readonly RecalledFact[];
  /** Calls that the model made again after their result had left its view. */
  readonly repeatedCalls: number;
  /** Searches of the app and the model's tools between the requests, and the hits that they had. */
  readonly searches: { readonly count: number; readonly hits: number };
  /** overview.md; absent while there is none. */
  readonly notes?: {
    readonly revision: number;
    /** As of `files.overviewStatus`. */
    readonly status: 'template' | 'maintained' | 'stale';
    /** Agent steps since its free text was written. */
    readonly steps: number;
    /** UTF-8 bytes. */
    readonly bytes: number;
    /** Names that recur in the newest 200 messages, and those of them that the overview has. */
    readonly names: number;
    readonly held: number;
  };
  /** The same as text. */
  readonly text: string;
}

/** A text that came into a request by itself. */
export interface RecalledFact extends TracedAddress {
  /** When, ms since 1970. */
  readonly at: number;
  /** The answer says words that the request had from this text alone; absent while the answer is not known. */
  readonly used?: boolean;
}
