// Time expressions in languages that divide words by blanks. Pure.
//
// Words become letters, one for each kind; an expression is a pattern of these letters, the same one in all languages:
// `NUA` is "three days ago", `VNU` "vor drei Tagen".
import { folded } from '../terms/folding.ts';
import { dateRange, type Days, monthsFrom, partsOf, unitAround, unitsBefore, weekdayOf } from './calendar.ts';
import { PHRASES, TIME_WORDS, type TimeWord, UNITS, withMonths } from './time-words.ts';

/** Any other word. */
const OTHER: TimeWord = { kind: '.', value: 0 };
/** A date in figures, or a word. */
const TOKEN =
  /(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)|(\d\d?)([/.])(\d\d?)[/.](\d{4})|\d+|\p{L}+|-(?= ?\d\d?(?![-/\d]))|–(?! )/gu;
const YEAR = '(?:Y|[LTX]J|J[LX])';
/** A date, or two of one month that are ends, or a month, which what stands beside it tells from a verb. */
const DATE = '(?:(?:NR|EN\\.)?NF?M|(?:MNR|EMN\\.)N(?!F?M|U)|MN|(?<=[PFSEBVR]|EM.|MI)M|M(?=[RI]M))';
/** A day, a month, a date, a stretch of units or a year. */
const POINT =
  `O|D|WF?[LTX]U|WU[LX]|W[LX]|[LTX]?W|[LTX]M|M[LX](?!U)|MF?${YEAR}|(?:${YEAR}P?)?${DATE}(?:F?${YEAR})?|` +
  'LNF?U|NLU|[NI]F?UA|V[NI]U|[LTX]U|U[LX]|(?<=[PFSEBVR]U?|EY.)Y|Y(?=RY)';
/** Perhaps with a distance before it, as in "two weeks before 11 August". */
const EXPRESSION = new RegExp(`((?:[NI]F?)?L?U[BV])?(${POINT})`.replaceAll('U', '[UJ]'), 'g');

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
    // French and Spanish say "a" for "to".
    const isRange =
      former && start === former.end + 1 && (/[RI]/.test(kinds[former.end] ?? '') || kinds[former.start - 1] === 'E');
    if (isRange) {
      // What lacks a year is the last one before the other end.
      const first = former.from < days.to ? former : daysOf(words.slice(former.start, former.end), days.from);
      found[found.length - 1] = { ...former, ...first, to: days.to, end };
    } else found.push({ ...placed(days, words.slice(start, at), kinds[start - 1], today()), start, end });
  }
  return found;
}

/** Takes in what stands before a point in time. */
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
    // 31/12 and 12/31 tell; else the month is first, but behind a dot.
    const [inMonth, onDate] = mark === '/' && Number(one) <= 12 ? [one, two] : [two, one];
    // No other word is one: it has NaN of each.
    const days = dateRange(Number(year ?? yearBehind), Number(month ?? inMonth), Number(date ?? onDate));
    if (days) return { kind: 'O', value: days.from };
    const value = Number(word);
    return value >= 0 ? { kind: value >= 1900 && value < 2100 ? 'Y' : 'N', value } : (TIME_WORDS.get(word) ?? OTHER);
  }).filter(({ kind }) => kind !== ' ');
}

/** That of the first word of one of the kinds. */
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

/** The last one up to today; with −1 before today, with 1 after it. */
export function weekdayNear(weekday: number, shift: number, today: number): Days {
  const past = (weekdayOf(today) - weekday + 7) % 7 || (shift < 0 ? 7 : 0);
  return unitAround(today - past, 'd', shift > 0 ? 7 : 0);
}

/** That of the week of a day. */
export function weekdayOfWeek(weekday: number, day: number): Days {
  return unitAround(unitAround(day, 'w', 0).from, 'd', (weekday + 6) % 7);
}

/**
 * Without a year the last one that has begun.
 * @param dates none for a month, one, or both ends of a range
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
