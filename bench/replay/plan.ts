// What the command line asks for, checked.
import { parseArgs } from 'node:util';
import { isRecorded, SETS, setsIn } from './run-sets.ts';
import { fixedWindow, shareWindow, type WindowRule } from './windows.ts';

export const STRATEGIES = ['append-only', 'sliding', 'literal', 'epochs'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

export interface Plan {
  readonly data: string | undefined;
  readonly sets: readonly string[];
  /** The windows of each set. */
  readonly windows: Readonly<Record<string, readonly WindowRule[]>>;
  /** Those of all sets that are fixed. */
  readonly fixedWindows: readonly WindowRule[];
  readonly strategies: readonly StrategyName[];
  /** Runs of each set at most. */
  readonly limit: number;
  /** Runs that are replayed at the same time. */
  readonly jobs: number;
  readonly json: string | undefined;
  readonly check: boolean;
}

const DEFAULT_WINDOWS = '8000,16000,32000,64000';
const DEFAULT_SHARES = 'tau=0.5,mswe=0.25,sweagent=0.25';
const DEFAULT_JOBS = 2;

/** @throws with what is known, on anything that is not */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      sets: { type: 'string' },
      windows: { type: 'string', default: DEFAULT_WINDOWS },
      shares: { type: 'string', default: DEFAULT_SHARES },
      strategies: { type: 'string', default: STRATEGIES.join(',') },
      limit: { type: 'string' },
      jobs: { type: 'string', default: String(DEFAULT_JOBS) },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  const sets = values.sets === undefined ? setsIn(values.data) : known('--sets', values.sets, Object.keys(SETS));
  const fixedWindows = list(values.windows).map((tokens) => fixedWindow(whole('--windows', tokens)));
  const shares = list(values.shares).map((pair) => shareOf(pair));
  return {
    data: values.data,
    sets,
    fixedWindows,
    windows: Object.fromEntries(
      sets.map((set) => [
        set,
        [...fixedWindows, ...shares.filter((one) => one.set === set).map(({ share }) => shareWindow(share))],
      ]),
    ),
    // The others are compared with it.
    strategies: STRATEGIES.filter((name) => name === 'append-only' || asked(values.strategies).includes(name)),
    limit: values.limit === undefined ? Infinity : whole('--limit', values.limit),
    jobs: whole('--jobs', values.jobs),
    json: values.json,
    check: values.check,
  };
}

const asked = (strategies: string): string[] => known('--strategies', strategies, STRATEGIES);

const list = (text: string): string[] => (text === 'none' ? [] : text.split(',').filter((part) => part !== ''));

function known(option: string, text: string, names: readonly string[]): string[] {
  const unknown = list(text).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${option}: there is no ${unknown}. Known: ${names.join(', ')}.`);
  return names.filter((name) => list(text).includes(name));
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${option}: ${text} is no whole number above 0.`);
  return value;
}

function shareOf(pair: string): { readonly set: string; readonly share: number } {
  const [set = '', share = ''] = pair.split('=');
  if (!(set in SETS) || !(Number(share) > 0 && Number(share) <= 1)) {
    throw new Error(`--shares: ${pair} is not like tau=0.5. Known sets: ${Object.keys(SETS).join(', ')}.`);
  }
  return { set, share: Number(share) };
}

/** A set that was asked for and needs the data folder. */
export const needsData = ({ sets, data }: Plan): string | undefined =>
  data === undefined ? sets.find((set) => isRecorded(set)) : undefined;
