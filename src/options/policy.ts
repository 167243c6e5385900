// The numbers of policy that no option changes. Defaults of options are in options.ts.

/** Arguments of calls where the app gives none. */
export const CALL_DEFAULTS = {
  /** Hits of `items.remember` and `files.search`. */
  recallLimit: 10,
  /** UTF-16 units of a hit's snippet. */
  snippetLength: 240,
  /** Items that `items.list` returns. */
  listLimit: 1000,
  /** Messages that `transcript.read` returns. */
  transcriptLimit: 100,
  /** Items that `items.memorize` reports as similar. */
  similarItems: 3,
  /** Likeness, 0–1, from which an item is similar. */
  similarFrom: 0.45,
  /** Tokens of `memory.recall`. */
  blockTokens: 1000,
  /** Tokens of `items.summarize`. */
  digestTokens: 500,
  /** `items.forget` by importance takes items below it. */
  forgetBelow: 0.1,
  /** Texts that a hard forget reports as like the forgotten ones. */
  alikeTexts: 10,
  /** Share of a forgotten text, 0–1, from which another is reported. */
  alikeFrom: 0.5,
  /** Forgotten texts that others are compared with. */
  alikeFor: 20,
  /** Newest messages that a compaction keeps in view. */
  keepRecent: 5,
} as const;
/** Fill at which each band of the pressure begins; it ends where the next one begins. */
export const PRESSURE_FROM = { normal: 0, light: 0.2, medium: 0.4, heavy: 0.6, emergency: 0.75 } as const;
/** Above this fill reminders are firm; above this usage ratio the last line of `context_meta` is. */
export const PRESSING_ABOVE = 0.5;
/** Old pictures, sound and files that a request leaves out under pressure. */
export const LEAVES_OUT = {
  /** The oldest go until the fill is this share of `context.fallbackAt`: the next ones have room for many requests. */
  downTo: 0.5,
  /** Saving less than this share of the window is not worth the cached prefix. */
  least: 0.05,
} as const;
/** What `memory.report` looks at. */
export const REPORT = {
  /** Of each list in a report, the latest ones. */
  mostListed: 50,
  /** Requests after a reminder in which a write of the overview counts as its effect. */
  heededWithin: { atOnce: 1, soon: 3, late: 10 },
  /** Newest messages that the coverage of the notes is told of. */
  messages: 200,
} as const;
/** A clock that moves by more than this, in ms, from one command to the next has jumped. */
export const CLOCK_JUMP_MS = 86_400_000;
/** A command that other owners overtake this often in a row rejects with `session-busy`. */
export const MOST_ATTEMPTS = 64;
/** Most that one call of `items.list` or `transcript.read` returns. */
export const MOST_PER_PAGE = 10_000;
/** Rows, or entries of the journal, per read of a long list. */
export const ROWS_PER_READ = 500;
/** Texts of this many UTF-16 units and bytes of this number are stored apart from their message, once. */
export const LARGE_PART = 32_768;
/** Messages of all sessions that one search reads. */
export const MOST_SEARCHED = 20_000;
/** Requests of one run of a model that calls tools. */
export const MOST_STEPS = 20;
/** How often the SQL storages send a statement again that others hindered, or whose answer was lost. */
export const SQL_REPEATS = { refused: 100, cut: 2, longestPauseMs: 50 } as const;
