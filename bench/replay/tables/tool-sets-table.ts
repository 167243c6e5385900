// Table of what the memory's tools add to every request.
import type { ToolSet } from 'working-memory/tools';
import type { ContextEngine } from '../../../replay/memory/context-engine.ts';
import { cost, type Measures } from '../../../replay/measures.ts';
import { sentTools } from '../../../replay/memory/memory-strategy.ts';
import { price } from '../../../replay/requests/prices.ts';
import { tokensOfText } from '../../../replay/requests/tokens.ts';
import { OWN } from '../targets.ts';
import { measuresOf, type Total } from '../totals.ts';
import { columns, times } from './columns.ts';

/** Place of the comparison: nothing is hidden there, so that a set only adds its tokens. */
const PLACE = { window: '16k', relation: 'fits' } as const;
const SETS = ['tau', 'mswe'];
const TOOL_SETS: readonly ToolSet[] = ['minimal', 'standard', 'all'];

export async function toolSetsTable(engine: ContextEngine, totals: readonly Total[]): Promise<string> {
  const costs = SETS.map((set) =>
    measuresOf(
      totals.filter(
        (one) =>
          one.set === set && one.strategy === OWN && one.window === PLACE.window && one.relation === PLACE.relation,
      ),
    ),
  );
  const rows = [];
  for (const set of TOOL_SETS) {
    const { definitions, tokens, guide } = await sentTools(engine, set);
    const guideTokens = tokensOfText(guide);
    const all = tokens + guideTokens;
    rows.push([set, definitions.length, tokens, guideTokens, all, ...costs.map((sum) => times(ratioWith(sum, all)))]);
  }
  const heading = SETS.map((set) => `× unlimited, ${set} ${PLACE.window}`);
  return columns([['tool set', 'tools', 'definitions', 'guide', 'in every request', ...heading], ...rows]);
}

/** Sent with every request and written to the cache once per run. */
function ratioWith(sum: Measures, tokens: number): number {
  const input = tokens * sum.requests;
  const added = price({ input, cached: input - tokens * sum.runs, output: 0 });
  return (cost(sum) + added) / sum.unlimitedCost;
}
