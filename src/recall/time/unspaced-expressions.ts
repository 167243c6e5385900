// Time expressions in Chinese and Japanese. Pure.
import { type Days, dayOf, unitAround, unitsBefore } from './calendar.ts';
import { monthOrDate, weekdayNear, weekdayOfWeek } from './expressions.ts';
import type { Unit } from './time-words.ts';

const DIGITS = '〇一二三四五六七八九十';
const NUMBER = `\\d{1,3}|十[一二]?|[一二两三四五六七八九几数]`;
/** Few. */
const SOME = 3;

function numberOf(figure: string): number {
  if (/^\d/.test(figure)) return Number(figure);
  if (figure === '两') return 2;
  if (/[几数]/.test(figure)) return SOME;
  return Array.from(figure).reduce((sum, digit) => sum + DIGITS.indexOf(digit), 0);
}

const UNIT_OF: Readonly<Record<string, Unit>> = { 天: 'd', 日: 'd', 月: 'm', 年: 'y' };
const unitOf = (word: string): Unit => UNIT_OF[word] ?? 'w';
const WEEKDAYS = '日一二三四五六天月火水木金土';
/** Sunday 0; the Japanese names are those of sun, moon and planets. */
const weekdayNamed = (name: string): number => WEEKDAYS.indexOf(name) % 7;
/** Words in the order of their shifts, from −3. */
const SHIFTS = ['大前', '前 一昨 おととい 上上 先々', '昨 きのう 去 上 先', '今 きょう 这 本', '明 あした 下 来', '后'];
const shiftOf = (word: string): number => SHIFTS.findIndex((words) => words.split(' ').includes(word)) - 3;

type Read = (today: number, ...groups: (string | undefined)[]) => Days | undefined;

/** In this order: what one has read, the next ones no longer see. */
const RULES: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [
    new RegExp(`(${NUMBER})(?:个|個|か|ヶ|カ|ヵ)?(天|日|周|週|星期|礼拜|月|年)(?:間|间)?(?:以|之)?前`, 'g'),
    (today, count = '', unit = '') => unitsBefore(today, unitOf(unit), numberOf(count)),
  ],
  [
    new RegExp(`(?:最近|过去|這|这|過去|ここ)(${NUMBER})(?:个|個|か|ヶ)?(天|日|周|週|星期|月|年)`, 'g'),
    (today, count = '', unit = '') => ({ from: unitsBefore(today, unitOf(unit), numberOf(count)).from, to: today + 1 }),
  ],
  [
    new RegExp(
      `(?:(\\d{4})\\s*年\\s*|(?<!\\d))(${NUMBER})\\s*月(?:\\s*(${NUMBER}|二十[一-九]?|三十一?)\\s*[日号號])?`,
      'g',
    ),
    (today, year, month = '', date) => {
      const named = [year === undefined ? undefined : Number(year), date === undefined ? undefined : dateNumber(date)];
      return monthOrDate(numberOf(month), named[1], named[0], 0, today);
    },
  ],
  [/(\d{4})\s*年/g, (_, year) => ({ from: dayOf(Number(year), 1, 1), to: dayOf(Number(year) + 1, 1, 1) })],
  [
    /(上上|上|这|本|今|下|先々|先|来)(?:个|個)?(?:(?:周|週)(末)|(周|週|星期|礼拜)(?:の?([月火水木金土日])曜|([一二三四五六天]|日(?![本常])))?|(月))/g,
    (today, which = '', end, week, japanese, chinese, month) => {
      const shift = shiftOf(which);
      if (end) return unitAround(today, 'e', shift);
      if (month) return unitAround(today, 'm', shift);
      const days = unitAround(today, week ? 'w' : 'd', shift);
      const name = japanese ?? chinese;
      return name === undefined ? days : weekdayOfWeek(weekdayNamed(name), days.from);
    },
  ],
  [
    /(?<![一二两三四五六七八九十\d几])(?:周|星期|礼拜)([一二三四五六日天])|([月火水木金土日])曜/g,
    (today, chinese, japanese = '') => weekdayNear(weekdayNamed(chinese ?? japanese), 0, today),
  ],
  [
    /(大前|前|昨|今|明|后)[天晚]|(一昨|昨|今|明)日|(今)早|(昨)夜|(おととい|きのう|きょう|あした)/g,
    (today, ...words) => unitAround(today, 'd', shiftOf(words.find((word) => word !== undefined) ?? '')),
  ],
  [/(去|一昨|昨|前|今|明|来)年/g, (today, word = '') => unitAround(today, 'y', shiftOf(word))],
];

const dateNumber = (figure: string): number => {
  const [tens = '', ones] = figure.split('十');
  if (ones === undefined || /^\d/.test(figure)) return numberOf(figure);
  return 10 * (tens === '' ? 1 : numberOf(tens)) + (ones === '' ? 0 : numberOf(ones));
};

/** @param today asked for where there is an expression at all */
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
