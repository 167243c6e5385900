// Every option of a memory: one row each, with rule, default and meaning. Defaults live in `src/options`;
// docs/options.md is written from these rows, docs/model.md names the sources of the numbers.
import { invalidOption } from '../errors.ts';
import { RANKINGS, UNNAMED_WORKSPACE } from './names.ts';
import {
  between,
  checkOptions,
  countOrNever,
  flag,
  integer,
  languageCodes,
  number,
  oneOf,
  orAuto,
  type Partly,
  PROFILES,
  type Resolved,
  rule,
  type RuleTable,
  someOf,
  text,
  timespan,
  timeZoneName,
  withDefaults,
} from './rules.ts';

const HOUR = 3_600_000;

/** Rows of the plain options. Besides `default`, a row names the profiles that have another default. */
export const OPTIONS = {
  /** Name of the session; required. */
  session: text(200),
  /** Working directory or owner of the session; named, its conversations share a memory (docs/model.md). */
  workspace: text(1000, { default: UNNAMED_WORKSPACE }),
  /** This conversation neither gives to the others of its workspace nor takes from them. Once given, it stays so. */
  private: flag({ default: false }),
  /** Language of the overview's template, of everything that prepared requests add, and of the tools. */
  locale: oneOf(['en', 'zh-CN'], { default: 'en' }),
  /** Time zone of the user, in which a question says "yesterday"; `'auto'`: that of the environment. */
  timeZone: orAuto(timeZoneName),
  /** Template of a new overview.md. */
  template: oneOf(['task', 'project', 'yaml'], { default: 'task' }),
  /** Other defaults for the same options. */
  profile: oneOf(PROFILES, { default: 'default' }),
  /** A commit counts when it is on disk (`'strict'`), or with the system (`'relaxed'`); `'auto'`: files strict, IndexedDB not. */
  durability: oneOf(['auto', 'relaxed', 'strict'], { default: 'auto' }),
  /** Limits of the item store; only pinned items may exceed them. */
  limits: {
    /** Items that the store holds. */
    maxItems: integer(1, 1_000_000, { default: 64, priority: 10 }),
    /** Tokens that the store holds. */
    maxTokens: integer(1, 100_000_000, { default: 4000, priority: 2000 }),
    /** Length of one item's text in UTF-16 units. */
    maxTextLength: integer(1, 1_048_576, { default: 65_536 }),
  },
  /** What all conversations of a named workspace share: `memory.shared`. Other options are as for the session. */
  shared: {
    /** Items that it holds. */
    maxItems: integer(1, 1_000_000, { default: 256 }),
    /** Tokens that it holds. */
    maxTokens: integer(1, 100_000_000, { default: 16_000 }),
  },
  /** Importance of items, 0–1, and its bands; with the bounds of the profile `priority` all items are of one class. */
  importance: {
    /** Importance of an item that is memorized without one. */
    default: number(0, 1, { default: 0.5 }),
    /** Items of less importance are low: they leave first. */
    lowBelow: number(0, 2, { default: 0.3, priority: 0 }),
    /** Items of at least this importance are protected: they leave last. */
    protectedFrom: number(0, 2, { default: 0.7, priority: 2 }),
  },
  /** A text that a current item says already: refreshes that item, or is kept beside it. */
  doubles: oneOf(['refresh', 'keep'], { default: 'refresh', queue: 'keep', priority: 'keep' }),
  /** Weight of age: max(floor, factor ^ (age ÷ period)). */
  decay: {
    /** Weight that is left after one period; 1: age takes nothing. */
    factor: rule<number, { default: number }>(
      'a number above 0, at most 1',
      (value) => typeof value === 'number' && value > 0 && value <= 1,
      { default: 0.95 },
    ),
    /** Length of a period in ms. */
    periodMs: number(1, Infinity, { default: 6 * HOUR }),
    /** Least weight of any age. */
    floor: between(0, 1, { default: 0.1 }),
  },
  /** Order in which items leave the store. */
  eviction: {
    /** Order within a class: arrival, or importance × decay. */
    key: oneOf(['fifo', 'priority'], { default: 'fifo', priority: 'priority' }),
    /** Items of the last steps, the current one included, are recent: they leave after older items of their class. */
    recentSteps: countOrNever('steps', { default: 5, priority: 0 }),
  },
  /** Ages at which items expire. */
  ttl: {
    /** Items older than this many steps are expired: they leave early when room is needed. */
    softSteps: countOrNever('steps', { default: 20, priority: Infinity }),
    /** The same by age in ms. */
    softMs: timespan({ default: HOUR, priority: Infinity }),
    /** Items older than this, in ms, leave the store; pinned items do not. */
    hardMs: timespan({ default: Infinity, priority: 2 * HOUR }),
  },
  /** Where items are looked for, and how hits are ranked. */
  recall: {
    /** Where `items.remember` looks when a call names no scope: in the store, in the long tail, or in both. */
    scope: someOf(['items', 'tail'], { default: ['items', 'tail'], queue: 'items', priority: 'items' }),
    /** Languages of the texts, BCP 47; `'auto'`: recall estimates whether all are English. */
    languages: orAuto(languageCodes),
    /** Share of a prompt's idf mass that a single word must have to count as a match. */
    minimumMatch: number(0, 1, { default: 0.15 }),
    /** Share of a score that age may take in the ranking `hybrid`, 0–1; 0: none. A blank prompt takes 0.2 at least. */
    recency: number(0, 1, { default: 0.05 }),
    /** Order of items where a query names none; `hybrid` where it also searches files or messages. */
    ranking: oneOf(RANKINGS, { default: 'hybrid', queue: 'importance-recency', priority: 'seed' }),
    /** How the words and the vector of a prompt count together. */
    fusion: {
      /** Weight of the vector score beside the words, which weigh 1; 0 turns it off, `'auto'` depends on the model. */
      weight: orAuto(number(0, 100)),
      /** Cosine of unrelated texts, which counts as 0; `'auto'` depends on the model. */
      floor: orAuto(number(0, 0.99)),
    },
    /** The index of all conversations of a named workspace, newest first (scope `workspace`). */
    workspace: {
      /** Texts that it holds; at the edge 2,000. */
      maxTexts: integer(1, 1_000_000, { default: 20_000 }),
      /** Size of these texts in bytes of UTF-8. */
      maxBytes: integer(1024, 1_073_741_824, { default: 16_777_216 }),
      /** Begins after opening; else with the first query, which then waits for all of it, as at the edge. */
      background: flag({ default: true }),
      /** Longest wait of a query for texts that are still being read, in ms; it then answers without them. */
      waitMs: number(0, 2_147_483_647, { default: 500 }),
    },
  },
  /** Calls of the embedder; without effect where there is none. */
  embedding: {
    /** Texts per call of the embedder. */
    batch: integer(1, 1024, { default: 16 }),
    /** Longest wait of recall for a prompt's vector, in ms; then it goes on with words alone. */
    queryMs: number(0, 2_147_483_647, { default: 500 }),
    /** An embedder that neither answers nor loads a byte for this long, in ms, counts as hung and is loaded again. */
    timeoutMs: number(1, 2_147_483_647, { default: 60_000 }),
    /** An idle model is released after this time, in ms; Infinity keeps it. */
    idleMs: number(0, Infinity, { default: 300_000 }),
  },
  /** Items that left the store by a limit or by age. */
  longTail: {
    /** Evicted and expired items that stay searchable; 0 drops them. */
    maxItems: integer(0, 1_000_000, { default: 10_000 }),
    /** Size of their rows, about, in bytes; beyond it those that left first are dropped with the next command. */
    maxBytes: integer(65_536, 1_073_741_824, { default: 4_194_304 }),
  },
  /** Ids of hard-forgotten items, which an import does not bring back. */
  tombstones: {
    /** Ids that are kept; beyond it the oldest are dropped, and an export that is older still can bring those back. */
    maxIds: integer(0, 1_000_000, { default: 20_000 }),
  },
  /** Limits of the session tree; a write beyond them rejects with `tree-full`. */
  files: {
    /** Size of one file in bytes of UTF-8. */
    maxFileBytes: integer(1024, 16_777_216, { default: 262_144 }),
    /** Size of overview.md in bytes of UTF-8. */
    maxOverviewBytes: integer(1024, 1_048_576, { default: 16_384 }),
    /** Files of one session. */
    maxFiles: integer(1, 100_000, { default: 512 }),
    /** Size of all files of a session in bytes of UTF-8. */
    maxTotalBytes: integer(1024, 1_073_741_824, { default: 16_777_216 }),
    /** Former revisions kept per path. */
    keptRevisions: integer(0, 10_000, { default: 20 }),
    /** Size of all former revisions in bytes of UTF-8; those of deleted files leave first, then the oldest. */
    maxHistoryBytes: integer(0, 1_073_741_824, { default: 6_291_456 }),
    /** Deleted paths that are remembered: a new file there goes on counting revisions. The oldest leave first. */
    keptDeletedPaths: integer(0, 100_000, { default: 256 }),
  },
  /** Limits of the transcript. */
  transcript: {
    /** Length of one message's text in UTF-16 units. */
    maxMessageLength: integer(1, 16_777_216, { default: 1_048_576 }),
    /** Size of all messages as JSON, in bytes of UTF-8; beyond it the oldest are dropped, and their numbers stay. */
    maxBytes: integer(65_536, 1_073_741_824, { default: 25_165_824 }),
  },
  /** Limits of a bundle that is imported. */
  import: {
    /** Size of a bundle after inflating, in bytes. */
    maxBytes: integer(1024, 1_073_741_824, { default: 67_108_864 }),
    /** Files of a bundle. */
    maxEntries: integer(1, 65_534, { default: 2000 }),
    /** Records of a bundle, over all its lists: items, files, messages, tombstones, journal entries and so on. */
    maxRecords: integer(1, 10_000_000, { default: 100_000 }),
  },
  /** Prepared requests. *Fill* is how full the room for what can be folded is, 0–1 and above. */
  context: {
    /** Tokens of the model's context window. */
    window: integer(1000, 100_000_000, { default: 128_000 }),
    /** `'llm'`: the model decides when to compact · `'assisted'`: it is also asked at band edges · `'auto'`: compacted there. */
    autonomy: oneOf(['llm', 'assisted', 'auto'], { default: 'assisted' }),
    /** `'epochs'` extends the former request byte for byte · `'literal'` renders overview and meter anew each time. */
    placement: oneOf(['epochs', 'literal'], { default: 'epochs' }),
    /** Turns before the latest write of the overview that stay in view. */
    recentTurns: integer(0, 50, { default: 1 }),
    /** A tool result above this share of the window is cut as it arrives, if the fill with it reaches `fallbackAt`. */
    stubAbove: between(0, 1, { default: 0.25 }),
    /** Fill from which the next user turn folds what the overview covers. */
    foldAbove: between(0, 1, { default: 0.6 }),
    /** Fill from which the system compacts by itself, whatever the autonomy. */
    fallbackAt: between(0, 1, { default: 0.75 }),
    /** Share of the window for the pinned overview; of a larger one it shows headings and how each section begins. */
    overviewShare: between(0, 1, { default: 0.15 }),
    /** `'line'`: the meter in one line · `'block'`: `context_meta`, as `placement: 'literal'` sends it. */
    meter: oneOf(['line', 'block'], { default: 'line' }),
    /** Whose charges for pictures, sound and files estimates count by; `'auto'`: of the format, or the dearest. */
    charges: oneOf(['auto', 'openai', 'anthropic', 'gemini'], { default: 'auto' }),
    /** Branches of the conversation that keep the state of their prompt; one idle for longer begins an epoch when it goes on. */
    keptBranches: integer(1, 1000, { default: 16 }),
    /** Recalled notes: the few best of what the memory knows and the request does not show. */
    recall: {
      /** Most tokens that the notes on one user message take; 0: there are none. */
      maxTokens: integer(0, 1_000_000, { default: 600 }),
      /** The same as a share of the window; the smaller one holds. */
      share: number(0, 1, { default: 0.02 }),
      /** Least share of a user message that a text must hold to be a note, 0–1 (`confidence` of recall). */
      minFit: number(0, 1, { default: 0.35 }),
      /** Least score of a text as a share of the best one's, 0–1. */
      minShare: number(0, 1, { default: 0.8 }),
    },
    /** Reminders of the overview. */
    reminder: {
      /** Whether prepared requests remind the model of its overview. */
      enabled: flag({ default: true }),
      /** A reminder is due after more rounds than this without an update. */
      maxRounds: countOrNever('rounds', { default: 5 }),
      /** A reminder is never due after fewer rounds than this. */
      minRounds: countOrNever('rounds', { default: 3 }),
      /** Fill in percent: above it, a reminder is due after more than `minRounds`. */
      tokenThreshold: integer(0, 100, { default: 70 }),
      /** Messages in view: above it, a reminder is due after more than `minRounds`. */
      maxMessages: countOrNever('messages', { default: Infinity }),
      /** Form of the reminder's text. */
      format: oneOf(['inline', 'plain', 'comment'], { default: 'comment' }),
      /** Whether the last level of a reminder may hold the request back. */
      pause: flag({ default: false }),
    },
  },
  /** The record of commits. */
  journal: {
    /** Journal entries kept for audit and replay. */
    maxEntries: integer(16, 10_000_000, { default: 10_000 }),
    /** Size of the entries as JSON, in bytes of UTF-8; beyond it the oldest are dropped, at the latest with every 64th commit. */
    maxBytes: integer(65_536, 1_073_741_824, { default: 2_097_152 }),
  },
  /** Opens an existing session and changes nothing, not even what is damaged; whatever would write rejects with `read-only`. */
  readOnly: flag({ default: false }),
  /** An idle page loads what later calls need; `false` suits a page whose service worker caches all that it calls. */
  preload: flag({ default: true }),
  /** A call rejects with `timeout` when neither it nor one made before it was answered for this long, in ms. */
  deadlineMs: number(1, Infinity, { default: 30_000 }),
} as const;

/** Plain options, checked and complete; they cross to the worker. */
export type Settings = Resolved<typeof OPTIONS> & {
  readonly session: string;
  /** Whether the session was open here before, so that a missing one is not created again; set by the library. */
  readonly resumes?: boolean;
};

/** The plain options as the app writes them. */
export type SettingsInput = Partly<typeof OPTIONS> & { readonly session: string };
export type Locale = Settings['locale'];
/** Defaults of `recall.workspace` in an isolate that lives for one request. */
export const AT_THE_EDGE = { maxTexts: 2000, background: false } as const;

/**
 * Checks the options and fills in the defaults of their profile.
 * @param others rows of further options, which are checked, too, but left out of the result: ports, callbacks,
 * placement
 * @throws invalid-option: an unknown name (with the nearest known one), a value out of range, or no session
 */
export function resolveSettings(input: SettingsInput, others: RuleTable = {}): Settings {
  checkOptions(input, { ...OPTIONS, ...others }, '', "an object such as { session: 'chat-42' }");
  if (input.session === undefined) {
    throw invalidOption('session', `${OPTIONS.session.expected}, e.g. 'chat-42'`, undefined);
  }
  return withDefaults(OPTIONS, input, input.profile) as Settings;
}
