import type { Verdict } from '../verdicts.ts';
import { columns } from './columns.ts';

export const verdictTable = (verdicts: readonly Verdict[]): string =>
  columns([
    ['target', 'measured', 'bound', ''],
    ...verdicts.map(({ what, figure, target = '', met }) => [
      what,
      figure,
      target,
      met === undefined ? '' : met ? 'ok' : 'missed',
    ]),
  ]);
