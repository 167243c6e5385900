// Runs the benches that were named, or all, and prints what they found. Only a crash is a failure: how fast a machine
// is on some day proves nothing.
import { startChromium } from './chromium.ts';
import { loadAverage, machineLine, type Row, table } from './report.ts';
import { BENCHES } from './rows.ts';

export async function main(names: readonly string[]): Promise<void> {
  const known = Object.keys(BENCHES);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no bench ${unknown}. Known: ${known.join(', ')}.`);
  const loadBefore = loadAverage();
  const chromium = await startChromium();
  try {
    const rows: Row[] = [];
    for (const [name, run] of Object.entries(BENCHES)) {
      if (names.length === 0 || names.includes(name)) rows.push(...(await run(chromium)));
    }
    console.log(table(rows));
    console.log(machineLine(chromium.name, loadBefore));
  } finally {
    await chromium.close();
  }
}
