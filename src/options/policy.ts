// The numbers of policy that no option changes. Defaults of options are in options.ts.

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
/** After this long without a call, in ms, a session looks whether others changed it before it answers. */
export const ASLEEP_AFTER_MS = 5000;
/** Longest wait for that look, in ms; half the deadline where that is shorter. */
export const LONGEST_WAKING_MS = 2000;
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
/** What the record of reminders goes by; rounds are requests. */
export const REMINDER_RECORD = {
  /** An update within so many rounds of a reminder is its effect. */
  promptedWithin: 3,
  /** Bounds of the classes by which updates after a reminder are counted. */
  latencies: [1, 3, 10],
  /** So many ignored reminders in a row double the wait. */
  ignoredPerDoubling: 3,
  /** The wait is at most doubled so often. */
  mostDoublings: 2,
  /** Unprompted updates from which their rhythm counts. */
  rhythmFrom: 3,
  /** A model is late from this share of its own rhythm on. */
  rhythmShare: 1.5,
} as const;
/** What a reminder says of the names in the notes, and a report of how many of those that recur they hold. */
export const REMINDER_NAMES = {
  /** Newest messages in which names are looked for. */
  messages: 40,
  /** UTF-16 units of each part of a message that are read. */
  read: 8192,
  /** A name in so many of them recurs. */
  recurring: 3,
  /** Names of each kind. */
  most: 3,
  /** UTF-16 units of a name. */
  longest: 60,
} as const;
/** A clock that moves by more than this, in ms, from one command to the next has jumped. */
export const CLOCK_JUMP_MS = 86_400_000;
/** A command that other owners overtake this often in a row rejects with `session-busy`. */
export const MOST_ATTEMPTS = 64;
/** Most that one call of `items.list` or `transcript.read` returns. */
export const MOST_PER_PAGE = 10_000;
/** Greatest age of the count by which a tenant's quota is checked, in ms. */
export const TENANT_COUNTED_MS = 60_000;
/** Rows, or entries of the journal, per read of a long list. */
export const ROWS_PER_READ = 500;
/** Texts of this many UTF-16 units and bytes of this number are stored apart from their message, once. */
export const LARGE_PART = 32_768;
/** Messages of all sessions that one search reads. */
export const MOST_SEARCHED = 20_000;
/** Requests of one run of a model that calls tools. */
export const MOST_STEPS = 20;
/** Default limits of the lists of a LangGraph store; those of LangGraph's own stores. */
export const LISTED = { values: 10, namespaces: 100 } as const;
/** Messages that a memory adapter of TanStack AI lists, the newest ones. */
export const MOST_FACTS = 100;
/** How often a storage repeats an operation that others hindered, or that a cut connection left unanswered. */
export const REPEATS = { refused: 100, cut: 2, longestPauseMs: 50 } as const;
/** What an import of conversations reads and writes at a time, and how much of a zip it takes. */
export const CONVERSATIONS = {
  /** UTF-16 units of text, or bytes, that are read between two pauses. */
  piece: 131_072,
  /** JSON of this many UTF-16 units is parsed at once; of more, member by member. */
  parsed: 131_072,
  /** UTF-16 units and messages of one commit. */
  commit: 262_144,
  messagesOfCommit: 1000,
  /** A longer message is cut into several, in UTF-16 units. */
  message: 131_072,
  /** UTF-16 units of an id within the name of a session. */
  id: 150,
  /** Bytes of a zip with its pictures, of the texts in it, and its files. */
  zip: { maxBytes: 4_294_967_295, maxInflated: 1_073_741_824, maxEntries: 65_534 },
} as const;
