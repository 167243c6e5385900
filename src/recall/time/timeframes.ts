// Reads the time expressions of a question as timeframes, and rates how well a text suits them. Pure.
import { askedPart } from '../questions/asked-part.ts';
import { DAY_MS } from '../../options/policy.ts';
import { localTime } from './calendar.ts';
import { expressionsIn } from './expressions.ts';
import { unspacedExpressionsIn } from './unspaced-expressions.ts';

/** Range of moments in ms since 1970, from `from` to before `to`. */
export interface Timeframe {
  readonly from: number;
  readonly to: number;
}

/** Times that a question names, and the zone in which texts name theirs. */
export interface TimeAsked {
  readonly timeframes: readonly Timeframe[];
  readonly timeZone: string;
}

/** Times of a question that names none. */
export const NO_TIME: TimeAsked = { timeframes: [], timeZone: 'UTC' };

/** Returns the end of the last of its timeframes, ms since 1970; Infinity without any. */
export const endOf = ({ timeframes }: TimeAsked): number =>
  timeframes.length > 0 ? Math.max(...timeframes.map(({ to }) => to)) : Infinity;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}]/u;

/**
 * Returns the times that the asking part of a question names, one for each expression; mostly none.
 * @param now ms since 1970
 * @param timeZone a name of the IANA database, such as `Europe/Berlin`
 */
export function timeAsked(question: string, now: number, timeZone: string): TimeAsked {
  return { timeframes: timeframesIn(askedPart(question), now, timeZone), timeZone };
}

function timeframesIn(text: string, now: number, timeZone: string): Timeframe[] {
  const plain = text.normalize('NFKC');
  const local = localTime(timeZone);
  const today = (): number => local.dayAt(now);
  const days = expressionsIn(plain, today);
  if (UNSPACED.test(plain)) days.push(...unspacedExpressionsIn(plain, today));
  // "From May to March" of one year is not a time.
  const possible = days.filter(({ from, to }) => from < to);
  return possible.map(({ from, to }) => ({ from: local.midnight(from), to: local.midnight(to) }));
}

/** Rating just outside a timeframe; from there it falls to 0. */
const EDGE = 0.5;
const [LEAST_SLACK_MS, MOST_SLACK_MS] = [3 * DAY_MS, 31 * DAY_MS];
/** Share of the slack that applies before a timeframe: people mostly tell of events afterwards. */
const SLACK_BEFORE = 0.5;

/** Returns how well a moment suits, 0–1: 1 in one of the timeframes, 0 far away from all. */
export function timeliness(time: number, timeframes: readonly Timeframe[]): number {
  let best = 0;
  for (const { from, to } of timeframes) {
    const slack = Math.min(MOST_SLACK_MS, Math.max(LEAST_SLACK_MS, to - from));
    let suits = 1;
    if (!(time >= from)) suits = EDGE * (1 - (from - time) / (slack * SLACK_BEFORE));
    else if (time >= to) suits = EDGE * (1 - (time - to) / slack);
    if (suits > best) best = suits;
  }
  return best;
}

/** Factor for a text that tells of the time: it suits a little less than a text from that time. */
const TOLD = 0.8;
/** UTF-16 units. A longer text has more than one time. */
const LONGEST_READ = 1000;
/** Longest time that a text may name: one that names a year or more tells nothing of a day in it. */
const LONGEST_TOLD_MS = 40 * DAY_MS;

/** Returns how well the times that a text itself names suit, 0–1, read from the moment at which it was said. */
export function toldTimeliness(text: string, said: number, timeframes: readonly Timeframe[], timeZone: string): number {
  if (text.length > LONGEST_READ) return 0;
  let best = 0;
  for (const told of timeframesIn(text, said, timeZone)) {
    const length = told.to - told.from;
    if (length > LONGEST_TOLD_MS) continue;
    for (const { from, to } of timeframes) {
      best = Math.max(best, (TOLD * (Math.min(told.to, to) - Math.max(told.from, from))) / length);
    }
  }
  return best;
}
