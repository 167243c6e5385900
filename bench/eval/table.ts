// Markdown tables of an evaluation, in percent. docs/eval-recall.md explains the columns.
import type { Interval } from './bootstrap.ts';
import type { NonsenseKind } from './nonsense.ts';
import type { RankingSummary, SetSummary } from './summary.ts';

const HEAD = [
  'ranking',
  'R@5',
  'R@10 [95 %]',
  'MRR',
  'nDCG@10',
  'ours minus it, R@10 [95 %]',
  'finds nothing',
  'nonsense en, zh',
  'ms/query',
];

export function table({ set, stores, texts, questions, rankings }: SetSummary): string {
  const lines = [HEAD, HEAD.map((_, column) => (column === 0 ? '---' : '--:')), ...rankings.map(row)];
  return [
    `### ${set}: ${count(questions, 'question')}, ${count(stores, 'store')}, ${count(texts, 'text')}`,
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function row({ ranking, scores, intervals, behind, foundNothing, nonsense, medianMs }: RankingSummary): string[] {
  const asked = (kind: NonsenseKind): string => `${nonsense[kind].found}/${nonsense[kind].asked}`;
  return [
    ranking,
    percent(scores.recall5),
    `${percent(scores.recall10)} ${interval(intervals.recall10, percent)}`,
    percent(scores.reciprocalRank),
    percent(scores.ndcg10),
    behind ? `${signed(behind.recall10.mean)} ${interval(behind.recall10, signed)}` : '',
    String(foundNothing),
    `${asked('english')}, ${asked('chinese')}`,
    medianMs.toFixed(2),
  ];
}

export const interval = ({ low, high }: Interval, show: (share: number) => string): string =>
  `[${show(low)}, ${show(high)}]`;
export const percent = (share: number): string => (100 * share).toFixed(1);
/** Formats a difference with its sign; none where it rounds to zero. */
export const signed = (share: number): string => {
  const figure = percent(Math.abs(share));
  return figure === '0.0' ? figure : `${share < 0 ? '−' : '+'}${figure}`;
};
const count = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
