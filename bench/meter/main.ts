// Measures the meter as the command line asks, and prints the result.
import { parseArgs } from 'node:util';
import { findContextEngine } from '../context-engine.ts';
import { loadAverage, machineLine } from '../report.ts';
import { type Conversation, SETS } from './conversations.ts';
import { type MeterError, meterErrors } from './meter-errors.ts';
import { PROVIDERS } from './providers.ts';

const DEFAULT_LIMIT = 40;
const DEFAULT_WINDOW = 16_000;
const READINGS = [0, 1, 3, Infinity] as const;
const HEAD = ['set', 'provider', 'requests', 'before any reading', 'after 1', 'after 3', 'every request read'];

/** @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const { data, sets, limit, window } = optionsOf(args);
  const engine = await findContextEngine();
  if ('missing' in engine) throw new Error(`There is no meter to measure: ${engine.missing}.`);
  const loadBefore = loadAverage();
  const start = performance.now();
  console.log(line(HEAD));
  console.log(line(HEAD.map((_, column) => (column < 2 ? '---' : '--:'))));
  for (const set of sets) {
    const conversations = (SETS[set] as (typeof SETS)[string])(data, limit);
    for (const provider of PROVIDERS) {
      const all = await Promise.all(
        READINGS.map(async (readings) => {
          const errors: MeterError[] = [];
          for (const conversation of conversations as readonly Conversation[]) {
            errors.push(...(await meterErrors(engine, conversation, { provider, window, readings })));
          }
          return errors;
        }),
      );
      console.log(line([set, provider.name, String(all[0]?.length ?? 0), ...all.map(figure)]));
    }
  }
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s · ${machineLine('', loadBefore)}`);
  return 0;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Formats distances in percent: median, 99th percentile and maximum. */
function figure(errors: readonly MeterError[]): string {
  const distances = errors.map(({ error }) => Math.abs(error)).sort((one, other) => one - other);
  const at = (share: number): string => (100 * (distances[Math.floor((distances.length - 1) * share)] ?? 0)).toFixed(1);
  return [0.5, 0.99, 1].map(at).join(' / ');
}

function optionsOf(args: readonly string[]): {
  readonly data: string;
  readonly sets: readonly string[];
  readonly limit: number;
  readonly window: number;
} {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      sets: { type: 'string', default: Object.keys(SETS).join(',') },
      limit: { type: 'string', default: String(DEFAULT_LIMIT) },
      window: { type: 'string', default: String(DEFAULT_WINDOW) },
    },
  });
  if (values.data === undefined) throw new Error('Name the folder of the sets: --data DIR. See docs/eval-meter.md.');
  const sets = values.sets.split(',').filter((set) => set !== '');
  const unknown = sets.find((set) => !(set in SETS));
  if (unknown !== undefined) throw new Error(`--sets: there is no ${unknown}. Known: ${Object.keys(SETS).join(', ')}.`);
  const [limit, window] = [whole('--limit', values.limit), whole('--window', values.window)];
  return { data: values.data, sets, limit, window };
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${option}: ${text} is not a whole number above 0.`);
  return value;
}
