// Record of what came of the reminders of a session, and how long the next ones wait because of it. Pure.
import { REMINDER_RECORD } from '../../options/policy.ts';
import type { Settings } from '../../options/options.ts';

/** Numbers only, as they are stored in the state of the reminder. */
export interface ReminderRecord {
  /** Requests since the latest reminder; undefined when the overview was updated after it, or none was sent. */
  readonly roundsSinceReminder: number | undefined;
  /**
   * Updates by latency, in requests since the reminder: one count for each of `REMINDER_RECORD.latencies`, the last for
   * later ones.
   */
  readonly outcomes: readonly number[];
  /** Requests between reminder and update, summed up over the prompted updates. */
  readonly promptedRounds: number;
  /** Requests between two updates, summed up over the unprompted ones. */
  readonly unpromptedRounds: number;
  /** Reminders in a row after which nothing was written in time. */
  readonly ignored: number;
  /** Doublings of the wait because of ignored reminders, as of the latest update. */
  readonly doublings: number;
}

export const INITIAL_RECORD: ReminderRecord = {
  roundsSinceReminder: undefined,
  outcomes: [0, 0, 0, 0],
  promptedRounds: 0,
  unpromptedRounds: 0,
  ignored: 0,
  doublings: 0,
};

/** Whether an update now follows a reminder closely enough to be its effect. */
export const isPrompted = ({ roundsSinceReminder: rounds }: ReminderRecord): boolean =>
  rounds !== undefined && rounds < REMINDER_RECORD.promptedWithin;

/** Records an update that the next request shows. @param rounds rounds since the update before */
export function recordUpdate(record: ReminderRecord, rounds: number): ReminderRecord {
  const { roundsSinceReminder, outcomes, ignored } = record;
  const latency = roundsSinceReminder === undefined ? undefined : roundsSinceReminder + 1;
  const heeded = isPrompted(record);
  const left = heeded ? 0 : ignored;
  const place = REMINDER_RECORD.latencies.findIndex((most) => (latency ?? Infinity) <= most);
  const at = place < 0 ? REMINDER_RECORD.latencies.length : place;
  return {
    roundsSinceReminder: undefined,
    outcomes: latency === undefined ? outcomes : outcomes.map((count, index) => count + Number(index === at)),
    promptedRounds: record.promptedRounds + (heeded ? (latency ?? 0) : 0),
    unpromptedRounds: record.unpromptedRounds + (heeded ? 0 : rounds),
    ignored: left,
    doublings: Math.min(Math.floor(left / REMINDER_RECORD.ignoredPerDoubling), REMINDER_RECORD.mostDoublings),
  };
}

/** Records a request without an update. */
export function recordRound(record: ReminderRecord): ReminderRecord {
  if (record.roundsSinceReminder === undefined) return record;
  const roundsSinceReminder = record.roundsSinceReminder + 1;
  const isIgnored = roundsSinceReminder === REMINDER_RECORD.promptedWithin;
  return { ...record, roundsSinceReminder, ignored: record.ignored + Number(isIgnored) };
}

/**
 * Adapts the thresholds of rounds to the record: later for a model that writes by itself, which is not interrupted in
 * its rhythm, and for one that ignores reminders. Never earlier than the options say. They stay from one update to the
 * next.
 */
export function paced<Options extends Pick<Settings['context']['reminder'], 'maxRounds' | 'minRounds'>>(
  options: Options,
  { unpromptedRounds, doublings, unpromptedUpdates }: ReminderRecord & { readonly unpromptedUpdates: number },
): Options {
  const { maxRounds, minRounds } = options;
  const { rhythmFrom, rhythmShare, mostDoublings } = REMINDER_RECORD;
  const factor = 1 << doublings;
  const rhythm = unpromptedUpdates < rhythmFrom ? 0 : Math.ceil((unpromptedRounds / unpromptedUpdates) * rhythmShare);
  const most = maxRounds * (1 << mostDoublings);
  return { ...options, maxRounds: Math.min(most, Math.max(maxRounds * factor, rhythm)), minRounds: minRounds * factor };
}
