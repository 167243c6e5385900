// Timeframes of a question in six languages, and how well other times suit them.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { timeAsked, timeliness, toldTimeliness } from '../../../src/recall/time/timeframes.ts';

/** A Thursday, at noon in UTC. */
const NOW = Date.UTC(2024, 4, 16, 12);
const DAY = 86_400_000;

const daysAsked = (question: string, timeZone = 'UTC', now = NOW): string[] =>
  timeAsked(question, now, timeZone).timeframes.map(({ from, to }) => `${day(from)} ${day(to - 1)}`);
const day = (time: number): string => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : 'ever');

/** One day, or the first and the last one. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  '2024-05-15': [
    'What did we discuss yesterday?',
    'Was haben wir gestern besprochen?',
    'De quoi avons-nous parlé hier ?',
    "Qu'a dit Anne hier soir ?",
    "Hier, qu'est-ce que j'ai fait ?",
    'Hier, où suis-je allé ?',
    '¿De qué hablamos ayer?',
    '昨天我们聊了什么？',
    '昨日は何を話しましたか？',
    'What did I say last night?',
  ],
  '2024-05-14': [
    'the day before yesterday',
    'last Tuesday',
    'Was war am Dienstag?',
    'mardi dernier',
    'el martes pasado',
    'vorgestern',
    'avant-hier',
    '前天',
    '一昨日',
    '2 days ago',
    'vor zwei Tagen',
    'il y a 2 jours',
    'hace dos días',
    '两天前',
    '兩天前',
    '2日前',
    '火曜日',
  ],
  '2024-05-07': [
    'Tuesday last week',
    'on Tuesday of last week',
    'am Dienstag letzter Woche',
    'mardi de la semaine dernière',
    'el martes de la semana pasada',
    '上周星期二',
    '上週二',
  ],
  '2024-05-04': ['twelve days ago', 'vor zwölf Tagen', 'il y a douze jours', 'hace doce días', '十二天前'],
  '2024-05-16': ['today', 'heute', 'esta mañana', "aujourd'hui", 'hoy', '今天', '今日', 'this morning', 'ce matin'],
  '2024-05-17': ['tomorrow', 'morgen', 'demain', 'mañana', '明天', '明日', 'next Friday'],
  '2024-05-09': ['last Thursday', 'letzten Donnerstag', '上周四', '先週の木曜日'],
  '2024-05-12': [
    'on Sunday',
    'am Sonntag',
    'dimanche dernier',
    '上周日',
    '上星期天',
    '星期天',
    '礼拜天',
    '日曜日',
    '先週の日曜日',
  ],
  '2024-05-06 2024-05-12': [
    'last week',
    'letzte Woche',
    'la semaine dernière',
    'la semana pasada',
    '上周',
    '上个星期',
    '先週',
  ],
  '2024-05-13 2024-05-19': ['this week', 'diese Woche', 'cette semaine', 'esta semana', '这周', '今週'],
  '2024-05-11 2024-05-12': [
    'last weekend',
    'letztes Wochenende',
    'le week-end dernier',
    'el fin de semana pasado',
    '上周末',
    '先週末',
  ],
  '2024-04-29 2024-05-05': [
    'two weeks ago',
    'vor zwei Wochen',
    'il y a deux semaines',
    'hace dos semanas',
    '两周前',
    '2週間前',
  ],
  '2024-04-01 2024-04-30': [
    'last month',
    'letzten Monat',
    'le mois dernier',
    'el mes pasado',
    '上个月',
    '先月',
    'in April',
    'last April',
  ],
  '2023-01-01 2023-12-31': [
    'last year',
    'letztes Jahr',
    "l'année dernière",
    'el año pasado',
    '去年',
    '昨年',
    'in 2023',
    'im Jahr 2023',
  ],
  '2024-05-13 2024-05-16': [
    'the last 3 days',
    'die letzten drei Tage',
    'les 3 derniers jours',
    'los últimos 3 días',
    '最近三天',
    '过去3天',
  ],
  '2024-03-03': [
    'on 3 March 2024',
    'on March 3rd, 2024',
    'am 3. März 2024',
    'le 3 mars 2024',
    'el 3 de marzo de 2024',
    '2024年3月3日',
    '三月三号',
    '2024-03-03',
    '03.03.2024',
    'on the 3rd of March',
  ],
  '2024-03-31': ['3/31/2024', '31/3/2024', '三月三十一日'],
  '2023-11-16': [
    'on 11/16',
    'on 16/11',
    'what was on 11/16?',
    'was war am 16.11.?',
    'was war am 16.11. bei mir?',
    'was war am 16. 11.?',
    'was habe ich am 16.11 gemacht?',
    'am 16.11. letzten Jahres',
    'le 16/11',
    'el 16/11',
    'le 16/11/2023',
  ],
  '2023-11-03': ['on 11/3', 'on 11/3/2023', 'am 3.11.', 'am 3.11.2023', 'le 3/11/2023', 'el 03/11/2023'],
  '2023-11-06 2023-11-26': ['half a year ago', 'vor einem halben Jahr', 'hace medio año'],
  '2023-10-12': ['十月十二日', '10月12日'],
  '2023-12-10': ['十二月十日'],
  '2023-11-20': ['十一月二十日'],
  '2023-12-24': ['on 24 December', 'am 24. Dezember', '12月24日'],
  '2023-08-01 2023-08-31': ['in August', 'im August', 'en août', 'en agosto', '八月', '8月に', 'at the end of August'],
  '2024-03-03 2024-03-05': [
    'between 3 March and 5 March 2024',
    'from 3 March to 5 March',
    'zwischen dem 3. März und dem 5. März',
  ],
  '2024-03-01 2024-05-16': [
    'since 1 March',
    'after 1 March',
    'nach dem 1. März',
    'après le 1er mars',
    'después del 1 de marzo',
    'seit dem 1. März',
    'depuis le 1er mars',
    'desde el 1 de marzo',
  ],
  '2024-02-22 2024-03-02': ['the week before 3 March'],
  'ever 2024-03-02': ['before 3 March 2024', 'vor dem 3. März 2024'],
};

describe.each(Object.entries(MEANINGS))('the timeframe %s', (meaning, questions) => {
  const expected = meaning.includes(' ') ? meaning : `${meaning} ${meaning}`;
  it.each(questions)('is meant by: %s', (question) => {
    expect(daysAsked(question)).toEqual([expected]);
  });
});

/** Questions that combine parts of a date. Those with "last year" show which year a month belongs to. */
const OF_PARTS: Readonly<Record<string, readonly string[]>> = {
  '2024-03-03 2024-03-05': [
    'What happened between 3 and 5 March?',
    'between 3rd and 5th of March',
    'between March 3 and 5',
    'from 3 to 5 March 2024',
    'March 3 to 5, 2024',
    '3-5 March',
    'March 3-5',
    'zwischen dem 3. und 5. März',
    'vom 3. bis 5. März',
    '3.-5. März',
    'entre le 3 et le 5 mars',
    'du 3 au 5 mars',
    'del 3 al 5 de marzo',
    'vom 3. bis zum 5. März',
    'entre el 3 y el 5 de marzo',
    '3月3日到5日',
    '3月3日-5日',
    '三月三号至五号',
    '3月3日から5日まで',
  ],
  '2024-05-10 2024-05-20': ['between 10 and 20 May', '10–20 May', '5月10日到20日', '5月10日–20日'],
  '2024-01-01 2024-03-31': [
    'between January and March',
    'from January to March',
    'January–March 2024',
    'zwischen Januar und März',
    'von Januar bis März',
    'entre janvier et mars',
    'de janvier à mars',
    'entre enero y marzo',
    'de enero a marzo',
    '一月到三月',
    '1月到3月之间',
    '1到3月',
    '今年1月至3月',
    '1月から3月まで',
  ],
  '2023-11-01 2024-02-29': ['from November to February', 'von November bis Februar', '11月到2月', '2023年11月到2月'],
  '2023-03-01 2023-05-31': ['between March and May 2023', 'March to May last year', '2023年3月到5月', '去年3月到5月'],
  '2024-03-03 2024-05-05': ['from 3 March to 5 May', '3月3日到5月5日', '3月3日から5月5日まで'],
  '2019-01-01 2021-12-31': [
    'between 2019 and 2021',
    'from 2019 to 2021',
    '2019–2021',
    'zwischen 2019 und 2021',
    'entre 2019 et 2021',
    '2019年到2021年',
    '2019到2021年',
    '2019年から2021年まで',
  ],
  '2023-03-03 2023-03-05': [
    'between 3 and 5 March 2023',
    'between 3 and 5 March last year',
    'between March 3 and 5 last year',
    'between 3 March and 5 March 2023',
    'from 3 March to 5 March last year',
    'vom 3. bis 5. März letzten Jahres',
    '去年3月3日到5日',
  ],
  '2023-12-28 2024-01-03': [
    'from 28 December to 3 January',
    'vom 28. Dezember bis 3. Januar',
    'vom 28.12. bis 3.1.',
    'du 28/12 au 3/1',
    'del 28/12 al 3/1',
  ],
  '2022-12-28 2023-01-03': ['from 28 December to 3 January 2023'],
  '2023-04-01 2023-04-30': [
    'in April last year',
    'in April of last year',
    'last year in April',
    'im April letzten Jahres',
    'im April des letzten Jahres',
    'letztes Jahr im April',
    "en avril de l'année dernière",
    "l'an dernier en avril",
    'en abril del año pasado',
    'el año pasado en abril',
    '去年四月',
    '去年的四月',
    '去年の4月',
  ],
  '2024-04-01 2024-04-30': ['in April this year', 'im April dieses Jahres', 'en abril de este año', '今年四月'],
  '2022-04-01 2022-04-30': ['一昨年の4月', '前年4月'],
  '2023-05-03': ['on 3 May last year', 'May 3 last year', 'last year on 3 May', '去年5月3日', '去年五月三号'],
  '2023-04-01 2024-05-16': ['since April last year', 'seit April letzten Jahres'],
  'ever 2023-04-30': ['before May last year'],
  '2024-12-01 2024-12-31': ['in December this year', '今年十二月'],
  '2024-05-01': ['十五天前'],
  '2024-04-26': ['二十天前'],
  '2024-03-15': ['三月十五号', '3月15日'],
  '2024-03-22': ['三月二十二日'],
};

describe.each(Object.entries(OF_PARTS))('the timeframe %s', (meaning, questions) => {
  const expected = meaning.includes(' ') ? meaning : `${meaning} ${meaning}`;
  it.each(questions)('is meant in parts by: %s', (question) => {
    expect(daysAsked(question)).toEqual([expected]);
  });
});

test('what only looks like a range or a year of a month is none', () => {
  expect(daysAsked('What did I give on March 3 to two people?')).toEqual(['2024-03-03 2024-03-03']);
  expect(daysAsked('between March 3 and 5 April')).toEqual(['2024-03-03 2024-04-05']);
  expect(daysAsked('March 3 to 100 people')).toEqual(['2024-03-03 2024-03-03']);
  expect(daysAsked('Did they march to 5 towns in April?')).toEqual(['2024-04-01 2024-04-30']);
  expect(daysAsked('Who has 2000 to spend?')).toEqual([]);
  expect(daysAsked('Who paid 3 and 5 March?')).toEqual(['2024-03-05 2024-03-05']);
  expect(daysAsked('in May last week')).toEqual(['2024-05-01 2024-05-31', '2024-05-06 2024-05-12']);
  expect(daysAsked('Last year may have been good, was it?')).toEqual(['2023-01-01 2023-12-31']);
  expect(daysAsked('三月几号')).toEqual(['2024-03-01 2024-03-31']);
});

test.each([
  'Who may seek changes?',
  'What is new in 1.2.?',
  'Is it open 24/7?',
  'Does it run on 1.5 volts?',
  'am 45.46.',
  'Was ist hier, Anna?',
  'Did she march to the office?',
  'Was ist hier passiert?',
  'What is the second floor for?',
  'Which week works?',
  'the best day of my life',
  'Where does a cat sleep?',
  '一周五天',
  '三个人',
  '日本の首都は？',
  '',
])('no time is in %j', (question) => expect(daysAsked(question)).toEqual([]));

test('of several sentences the one that asks counts', () => {
  expect(daysAsked('Yesterday was fine. Which doctor did I see last week?')).toEqual(['2024-05-06 2024-05-12']);
  expect(daysAsked('今天天气真好。那个人的邮箱是什么？')).toEqual([]);
});

test('a day begins where the user is, through changes of the clock, too', () => {
  const [today] = timeAsked('today', Date.UTC(2024, 4, 16, 23), 'Asia/Tokyo').timeframes;
  expect(today).toEqual({ from: Date.UTC(2024, 4, 16, 15), to: Date.UTC(2024, 4, 17, 15) });
  const [change] = timeAsked('on 31 March 2024', NOW, 'Europe/Berlin').timeframes;
  expect(change).toEqual({ from: Date.UTC(2024, 2, 30, 23), to: Date.UTC(2024, 2, 31, 22) });
});

test('the nearer a moment, the better it suits, and what comes after better than what came before', () => {
  const [yesterday] = timeAsked('yesterday', NOW, 'UTC').timeframes;
  const frames = yesterday ? [yesterday] : [];
  const from = frames[0]?.from ?? NaN;
  expect([from, from + DAY - 1].map((time) => timeliness(time, frames))).toEqual([1, 1]);
  expect(timeliness(from + DAY, frames)).toBe(0.5);
  expect(timeliness(from + 4 * DAY, frames)).toBe(0);
  fc.assert(
    fc.property(fc.nat(10 * DAY), fc.nat(10 * DAY), (one, other) => {
      const [near, far] = [Math.min(one, other), Math.max(one, other)];
      const [after, before] = [from + DAY, from - 1];
      expect(timeliness(after + near, frames)).toBeGreaterThanOrEqual(timeliness(after + far, frames));
      expect(timeliness(before - near, frames)).toBeGreaterThanOrEqual(timeliness(before - far, frames));
      expect(timeliness(after + near, frames)).toBeGreaterThanOrEqual(timeliness(before - near, frames));
    }),
  );
});

test('a text that tells of the time suits it, whenever it was said', () => {
  const { timeframes } = timeAsked('on 5 May 2024', NOW, 'UTC');
  const told = (text: string, said: number): number => toldTimeliness(text, said, timeframes, 'UTC');
  expect(told('The meeting is on 5 May.', Date.UTC(2024, 4, 30))).toBe(0.8);
  expect(told('I saw her yesterday.', Date.UTC(2024, 4, 6, 9))).toBe(0.8);
  expect(told('I saw her yesterday.', Date.UTC(2024, 4, 8, 9))).toBe(0);
  expect(told('We moved in 2024.', Date.UTC(2024, 4, 5))).toBe(0);
});

test('any text is read in bounded time and gives timeframes that begin before they end', () => {
  const words =
    'last 3 days ago before since between March 2024 yesterday Tuesday week 昨天 三 月 日 年 前 上周 31 . ?'.split(' ');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), fc.boolean(), (text, isSpaced) => {
      for (const { from, to } of timeAsked(text.join(isSpaced ? ' ' : ''), NOW, 'Europe/Paris').timeframes) {
        expect(from).toBeLessThan(to);
      }
    }),
  );
});

it('a text of more than a thousand characters names none', () => {
  const asked = (length: number): number =>
    timeAsked('What happened yesterday?'.padStart(length, 'x '), NOW, 'UTC').timeframes.length;
  expect(asked(1000)).toBe(1);
  expect(asked(1001)).toBe(0);
});

it('Sunday has two names in Chinese, and a day that no month has names no time', () => {
  expect(daysAsked('上星期天我说了什么？')).toEqual(daysAsked('上星期日我说了什么？'));
  expect(daysAsked('上星期天我说了什么？')).toHaveLength(1);
  expect(daysAsked('What did I say on 30 February 2024?')).toEqual([]);
  expect(daysAsked('What did I say two days before 30 February 2024?')).toEqual([]);
});
