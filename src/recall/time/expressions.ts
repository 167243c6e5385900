// Finds time expressions in languages that divide words by blanks. Pure.
//
// Words become letters, one for each kind; an expression is a pattern of these letters, the same in all languages:
// `NUA` is "three days ago", `VNU` "vor drei Tagen".
import { folded } from '../terms/folding.ts';
import { dateRange, type Days, monthsFrom, partsOf, unitAround, unitsBefore, weekdayOf } from './calendar.ts';
import { PHRASES, TIME_WORDS, type TimeWord, UNITS, withMonths } from './time-words.ts';

/** Stands for any other word. */
const OTHER: TimeWord = { kind: '.', value: 0 };
/** A date in figures, or a word. */
const TOKEN =
  /(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)|(\d\d?)([/.])(\d\d?)[/.](\d{4})|\d+|\p{L}+|-(?= ?\d\d?(?![-/\d]))|–(?! )/gu;
const YEAR = '(?:Y|[LTX]J|J[LX])';
/** A date, or two dates of one month that form a range, or a month whose neighbours tell it from a verb. */
const DATE = '(?:(?:NR|EN\\.)?NF?M|(?:MNR|EMN\\.)N(?!F?M|U)|MN|(?<=[PFSEBVR]|EM.|MI)M|M(?=[RI]M))';
/** A day, a month, a date, a stretch of units or a year. */
const POINT =
  `O|D|WF?[LTX]U|WU[LX]|W[LX]|[LTX]?W|[LTX]M|M[LX](?!U)|MF?${YEAR}|(?:${YEAR}P?)?${DATE}(?:F?${YEAR})?|` +
  'LNF?U|NLU|[NI]F?UA|V[NI]U|[LTX]U|U[LX]|(?<=[PFSEBVR]U?|EY.)Y|Y(?=RY)';
/** An expression, optionally with a distance before it, as in "two weeks before 11 August". */
const EXPRESSION = new RegExp(`((?:[NI]F?)?L?U[BV])?(${POINT})`.replaceAll('U', '[UJ]'), 'g');

/** @param today called only if there is an expression */
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
    // French and Spanish say "a" for "to".
    const isRange =
      former && start === former.end + 1 && (/[RI]/.test(kinds[former.end] ?? '') || kinds[former.start - 1] === 'E');
    if (isRange) {
      // An end without a year lies in the last such year before the other end.
      const first = former.from < days.to ? former : daysOf(words.slice(former.start, former.end), days.from);
      found[found.length - 1] = { ...former, ...first, to: days.to, end };
    } else found.push({ ...placed(days, words.slice(start, at), kinds[start - 1], today()), start, end });
  }
  return found;
}

/** Applies the words before a point in time. */
function placed(days: Days, distance: readonly TimeWord[], before: string | undefined, today: number): Days {
  const name = UNITS[valueIn(distance, 'UJ') ?? -1];
  if (name) {
    const count = valueIn(distance, 'NI');
    if (count !== undefined) return unitsBefore(days.from, name, count);
    if (name === 'e') return unitAround(days.from, name, -1);
    return { from: unitsBefore(days.from, name, 1).from, to: days.from };
  }
  if (before === 'S') return { from: days.from, to: today + 1 };
  return before === 'B' || before === 'V' ? { from: -Infinity, to: days.from } : days;
}

function wordsOf(text: string): TimeWord[] {
  const dated = withMonths(folded(text.toLowerCase()));
  const plain = PHRASES.reduce((line, [phrase, word]) => line.replace(phrase, word), dated);
  return Array.from(plain.matchAll(TOKEN), (match): TimeWord => {
    const [word, year, month, date, one, mark, two, yearBehind] = match;
    // 31/12 and 12/31 are unambiguous; otherwise the month comes first, except with dots.
    const [inMonth, onDate] = mark === '/' && Number(one) <= 12 ? [one, two] : [two, one];
    // Any other word has NaN for each part and is not a date.
    const days = dateRange(Number(year ?? yearBehind), Number(month ?? inMonth), Number(date ?? onDate));
    if (days) return { kind: 'O', value: days.from };
    const value = Number(word);
    return value >= 0 ? { kind: value >= 1900 && value < 2100 ? 'Y' : 'N', value } : (TIME_WORDS.get(word) ?? OTHER);
  }).filter(({ kind }) => kind !== ' ');
}

/** Returns the value of the first word whose kind is one of `kinds`. */
const valueIn = (words: readonly TimeWord[], kinds: string): number | undefined =>
  words.find(({ kind }) => kinds.includes(kind))?.value;

function daysOf(words: readonly TimeWord[], today: number): Days | undefined {
  const value = (kinds: string): number | undefined => valueIn(words, kinds);
  const has = (kinds: string): boolean => value(kinds) !== undefined;
  const shift = has('L') ? -1 : (value('X') ?? 0);
  if (has('OD')) return unitAround(value('O') ?? today - 2, 'd', value('D') ?? 0);
  const weekday = value('W');
  const ofWeek = has('U') ? unitAround(today, 'w', shift).from : today;
  if (weekday !== undefined) return has('TU') ? weekdayOfWeek(weekday, ofWeek) : weekdayNear(weekday, shift, today);
  const [month, year] = [value('M'), value('Y')];
  if (month !== undefined) {
    const dates = words.filter(({ kind }) => kind === 'N').map((word) => word.value);
    return monthOrDate(month, dates, year ?? (has('J') ? partsOf(today).year + shift : undefined), shift, today);
  }
  if (year !== undefined) return monthsFrom(year, 1, 12);
  const unit = UNITS[value('U') ?? 0] ?? 'y';
  const count = value('NI');
  if (count === undefined) return unitAround(today, unit, shift);
  return has('L') ? { from: unitsBefore(today, unit, count).from, to: today + 1 } : unitsBefore(today, unit, count);
}

/** Returns the last such weekday up to today; with −1 before today, with 1 after it. */
export function weekdayNear(weekday: number, shift: number, today: number): Days {
  const past = (weekdayOf(today) - weekday + 7) % 7 || (shift < 0 ? 7 : 0);
  return unitAround(today - past, 'd', shift > 0 ? 7 : 0);
}

/** Returns a weekday in the week of a day. */
export function weekdayOfWeek(weekday: number, day: number): Days {
  return unitAround(unitAround(day, 'w', 0).from, 'd', (weekday + 6) % 7);
}

/**
 * Returns a month or date; without a year, the last one that has begun.
 * @param dates none for a month, one date, or both ends of a range
 */
export function monthOrDate(
  month: number,
  [date = 0, last = 0]: readonly number[],
  year: number | undefined,
  shift: number,
  today: number,
): Days | undefined {
  const { year: thisYear } = partsOf(today);
  const range = (inYear: number): Days | undefined => {
    if (!date) return monthsFrom(inYear, month, 1);
    const first = dateRange(inYear, month, date);
    return first && { ...first, to: (dateRange(inYear, month, Math.max(date, last)) ?? first).to };
  };
  if (year !== undefined) return range(year);
  const now = range(thisYear);
  const fits = now && (shift > 0 ? now.from > today : shift < 0 ? now.to <= today : now.from <= today);
  return fits ? now : range(thisYear + (shift || -1));
}
