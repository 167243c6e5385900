// Every option with its default, unit, range and check. The only place with default numbers (sources: docs/model.md).
import { closestMatch } from 'leven';
import { WorkingMemoryError } from './errors.ts';
import { between, countOrNever, flag, integer, number, oneOf, orAuto, type Rule, text } from './option-rules.ts';

const steps = countOrNever('steps');

const rules = {
  session: text(200),
  workspace: text(1000),
  locale: oneOf('en', 'zh-CN'),
  /** What a new overview.md starts from. */
  template: oneOf('task', 'project', 'yaml'),
  profile: oneOf('default', 'queue', 'priority'),
  limits: {
    maxItems: integer(1, 1_000_000),
    maxTokens: integer(1, 100_000_000),
    /** UTF-16 units of one item's text. */
    maxTextLength: integer(1, 1_048_576),
  },
  importance: {
    default: number(0, 1),
    lowBelow: number(0, 2),
    protectedFrom: number(0, 2),
  },
  decay: {
    factor: between(0, 1),
    periodMs: number(1, Infinity),
    floor: between(0, 1),
  },
  eviction: {
    key: oneOf('fifo', 'priority'),
    recentSteps: steps,
  },
  ttl: {
    softSteps: steps,
    softMs: number(0, Infinity),
    hardMs: number(0, Infinity),
  },
  recall: {
    /** Share of a prompt's weight that one word must have to be enough for a match (docs/recall.md). */
    minimumMatch: number(0, 1),
    /** `auto`: as is known of the embedder's model. */
    fusion: {
      /** What meaning counts beside the words, which count 1; 0 leaves it out. */
      weight: orAuto(number(0, 100)),
      /** The cosine that texts without anything in common have. */
      floor: orAuto(number(0, 0.99)),
    },
  },
  embedding: {
    /** Texts that the embedder is given at once. */
    batch: integer(1, 1024),
    /** Recall waits so long for a prompt's vector and then goes on with words. */
    queryMs: number(0, 2_147_483_647),
    /** An embedder that neither answers nor loads anything for so long counts as hung. */
    timeoutMs: number(1, 2_147_483_647),
    /** Without anything to do for so long, the model is let go of. */
    idleMs: number(0, Infinity),
  },
  /** Evicted and expired items stay searchable up to this many; 0 drops them. */
  longTail: { maxItems: integer(0, 1_000_000) },
  files: {
    maxFileBytes: integer(1024, 16_777_216),
    maxOverviewBytes: integer(1024, 1_048_576),
    maxFiles: integer(1, 100_000),
    maxTotalBytes: integer(1024, 1_073_741_824),
    /** Former revisions kept of each file. */
    keptRevisions: integer(0, 10_000),
  },
  /** UTF-16 units of one message's text. */
  transcript: { maxMessageLength: integer(1, 16_777_216) },
  /** What is unpacked and read of a bundle at most. */
  import: {
    maxBytes: integer(1024, 1_073_741_824),
    maxEntries: integer(1, 65_534),
  },
  context: {
    /** Tokens of the model's context window. */
    window: integer(1000, 100_000_000),
    /** `llm`: hints only · `assisted`: the model is asked at band edges · `auto`: compacted there by itself. */
    autonomy: oneOf('llm', 'assisted', 'auto'),
    placement: oneOf('epochs', 'literal'),
    /** Turns before the latest write of the overview that stay in view. */
    recentTurns: integer(0, 50),
    /** A larger tool result enters as a stub; share of the window. */
    stubAbove: between(0, 1),
    /** Usage ratio from which the system compacts by itself, whatever the autonomy. */
    fallbackAt: between(0, 1),
    reminder: {
      enabled: flag,
      /** Due when more rounds than this went by without an update. */
      maxRounds: countOrNever('rounds'),
      /** Never due in fewer rounds than this. */
      minRounds: countOrNever('rounds'),
      /** Percent of the window: with more tokens and more than `minRounds` it is due earlier. */
      tokenThreshold: integer(0, 100),
      /** Messages in view: with more of them and more than `minRounds` it is due earlier. */
      maxMessages: countOrNever('messages'),
      format: oneOf('inline', 'plain', 'comment'),
      /** Lets the last level of a reminder hold the request back. */
      pause: flag,
    },
  },
  /** Journal entries kept for audit and replay. */
  journal: { maxEntries: integer(16, 10_000_000) },
  /** How long one call may take before it rejects with `timeout`. */
  deadlineMs: number(1, Infinity),
} as const;

type RuleTree = { readonly [name: string]: Rule<unknown> | RuleTree };
type Resolved<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Rule<infer T> ? T : Resolved<Tree[Name]>;
};
type Partly<Tree> = { readonly [Name in keyof Tree]?: Tree[Name] extends Rule<infer T> ? T : Partly<Tree[Name]> };

/** The plain part of the options, checked and total: this is what crosses to a worker. */
export type Settings = Resolved<typeof rules>;

/** What the caller may write: the plain options, `session` required. */
export type SettingsInput = Partly<typeof rules> & { readonly session: string };

const HOUR = 3_600_000;

const DEFAULTS: Omit<Settings, 'session'> = {
  workspace: '/',
  locale: 'en',
  template: 'task',
  profile: 'default',
  limits: { maxItems: 64, maxTokens: 4000, maxTextLength: 65_536 },
  importance: { default: 0.5, lowBelow: 0.3, protectedFrom: 0.7 },
  decay: { factor: 0.95, periodMs: 6 * HOUR, floor: 0.1 },
  eviction: { key: 'fifo', recentSteps: 5 },
  ttl: { softSteps: 20, softMs: HOUR, hardMs: 2 * HOUR },
  recall: { minimumMatch: 0.15, fusion: { weight: 'auto', floor: 'auto' } },
  embedding: { batch: 16, queryMs: 500, timeoutMs: 60_000, idleMs: 300_000 },
  longTail: { maxItems: 10_000 },
  files: {
    maxFileBytes: 262_144,
    maxOverviewBytes: 16_384,
    maxFiles: 512,
    maxTotalBytes: 16_777_216,
    keptRevisions: 20,
  },
  transcript: { maxMessageLength: 1_048_576 },
  import: { maxBytes: 67_108_864, maxEntries: 2000 },
  context: {
    window: 128_000,
    autonomy: 'assisted',
    placement: 'epochs',
    recentTurns: 1,
    stubAbove: 0.25,
    fallbackAt: 0.75,
    reminder: {
      enabled: true,
      maxRounds: 5,
      minRounds: 3,
      tokenThreshold: 70,
      maxMessages: Infinity,
      format: 'comment',
      pause: false,
    },
  },
  journal: { maxEntries: 10_000 },
  deadlineMs: 30_000,
};

/** A profile is other defaults for the same rules, never another code path. */
const PROFILES: Record<Settings['profile'], Partly<typeof rules>> = {
  default: {},
  queue: { ttl: { hardMs: Infinity } },
  priority: {
    limits: { maxItems: 10, maxTokens: 2000 },
    // No importance is below 0 or at least 2, nothing is recent, nothing expires softly: one class for all.
    importance: { lowBelow: 0, protectedFrom: 2 },
    eviction: { key: 'priority', recentSteps: 0 },
    ttl: { softSteps: Infinity, softMs: Infinity },
  },
};

/**
 * Checks the plain options and fills in the profile's defaults.
 * @throws invalid-option: unknown name (with the nearest known one) or value out of range.
 */
export function resolveSettings(input: SettingsInput): Settings {
  if (!isObject(input)) {
    throw new WorkingMemoryError('invalid-option', "Options must be an object such as { session: 'chat-42' }.", {
      option: 'options',
      expected: 'an object',
    });
  }
  checkTree(input, rules, '');
  if (input.session === undefined) {
    throw new WorkingMemoryError(
      'invalid-option',
      "Option session is missing. Name the session to open, e.g. { session: 'chat-42' }.",
      {
        option: 'session',
        expected: rules.session.expected,
      },
    );
  }
  const profile = PROFILES[input.profile ?? DEFAULTS.profile];
  return merge(merge(DEFAULTS, profile), input) as Settings;
}

/** For those who read these options from elsewhere and want to name that place when a value is wrong. */
export const REMINDER_RULES = rules.context.reminder;

/** Names that `resolveSettings` knows at the top level; the others are ports and placement (`open.ts`). */
export const SETTING_NAMES: readonly string[] = Object.keys(rules);

export function refuseUnknown(names: readonly string[], known: readonly string[], where: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = closestMatch(name, known, { maxDistance: Math.max(2, Math.ceil(name.length / 2)) });
    const option = where + name;
    throw new WorkingMemoryError(
      'invalid-option',
      nearest === undefined
        ? `Option ${option} is unknown. Known here: ${known.join(', ')}.`
        : `Option ${option} is unknown. Did you mean ${where}${nearest}?`,
      nearest === undefined ? { option } : { option, nearest: where + nearest },
    );
  }
}

function checkTree(input: Record<string, unknown>, tree: RuleTree, where: string): void {
  refuseUnknown(Object.keys(input), Object.keys(tree), where);
  for (const [name, rule] of Object.entries(tree)) {
    const value = input[name];
    if (value === undefined) continue;
    if (!isRule(rule)) {
      if (!isObject(value)) throw wrong(where + name, 'an object', value);
      checkTree(value, rule, `${where}${name}.`);
    } else if (!rule.accepts(value)) {
      throw wrong(where + name, rule.expected, value);
    }
  }
}

const wrong = (option: string, expected: string, value: unknown): WorkingMemoryError =>
  new WorkingMemoryError('invalid-option', `Option ${option} must be ${expected}; got ${describe(value)}.`, {
    option,
    expected,
  });

const isRule = (rule: Rule<unknown> | RuleTree): rule is Rule<unknown> => typeof rule.accepts === 'function';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as an error message may show it: short, and never an object's content. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `a text of ${value.length} characters` : `'${value}'`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

function merge(base: object, over: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const below = result[name];
    result[name] = isObject(below) && isObject(value) ? merge(below, value) : value;
  }
  return Object.freeze(result);
}
