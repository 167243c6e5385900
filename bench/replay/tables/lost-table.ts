// Table of every fact that was out of view when it was needed.
import type { SetResult } from '../totals.ts';
import { columns } from './columns.ts';

const LONGEST = 60;

export function lostTable(results: readonly SetResult[]): string {
  const rows = results.flatMap(({ set, run, window, strategy, lost = [] }) =>
    lost.map(({ kind, fact, at, cutAt, cutBy, found, question }) => [
      set,
      window,
      strategy,
      run,
      kind,
      short(fact),
      `needed at ${at}`,
      `cut at ${cutAt}: ${cutBy}`,
      `found: ${found}`,
      short(question),
    ]),
  );
  return columns([['set', 'window', 'strategy', 'run', 'kind', 'fact', 'needed', 'cut', 'found', 'question'], ...rows]);
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};
