// When the model is reminded to update its overview, how firmly, and whether that helps. Pure.
import type { Settings } from '../../options.ts';
import { PRESSING_ABOVE } from './pressure.ts';

/** Numbers only, so that it can be stored as it is. */
export interface ReminderState {
  /** Requests since the overview was last updated; the first one after an update reports 0 (S001-09). */
  readonly roundsSinceUpdate: number;
  /** Reminders that rode with requests since then. */
  readonly remindersSinceUpdate: number;
  /** Updated since the latest round: the next one will report 0. */
  readonly isUpdated: boolean;
  /** Milliseconds since 1970; undefined before the first (S001-07, 08). */
  readonly lastUpdateTime: number | undefined;
  readonly lastCheckTime: number | undefined;
  /** Of the whole session (S001-76). */
  readonly rounds: number;
  readonly reminders: number;
  /** Updates with at least one reminder since the update before, and those without any. */
  readonly promptedUpdates: number;
  readonly unpromptedUpdates: number;
}

export const INITIAL_REMINDER: ReminderState = {
  roundsSinceUpdate: 0,
  remindersSinceUpdate: 0,
  isUpdated: false,
  lastUpdateTime: undefined,
  lastCheckTime: undefined,
  rounds: 0,
  reminders: 0,
  promptedUpdates: 0,
  unpromptedUpdates: 0,
};

/** In order of firmness (S001-69…71). `pause`: the request should not be sent before the overview is written. */
export const REMINDER_LEVELS = ['hint', 'firm', 'pause'] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number];

/** Reminders that must have gone unheeded before the next one is firm, and before it may pause. */
const UNHEEDED = { firm: 1, pause: 3 } as const;

export type ReminderOptions = Settings['context']['reminder'];

/**
 * The overview was written (S001-12, 13, 32). Several writes between two requests are one update.
 * @param now ms since 1970
 */
export function markUpdated(state: ReminderState, now: number): ReminderState {
  if (state.isUpdated) return { ...state, lastUpdateTime: now };
  const prompted = state.remindersSinceUpdate > 0;
  return {
    ...state,
    roundsSinceUpdate: 0,
    remindersSinceUpdate: 0,
    isUpdated: true,
    lastUpdateTime: now,
    promptedUpdates: state.promptedUpdates + (prompted ? 1 : 0),
    unpromptedUpdates: state.unpromptedUpdates + (prompted ? 0 : 1),
  };
}

/**
 * One new request; preparing the same one again is none. The session's first makes it round 1, the first after an
 * update reports 0, each other adds 1 (S001-34, 35, 59, 82).
 * @param seen `updated`: the overview was written since the round before, where `markUpdated` has not said so already ·
 * `now`: ms since 1970
 */
export function countRound(
  state: ReminderState,
  { updated, now }: { readonly updated: boolean; readonly now: number },
): ReminderState {
  const seen = updated ? markUpdated(state, now) : state;
  return {
    ...seen,
    roundsSinceUpdate: seen.rounds === 0 ? 1 : seen.isUpdated ? 0 : seen.roundsSinceUpdate + 1,
    isUpdated: false,
    lastCheckTime: now,
    rounds: seen.rounds + 1,
  };
}

export interface ReminderReading {
  /** Tokens used ÷ window. */
  readonly ratio: number;
  /** In history. */
  readonly messages: number;
  /** The model has a tool that writes the overview; one that could not act on a reminder gets none. */
  readonly writable: boolean;
}

/**
 * The level of the reminder that this round calls for; undefined when it calls for none. All thresholds are exceeded
 * only by more than their number: 5 rounds, 70 % or 3 rounds at 80 % call for none (S001-20…22, 36…39, 84).
 */
export function reminderLevel(
  state: ReminderState,
  reading: ReminderReading,
  options: ReminderOptions,
): ReminderLevel | undefined {
  if (!options.enabled || !reading.writable || !isDue(state.roundsSinceUpdate, reading, options)) return undefined;
  if (options.pause && state.remindersSinceUpdate >= UNHEEDED.pause) return 'pause';
  return reading.ratio > PRESSING_ABOVE || state.remindersSinceUpdate >= UNHEEDED.firm ? 'firm' : 'hint';
}

function isDue(rounds: number, { ratio, messages }: ReminderReading, options: ReminderOptions): boolean {
  const { maxRounds, minRounds, tokenThreshold, maxMessages } = options;
  if (rounds < minRounds) return false;
  if (rounds > maxRounds) return true;
  // Divided rather than multiplied: then a ratio of exactly 55 % equals a threshold of 55.
  return rounds > minRounds && (ratio > tokenThreshold / 100 || messages > maxMessages);
}

/**
 * Whether the reminder before has had its rounds to work: in an epoch it still stands in the prompt, and saying it anew
 * with every request would fill the window that it is about.
 */
export const isSpaced = ({ roundsSinceUpdate, remindersSinceUpdate }: ReminderState, { maxRounds }: ReminderOptions) =>
  remindersSinceUpdate === 0 || roundsSinceUpdate > maxRounds * (1 + remindersSinceUpdate);

/** A reminder rode with this request. */
export const afterReminder = (state: ReminderState): ReminderState => ({
  ...state,
  remindersSinceUpdate: state.remindersSinceUpdate + 1,
  reminders: state.reminders + 1,
});

/** What came of reminding, over the whole session (S001-76). */
export interface Compliance {
  readonly rounds: number;
  readonly reminders: number;
  readonly promptedUpdates: number;
  readonly unpromptedUpdates: number;
  /** Prompted updates ÷ reminders, 0–1: 1 when each was heeded at once; undefined before the first reminder. */
  readonly heededShare: number | undefined;
  /** Undefined before the first update. */
  readonly roundsPerUpdate: number | undefined;
}

export function compliance({ rounds, reminders, promptedUpdates, unpromptedUpdates }: ReminderState): Compliance {
  const updates = promptedUpdates + unpromptedUpdates;
  return {
    rounds,
    reminders,
    promptedUpdates,
    unpromptedUpdates,
    heededShare: reminders === 0 ? undefined : promptedUpdates / reminders,
    roundsPerUpdate: updates === 0 ? undefined : rounds / updates,
  };
}
