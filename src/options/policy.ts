// Numbers of policy that no option changes. Defaults of options are in options.ts.

/** Arguments of calls where the app gives none. */
export const CALL_DEFAULTS = {
  /** Hits of `items.remember` and `files.search`. */
  recallLimit: 10,
  /** The same, of a question that asks for a list. */
  listedLimit: 30,
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
/** After this time without a call, in ms, a session checks for changes by others before it answers. */
export const ASLEEP_AFTER_MS = 5000;
/** Longest wait for that check, in ms; half the deadline if that is shorter. */
export const LONGEST_WAKING_MS = 2000;
/** Fill at which each band of the pressure begins; it ends where the next one begins. */
export const PRESSURE_FROM = { normal: 0, light: 0.2, medium: 0.4, heavy: 0.6, emergency: 0.75 } as const;
/** Reminders are firm above this fill; the last line of `context_meta` is firm above this usage ratio. */
export const PRESSING_ABOVE = 0.5;
/** Old pictures, sound and files that a request leaves out under pressure. */
export const LEAVES_OUT = {
  /** The oldest go until the fill is this share of `context.fallbackAt`, which leaves room for many requests. */
  downTo: 0.5,
  /** Saving less than this share of the window is not worth the cached prefix. */
  least: 0.05,
} as const;
/** Extent of `memory.report`. */
export const REPORT = {
  /** Latest entries kept of each list in a report. */
  mostListed: 50,
  /** Requests after a reminder in which a write of the overview counts as its effect. */
  heededWithin: { atOnce: 1, soon: 3, late: 10 },
  /** Newest messages over which the coverage of the notes is measured. */
  messages: 200,
} as const;
/** Rules of the record of reminders; rounds are requests. */
export const REMINDER_RECORD = {
  /** An update within this many rounds of a reminder counts as its effect. */
  promptedWithin: 3,
  /** Upper bounds of the classes in which updates after a reminder are counted. */
  latencies: [1, 3, 10],
  /** Ignored reminders in a row that double the wait. */
  ignoredPerDoubling: 3,
  /** Most doublings of the wait. */
  mostDoublings: 2,
  /** Unprompted updates from which on their rhythm counts. */
  rhythmFrom: 3,
  /** Share of its own rhythm after which a model is late. */
  rhythmShare: 1.5,
} as const;
/** Search for recurring names, which reminders and reports look up in the notes. */
export const REMINDER_NAMES = {
  /** Newest messages that are searched. */
  messages: 40,
  /** UTF-16 units read of each part of a message. */
  read: 8192,
  /** Messages in which a name must occur to be recurring. */
  recurring: 3,
  /** Most names of each kind. */
  most: 3,
  /** Longest name, in UTF-16 units. */
  longest: 60,
} as const;
export const DAY_MS = 86_400_000;
/** A clock that moves by more than this, in ms, from one command to the next has jumped. */
export const CLOCK_JUMP_MS = DAY_MS;
/** A command that other owners overtake this often in a row rejects with `session-busy`. */
export const MOST_ATTEMPTS = 64;
/** Most entries that one call of `items.list` or `transcript.read` returns. */
export const MOST_PER_PAGE = 10_000;
/** Greatest age, in ms, of the count against which a tenant's quota is checked. */
export const TENANT_COUNTED_MS = 60_000;
/** Rows, or entries of the journal, per read of a long list. */
export const ROWS_PER_READ = 500;
/** Texts of this many UTF-16 units, and byte arrays of this length, are stored apart from their message, once. */
export const LARGE_PART = 32_768;
/** Messages that one search reads, over all sessions. */
export const MOST_SEARCHED = 20_000;
/** Most requests of one run of a model that calls tools. */
export const MOST_STEPS = 20;
/** Default limits of the lists of a LangGraph store, as in LangGraph's own stores. */
export const LISTED = { values: 10, namespaces: 100 } as const;
/** Newest messages that a memory adapter of TanStack AI lists. */
export const MOST_FACTS = 100;
/** Repeats of a storage operation that others hindered, or that a cut connection left unanswered. */
export const REPEATS = { refused: 100, cut: 2, longestPauseMs: 50 } as const;
/** Sizes of the reads and writes of an import of conversations, and limits of its zips. */
export const CONVERSATIONS = {
  /** UTF-16 units of text, or bytes, read between two pauses. */
  piece: 131_072,
  /** JSON of up to this many UTF-16 units is parsed at once; longer JSON, member by member. */
  parsed: 131_072,
  /** UTF-16 units and messages per commit. */
  commit: 262_144,
  messagesOfCommit: 1000,
  /** Longest message, in UTF-16 units; longer ones are split. */
  message: 131_072,
  /** UTF-16 units of a conversation's id within the name of a session. */
  id: 150,
  /** Bytes of a zip with its pictures, bytes of its texts, and number of its files. */
  zip: { maxBytes: 4_294_967_295, maxInflated: 1_073_741_824, maxEntries: 65_534 },
} as const;
