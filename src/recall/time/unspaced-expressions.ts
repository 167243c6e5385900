// Finds time expressions in Chinese and Japanese. Pure.
import { type Days, monthsFrom, partsOf, unitAround, unitsBefore } from './calendar.ts';
import { monthOrDate, weekdayNear, weekdayOfWeek } from './expressions.ts';
import type { Unit } from './time-words.ts';

const DIGITS = '〇一二三四五六七八九';
const FIGURE = `\\d{1,3}|[${DIGITS}]?十[${DIGITS}]?|[${DIGITS}]`;
const NUMBER = `${FIGURE}|[两兩几数]`;
const DATE = `(${FIGURE})\\s*[日号號]`;
const TO = '\\s*(?:[到至~〜–-]|から)\\s*';
const COUNTS: Readonly<Record<string, number>> = { 两: 2, 兩: 2, 几: 3, 数: 3 };

function numberOf(figure: string): number {
  if (/^\d/.test(figure)) return Number(figure);
  const [tens = '', ones] = figure.split('十');
  if (ones === undefined) return COUNTS[figure] ?? DIGITS.indexOf(figure);
  return 10 * (tens === '' ? 1 : numberOf(tens)) + DIGITS.indexOf(ones);
}

const UNIT_OF: Readonly<Record<string, Unit>> = { 天: 'd', 日: 'd', 月: 'm', 年: 'y' };
const unitOf = (word: string): Unit => UNIT_OF[word] ?? 'w';
const WEEKDAYS = '日一二三四五六天月火水木金土';
/** Returns the weekday, Sunday 0; the Japanese names are those of sun, moon and planets. */
const weekdayNamed = (name: string): number => WEEKDAYS.indexOf(name) % 7;
/** Words by shift, from −3. */
const SHIFTS = [
  '大前',
  '前 一昨 おととい 上上 先々',
  '昨 きのう 去 上 先',
  '今 きょう 这 這 本',
  '明 あした 下 来',
  '后',
];
const shiftOf = (word: string): number => SHIFTS.findIndex((words) => words.split(' ').includes(word)) - 3;

const YEAR = '(\\d{4}|一昨|[去昨前今明来])\\s*年';
const yearNamed = (today: number, name: string): number => Number(name) || partsOf(today).year + shiftOf(name);

type Read = (today: number, ...groups: (string | undefined)[]) => Days | undefined;

/** Rules in order of precedence: text that one has read is hidden from the next ones. */
const RULES: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [
    new RegExp(`(${NUMBER})[个個かヶカヵ]?(天|日|周|週|星期|礼拜|月|年)[間间]?[以之]?前`, 'g'),
    (today, count = '', unit = '') => unitsBefore(today, unitOf(unit), numberOf(count)),
  ],
  [
    new RegExp(`(?:最近|过去|這|这|過去|ここ)(${NUMBER})[个個かヶカヵ]?(天|日|周|週|星期|月|年)`, 'g'),
    (today, count = '', unit = '') => ({ from: unitsBefore(today, unitOf(unit), numberOf(count)).from, to: today + 1 }),
  ],
  [
    new RegExp(
      `(?:${YEAR}[的の\\s]*|(?<!\\d))(?:(${NUMBER})(?:\\s*月(?:\\s*${DATE})?)?${TO})?(${NUMBER})\\s*月(?:\\s*${DATE}(?:${TO}${DATE})?)?`,
      'g',
    ),
    (today, year, firstMonth = '', firstDate = '', month = '', date = '', last = '') => {
      const [first, second] = [numberOf(firstMonth), numberOf(month)];
      const inYear = year ? yearNamed(today, year) : undefined;
      // The year precedes the first month, and the second month may be in the next year.
      const lastYear = inYear && inYear + (first > second ? 1 : 0);
      const days = monthOrDate(second, [numberOf(date), numberOf(last)], lastYear, 0, today);
      if (!days || !firstMonth) return days;
      return { ...days, ...monthOrDate(first, [numberOf(firstDate)], inYear, 0, days.from), to: days.to };
    },
  ],
  [
    new RegExp(`(?:(\\d{4})\\s*年?${TO})?${YEAR}`, 'g'),
    (today, first, name = '') => {
      const { from, to } = monthsFrom(yearNamed(today, name), 1, 12);
      return { from: first ? monthsFrom(Number(first), 1, 1).from : from, to };
    },
  ],
  [
    /(上上|先々|[上这這本今下先来])[个個]?(?:(?:周|週|星期|礼拜)(?:(末)|の?([月火水木金土日])曜|(?:星期)?([一二三四五六天]|日(?![本常])))?|(月))/g,
    (today, which = '', end, japanese, chinese, month) => {
      const days = unitAround(today, end ? 'e' : month ? 'm' : 'w', shiftOf(which));
      const name = japanese ?? chinese;
      return name ? weekdayOfWeek(weekdayNamed(name), days.from) : days;
    },
  ],
  [
    /(?<![〇一二三四五六七八九十\d两几])(?:周|星期|礼拜)([一二三四五六日天])|([月火水木金土日])曜/g,
    (today, chinese, japanese = '') => weekdayNear(weekdayNamed(chinese ?? japanese), 0, today),
  ],
  [
    /((?:大?前|后)(?=[天晚])|(?:一昨|[昨今明])(?=[天晚日早夜])|おととい|きのう|きょう|あした)/g,
    (today, word = '') => unitAround(today, 'd', shiftOf(word)),
  ],
];

/** @param today called only if there is an expression */
export function unspacedExpressionsIn(text: string, today: () => number): Days[] {
  const found: Days[] = [];
  let rest = text;
  for (const [pattern, read] of RULES) {
    rest = rest.replace(pattern, (_, ...groups: (string | undefined)[]) => {
      const days = read(today(), ...groups);
      if (days) found.push(days);
      return ' ';
    });
  }
  return found;
}
