// Table of the memory beside summaries by a model.
import { costRatio, inView } from '../../../replay/measures.ts';
import type { PeerComparison } from '../verdicts.ts';
import { columns, percent, times } from './columns.ts';

export const peersTable = (comparisons: readonly PeerComparison[]): string =>
  columns([
    [
      'set',
      'window',
      'epochs ×',
      'cheapest ×',
      'which',
      'epochs in view',
      'most in view',
      'which',
      'cheaper',
      'as many',
    ],
    ...comparisons.map((one) => [
      one.set,
      one.window,
      times(costRatio(one.own)),
      times(one.cheapestCost),
      one.cheapest,
      percent(inView(one.own)),
      percent(one.mostInView),
      one.fullest,
      one.isCheaper ? 'yes' : 'no',
      one.showsAsMuch ? 'yes' : 'no',
    ]),
  ]);
