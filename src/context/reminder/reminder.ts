// Decides when to remind the model to update its overview, and how firmly; tells whether that helps. Pure.
import type { Settings } from '../../options/options.ts';
import { PRESSING_ABOVE } from '../../options/policy.ts';
import { isLiteral } from '../placement.ts';
import { INITIAL_RECORD, isPrompted, paced, recordRound, recordUpdate, type ReminderRecord } from './record.ts';

/** Numbers only, so that it can be stored as it is. Part of the ledger. */
export interface ReminderState extends ReminderRecord {
  /** Requests since the overview was last updated; the first one after an update reports 0. */
  readonly roundsSinceUpdate: number;
  /** Reminders sent since then. */
  readonly remindersSinceUpdate: number;
  /** Whether the overview was updated since the latest round; then the next one reports 0. */
  readonly isUpdated: boolean;
  /** Times in ms since 1970; undefined before the first. */
  readonly lastUpdateTime: number | undefined;
  readonly lastCheckTime: number | undefined;
  /** Counts of the whole session. */
  readonly rounds: number;
  readonly reminders: number;
  /** Updates within three requests of a reminder, and the others. */
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
  ...INITIAL_RECORD,
};

/** Levels from mild to firm. `pause`: the request should not be sent before the overview is written. */
export const REMINDER_LEVELS = ['hint', 'firm', 'pause'] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number];

/** Unheeded reminders after which the next one is firm, and after which it may pause. */
const UNHEEDED = { firm: 1, pause: 3 } as const;

export type ReminderOptions = Settings['context']['reminder'];

/**
 * Records that the overview was written. Several writes between two requests are one update.
 * @param now ms since 1970
 */
export function markUpdated(state: ReminderState, now: number): ReminderState {
  if (state.isUpdated) return { ...state, lastUpdateTime: now };
  const prompted = isPrompted(state);
  return {
    ...state,
    ...recordUpdate(state, state.roundsSinceUpdate),
    roundsSinceUpdate: 0,
    remindersSinceUpdate: 0,
    isUpdated: true,
    lastUpdateTime: now,
    promptedUpdates: state.promptedUpdates + (prompted ? 1 : 0),
    unpromptedUpdates: state.unpromptedUpdates + (prompted ? 0 : 1),
  };
}

/**
 * Counts a new request; the same request prepared again is not one. The session's first request makes it round 1, the
 * first after an update reports 0, every other one adds 1.
 * @param seen `updated`: the overview was written since the previous round and `markUpdated` has not been called for
 * it · `now`: ms since 1970
 */
export function countRound(
  state: ReminderState,
  { updated, now }: { readonly updated: boolean; readonly now: number },
): ReminderState {
  const seen = updated ? markUpdated(state, now) : state;
  return {
    ...seen,
    ...recordRound(seen),
    roundsSinceUpdate: seen.rounds === 0 ? 1 : seen.isUpdated ? 0 : seen.roundsSinceUpdate + 1,
    isUpdated: false,
    lastCheckTime: now,
    rounds: seen.rounds + 1,
  };
}

export interface ReminderReading {
  /** Fill: how full the room for what can be folded is. */
  readonly ratio: number;
  /** Messages that the request shows. */
  readonly messages: number;
  /**
   * Whether the model has a tool that writes the overview. Without one it could not act on a reminder, so it gets none.
   */
  readonly writable: boolean;
}

/**
 * Returns the level of the reminder that is due in this round, or undefined. Thresholds are exclusive: with the
 * defaults neither 5 rounds, nor 70 %, nor 3 rounds at 80 % call for one.
 */
export function reminderLevel(
  state: ReminderState,
  reading: ReminderReading,
  options: ReminderOptions,
): ReminderLevel | undefined {
  if (!options.enabled || !reading.writable || !isDue(state.roundsSinceUpdate, reading, paced(options, state))) {
    return undefined;
  }
  if (options.pause && state.remindersSinceUpdate >= UNHEEDED.pause) return 'pause';
  return reading.ratio > PRESSING_ABOVE || state.remindersSinceUpdate >= UNHEEDED.firm ? 'firm' : 'hint';
}

function isDue(rounds: number, { ratio, messages }: ReminderReading, options: ReminderOptions): boolean {
  const { maxRounds, minRounds, tokenThreshold, maxMessages } = options;
  if (rounds < minRounds) return false;
  if (rounds > maxRounds) return true;
  // Dividing the threshold, not multiplying the ratio, makes a ratio of exactly 55 % equal a threshold of 55.
  return rounds > minRounds && (ratio > tokenThreshold / 100 || messages > maxMessages);
}

/** Whether the next request may carry a reminder; this value is not sent. */
export const isNear = (
  { roundsSinceUpdate }: ReminderState,
  options: Pick<Settings['context'], 'reminder' | 'placement'>,
) => !isLiteral(options) && options.reminder.enabled && roundsSinceUpdate + 1 >= options.reminder.minRounds;

/** Keeps `1 << n` from overflowing; no session lasts for as many rounds. */
const LARGEST_SHIFT = 20;

/**
 * Whether the previous reminders have had their rounds to take effect. Within an epoch they are still in the prompt. A
 * model that ignored some is not persuaded by more of the same, so the wait doubles: 6, 11, 21, 41 rounds by default.
 */
export const isSpaced = (state: ReminderState, options: ReminderOptions): boolean =>
  state.remindersSinceUpdate === 0 || state.roundsSinceUpdate > waitOf(state, options);

/** Returns the rounds since the update after which the next reminder comes. */
function waitOf(state: ReminderState, options: ReminderOptions): number {
  const doublings = Math.min(state.remindersSinceUpdate, LARGEST_SHIFT);
  return paced(options, state).maxRounds * (1 << doublings);
}

/** Returns the state after a request with a reminder. */
export const afterReminder = (state: ReminderState): ReminderState => ({
  ...state,
  remindersSinceUpdate: state.remindersSinceUpdate + 1,
  roundsSinceReminder: 0,
  reminders: state.reminders + 1,
});

/** The effect of the reminders over the whole session. */
export interface Compliance {
  readonly rounds: number;
  readonly reminders: number;
  readonly promptedUpdates: number;
  readonly unpromptedUpdates: number;
  /** Prompted updates ÷ reminders, 0–1: 1 when each was heeded at once; undefined before the first reminder. */
  readonly heededShare: number | undefined;
  /** Mean number of rounds per update; undefined before the first one. */
  readonly roundsPerUpdate: number | undefined;
  /** Requests from reminder to update, on average over the prompted ones; undefined before the first. */
  readonly roundsToHeed: number | undefined;
  /** Updates that came 1, 2–3, 4–10 and more requests after the latest reminder. */
  readonly outcomes: readonly number[];
  /** Reminders in a row after which nothing was written within three requests. */
  readonly ignored: number;
}

export function compliance(state: ReminderState): Compliance {
  const { rounds, reminders, promptedUpdates, unpromptedUpdates, promptedRounds, outcomes, ignored } = state;
  const updates = promptedUpdates + unpromptedUpdates;
  return {
    rounds,
    reminders,
    promptedUpdates,
    unpromptedUpdates,
    heededShare: reminders === 0 ? undefined : promptedUpdates / reminders,
    roundsPerUpdate: updates === 0 ? undefined : rounds / updates,
    roundsToHeed: promptedUpdates === 0 ? undefined : promptedRounds / promptedUpdates,
    outcomes,
    ignored,
  };
}
