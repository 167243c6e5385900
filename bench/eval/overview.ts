// Table of all sets, with the losses. docs/eval-recall.md explains the columns.
import type { Interval } from './bootstrap.ts';
import type { Scores } from './metrics.ts';
import { interval, percent, signed } from './table.ts';
import type { RankingSummary, SetSummary } from './summary.ts';

type Gap = Interval & { readonly mean: number };

export interface Roles {
  readonly ours: string;
  readonly baseline: string;
  readonly shipped: string;
  readonly peers: readonly string[];
}

/** Metrics other than the default: in stores of a dozen texts, ten hits are nearly all. */
const METRIC: Readonly<Record<string, keyof Scores>> = { memdaily: 'recall5' };
/** Differences to BM25 within this count as no loss. */
const TOLERATED = 0.01;
const HEAD = [
  'set',
  'questions',
  'BM25',
  'best peer',
  'ours [95 %]',
  '− BM25 [95 %]',
  '− best peer [95 %]',
  'as shipped',
];

export function overview(summaries: readonly SetSummary[], roles: Roles): string {
  const rows = summaries.map((summary) => rowOf(summary, roles));
  const lines = [HEAD, HEAD.map((_, column) => (column === 0 ? '---' : '--:')), ...rows.map(({ cells }) => cells)];
  const named = (what: string, behind: readonly string[]): string =>
    `${what}: ${behind.length > 0 ? behind.join(', ') : 'no set'}.`;
  return [
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    named(
      'More than 1 point below BM25 with the same terms',
      rows.flatMap(({ set, lead }) => (lead && lead.mean < -TOLERATED ? [`${set} (${signed(lead.mean)})`] : [])),
    ),
    named(
      'Behind a peer, the whole interval',
      rows.flatMap(({ set, best }) => (best && best.gap.high < 0 ? [`${set} (${best.name})`] : [])),
    ),
  ].join('\n');
}

function rowOf({ set, questions, rankings }: SetSummary, { ours, baseline, shipped, peers }: Roles) {
  const metric = METRIC[set.split(',')[0] as string] ?? 'recall10';
  const by = (name: string): RankingSummary | undefined => rankings.find(({ ranking }) => ranking === name);
  const gapTo = (name: string): Gap | undefined => by(name)?.behind?.[metric];
  const shown = (name: string): string => {
    const ranking = by(name);
    return ranking ? percent(ranking.scores[metric]) : '';
  };
  const own = by(ours);
  const peer = rankings
    .filter(({ ranking }) => peers.includes(ranking))
    .sort((one, other) => other.scores[metric] - one.scores[metric])[0];
  const best = peer?.behind && { name: peer.ranking, gap: peer.behind[metric] };
  const lead = gapTo(baseline);
  const withInterval = (gap: Gap | undefined): string => (gap ? `${signed(gap.mean)} ${interval(gap, signed)}` : '');
  const cells = [
    metric === 'recall10' ? set : `${set} (R@5)`,
    String(questions),
    shown(baseline),
    peer ? `${percent(peer.scores[metric])} ${peer.ranking}` : '',
    own ? `**${percent(own.scores[metric])}** ${interval(own.intervals[metric], percent)}` : '',
    withInterval(lead),
    withInterval(best?.gap),
    shown(shipped),
  ];
  return { set, cells, lead, best };
}
