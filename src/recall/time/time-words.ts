// Words of time expressions in languages that divide words by blanks, without accents. Pure.

/** Units of an expression: day, week, month, year; `e` is a weekend, `p` a part of a day. */
export type Unit = 'd' | 'w' | 'm' | 'y' | 'e' | 'p';
export const UNITS = ['y', 'd', 'w', 'm', 'e', 'p'] as const;

/**
 * Words by kind, in groups of equal meaning; the value of a word is the index of its group.
 * - `D` a day, from the day before yesterday · `W` a weekday, Sunday 0 · `M` a month, January 1
 * - `U` a unit, its index in `UNITS` · `J` a year, the first of them
 * - `N` a number · `I` an article that counts as one · `L` last · `T` this · `X` next
 * - `A` ago, after the number · `V` ago, or before · `B` before · `S` since · `R` up to · `E` between
 * - `F` of · `P` precedes a month or a year without a day · a blank: no meaning
 */
const WORDS: Readonly<Record<string, string>> = {
  D:
    'vorgestern anteayer|yesterday gestern ayer anoche|today tonight heute aujourd hoy|' +
    'tomorrow morgen demain manana|ubermorgen',
  W:
    'sunday sonntag dimanche domingo|monday montag lundi lunes|tuesday dienstag mardi martes|' +
    'wednesday mittwoch mercredi miercoles|thursday donnerstag jeudi jueves|friday freitag vendredi viernes|' +
    'saturday samstag sonnabend samedi sabado',
  M:
    '|january jan januar janvier enero|february feb februar fevrier febrero|march marz mars marzo|' +
    'april apr avril abril|may mai mayo|june jun juni juin junio|july jul juli juillet julio|' +
    'august aug aout agosto|september sep sept septembre septiembre|october oct oktober okt octobre octubre|' +
    'november nov novembre noviembre|december dec dezember dez decembre diciembre',
  J: 'year years jahr jahre jahren jahres an ans annee annees ano anos',
  U:
    '|day days tag tage tagen jour jours dia dias|week weeks woche wochen semaine semaines semana semanas|' +
    'month months monat monate monaten mois mes meses|' +
    'weekend wochenende|morning evening night afternoon abend nacht soir nuit matin noche tarde',
  N:
    '|one first eins premier primero|two zwei deux dos couple|three drei trois tres few|four vier quatre cuatro|' +
    'five funf cinq cinco|six sechs seis|seven sieben siete|eight acht huit ocho|nine neun neuf nueve|ten zehn dix diez|' +
    'eleven elf onze|twelve zwolf douze doce',
  I: '|a ein einem einer eine un une una',
  L:
    'last past previous letzte letzten letzter letztes letztem vergangene vergangenen vorige vorigen ' +
    'dernier derniere derniers dernieres passe passee pasado pasada ultimo ultima ultimos ultimas',
  T: 'this diese diesen dieser dieses diesem ce cet cette este esta',
  X: '|next nachste nachsten nachster nachstes kommende kommenden prochain prochaine proximo proxima',
  A: 'ago',
  V: 'vor hace',
  B: 'before avant antes',
  S: 'since seit depuis desde after nach apres despues',
  R: 'to until till bis au al hasta through - –',
  E: 'between zwischen entre',
  F: 'of',
  P: 'in im en during early mid late by end ende anfang mitte fin debut finales principios mediados',
  ' ': 'the on am zum der die das den dem des l le la les el los las de del du st nd rd th er',
};

export interface TimeWord {
  readonly kind: string;
  readonly value: number;
}

export const TIME_WORDS: ReadonlyMap<string, TimeWord> = new Map(
  Object.entries(WORDS).flatMap(([kind, groups]) =>
    groups
      .split('|')
      .flatMap((group, value) => group.split(' ').map((word): [string, TimeWord] => [word, { kind, value }])),
  ),
);

const MONTHS = (WORDS['M'] ?? '').split('|').map((names) => names.split(' ')[0]);

/**
 * Dates in figures after a word that marks a date, perhaps without a year: English begins with the month, if possible.
 */
const DATES =
  /(?<=\b(?:am|vom|bis|zum|dem|den|le|du|au|el|del|al|(on|since|until|before|after)) )(\d\d?)([./] ?)(\d\d?)(?!\d)\.?/g;

/** Inserts the names of the months into dates in figures. */
export const withMonths = (text: string): string =>
  text.replace(DATES, (figures: string, english: string | undefined, one: string, mark: string, two: string) => {
    if (english && mark !== '/') return figures;
    const [date, month] = english && Number(one) <= 12 ? [two, one] : [one, two];
    const name = MONTHS[Number(month)];
    return name ? `${date} ${name} ` : figures;
  });

/** Expressions of several words, and the word that replaces them. */
export const PHRASES: readonly (readonly [phrase: RegExp, word: string])[] = [
  [/\bil y a\b/g, 'hace'],
  [/\b(?:esta|por la) manana\b/g, 'hoy'],
  [/\bweek-end\b|\bfin de semana\b/g, 'weekend'],
  [/\bavant-hier\b/g, 'anteayer'],
  [/\bhalf a year\b|\beinem halben jahr\b|\bmedio ano\b/g, '6 months'],
  // Alone it may be German, "here". The word comes first, because a lookbehind costs time at every place.
  [
    /\bhier\b(?:(?= (?:soir|matin)\b|,? (?:qu|j)['’]|, ou )|(?<=\b(?:qu\w+|a|ai|avons|avez|on|le|la|les|je|il|elle|dit|fait|parle)\b.{0,99}hier))/g,
    'yesterday',
  ],
];
