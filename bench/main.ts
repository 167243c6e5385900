// Runs the named benches, or all, and prints their rows. Only a crash fails the run: the speed of one machine on one
// day proves nothing.
import { parseArgs } from 'node:util';
import { startChromium } from './chromium.ts';
import { loadAverage, machineLine, type Row, table } from './report.ts';
import { BENCHES, BENCHES_APART } from './rows.ts';

/**
 * @param args names; `--data DIR`: a folder of retrieval sets (docs/eval-recall.md) for recall over real texts;
 * `--against DIR`: the `dist` of another build for the bench `memorize`
 */
export async function main(args: readonly string[]): Promise<void> {
  const { positionals: names, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string' }, against: { type: 'string' } },
  });
  const all = { ...BENCHES, ...BENCHES_APART };
  const known = Object.keys(all);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no bench ${unknown}. Known: ${known.join(', ')}.`);
  const loadBefore = loadAverage();
  const chromium = await startChromium();
  try {
    const rows: Row[] = [];
    const chosen = Object.entries(names.length === 0 ? BENCHES : all);
    for (const [name, run] of chosen) {
      if (names.length === 0 || names.includes(name)) rows.push(...(await run(chromium, values)));
    }
    console.log(table(rows));
    console.log(machineLine(chromium.name, loadBefore));
  } finally {
    await chromium.close();
  }
}
