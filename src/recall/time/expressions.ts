// Time expressions in languages that divide words by blanks. Pure.
//
// Words become letters, one for each kind; an expression is a pattern of these letters, the same one in all languages:
// `NUA` is "three days ago", `VNU` "vor drei Tagen".
import { folded } from '../terms/folding.ts';
import { dateRange, dayOf, type Days, partsOf, unitAround, unitsBefore, weekdayOf } from './calendar.ts';
import { PHRASES, TIME_WORDS, type TimeWord, UNITS } from './time-words.ts';

/** Any other word. */
const OTHER: TimeWord = { kind: '.', value: 0 };
/** A date in figures, or a word. */
const TOKEN = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|(\d{1,2})([/.])(\d{1,2})[/.](\d{4})|\d+|\p{L}+/gu;
/** A day, a date, a month, a stretch of units or a year. */
const POINT =
  'O|D|NF?MY?|MNY?|MF?Y|W[LX]|[LTX]?W|[LTX]M|M[LX]|(?<=[PFSEBVR])M|' +
  'LNF?U|NLU|[NI]F?UA|V[NI]U|[LTX]U|U[LX]|(?<=[PFSEBVR]U?)Y';
/** Perhaps with a distance before it, as in "two weeks before 11 August". */
const EXPRESSION = new RegExp(`((?:[NI]F?)?L?U[BV])?(${POINT})`, 'g');

/** @param today asked for where there is an expression at all */
export function expressionsIn(text: string, today: () => number): Days[] {
  const words = wordsOf(text);
  const kinds = words.map(({ kind }) => kind).join('');
  const found: (Days & { readonly start: number; readonly end: number })[] = [];
  for (const match of kinds.matchAll(EXPRESSION)) {
    const [whole, distance = '', point = ''] = match;
    const start = match.index;
    const at = start + distance.length;
    const days = daysOf(words.slice(at, at + point.length), today());
    if (!days) continue;
    const end = start + whole.length;
    const former = found.at(-1);
    const isRange =
      former && start === former.end + 1 && (kinds[former.end] === 'R' || kinds[former.start - 1] === 'E');
    if (isRange) found[found.length - 1] = { ...former, to: days.to, end };
    else found.push({ ...placed(days, words.slice(start, at), kinds[start - 1], today()), start, end });
  }
  return found;
}

/** Takes in what stands before a point in time. */
function placed(days: Days, distance: readonly TimeWord[], before: string | undefined, today: number): Days {
  const unit = distance.find(({ kind }) => kind === 'U');
  if (unit) {
    const name = UNITS[unit.value] ?? 'd';
    const count = distance.find(({ kind }) => kind === 'N' || kind === 'I');
    if (count) return unitsBefore(days.from, name, count.value);
    if (name === 'e') return unitAround(days.from, name, -1);
    return { from: unitsBefore(days.from, name, 1).from, to: days.from };
  }
  if (before === 'S') return { from: days.from, to: today + 1 };
  return before === 'B' || before === 'V' ? { from: -Infinity, to: days.from } : days;
}

function wordsOf(text: string): TimeWord[] {
  const plain = PHRASES.reduce((line, [phrase, word]) => line.replace(phrase, word), folded(text.toLowerCase()));
  return Array.from(plain.matchAll(TOKEN), (match): TimeWord => {
    const [word, year, month, date, one, mark, two, yearBehind] = match;
    if (year !== undefined) return dateWord(Number(year), Number(month), Number(date));
    if (yearBehind !== undefined) {
      // 31/12 and 12/31 tell; else the month is first, but behind a dot.
      const isMonthFirst = mark === '/' && Number(one) <= 12;
      const [inMonth, onDate] = isMonthFirst ? [one, two] : [two, one];
      return dateWord(Number(yearBehind), Number(inMonth), Number(onDate));
    }
    if (/^\d/.test(word)) return { kind: /^(?:19|20)\d\d$/.test(word) ? 'Y' : 'N', value: Number(word) };
    return TIME_WORDS.get(word) ?? OTHER;
  }).filter(({ kind }) => kind !== ' ');
}

function dateWord(year: number, month: number, date: number): TimeWord {
  const days = dateRange(year, month, date);
  return days ? { kind: 'O', value: days.from } : OTHER;
}

function daysOf(words: readonly TimeWord[], today: number): Days | undefined {
  const value = (kind: string): number | undefined => words.find((word) => word.kind === kind)?.value;
  const has = (kind: string): boolean => value(kind) !== undefined;
  const shift = has('L') ? -1 : has('X') ? 1 : 0;
  const day = value('O') ?? (has('D') ? today + (value('D') ?? 0) : undefined);
  if (day !== undefined) return { from: day, to: day + 1 };
  const weekday = value('W');
  if (weekday !== undefined) return has('T') ? weekdayOfWeek(weekday, today) : weekdayNear(weekday, shift, today);
  const month = value('M');
  if (month !== undefined) return monthOrDate(month, value('N'), value('Y'), shift, today);
  const unit = UNITS[value('U') ?? -1];
  const count = value('N') ?? value('I');
  if (!unit) {
    const year = value('Y');
    return year === undefined ? undefined : { from: dayOf(year, 1, 1), to: dayOf(year + 1, 1, 1) };
  }
  if (count === undefined) return unitAround(today, unit, shift);
  return has('L') ? { from: unitsBefore(today, unit, count).from, to: today + 1 } : unitsBefore(today, unit, count);
}

/** The last one up to today; with −1 before today, with 1 after it. */
export function weekdayNear(weekday: number, shift: number, today: number): Days {
  const past = (weekdayOf(today) - weekday + 7) % 7;
  const day = today - past + (shift > 0 ? 7 : shift < 0 && past === 0 ? -7 : 0);
  return { from: day, to: day + 1 };
}

/** That of the week of a day. */
export function weekdayOfWeek(weekday: number, day: number): Days {
  const from = unitAround(day, 'w', 0).from + ((weekday + 6) % 7);
  return { from, to: from + 1 };
}

/** Without a year the last one that has begun. */
export function monthOrDate(
  month: number,
  date: number | undefined,
  year: number | undefined,
  shift: number,
  today: number,
): Days | undefined {
  const { year: thisYear } = partsOf(today);
  const range = (inYear: number): Days | undefined =>
    date === undefined
      ? { from: dayOf(inYear, month, 1), to: dayOf(inYear, month + 1, 1) }
      : dateRange(inYear, month, date);
  if (year !== undefined) return range(year);
  const now = range(thisYear);
  if (shift > 0) return now && now.from > today ? now : range(thisYear + 1);
  return now && now.from <= today && (shift === 0 || now.to <= today) ? now : range(thisYear - 1);
}
