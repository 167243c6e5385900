// Parses and checks the command line.
import { parseArgs } from 'node:util';
import { MEMORY_VARIANTS } from '../../replay/memory/memory-variants.ts';
import { PEERS } from '../../replay/peers/peers.ts';
import { isRecorded, plainSet, SETS, setsIn } from './runs/run-sets.ts';
import { fixedWindow, shareWindow, type WindowRule } from '../../replay/runs/windows.ts';

export const STRATEGIES: readonly string[] = [...PEERS, ...MEMORY_VARIANTS].map(({ name }) => name);

export interface SetPlan {
  readonly set: string;
  readonly strategies: readonly string[];
  readonly windows: readonly WindowRule[];
}

export interface Plan {
  readonly data: string | undefined;
  readonly sets: readonly SetPlan[];
  /** Most runs of a set. */
  readonly limit: number;
  /** Runs replayed in parallel. */
  readonly jobs: number;
  readonly json: string | undefined;
  /** Whether to list every lost fact. */
  readonly lost: boolean;
  readonly check: boolean;
}

const DEFAULT_WINDOWS = '8000,16000,32000,64000';
const DEFAULT_SHARES = 'tau=0.5,mswe=0.25,sweagent=0.25';
const DEFAULT_JOBS = 2;
/** Runs of each set with `--quick`. */
const QUICK_RUNS = 4;

/** Strategies replayed only when named. */
const ON_DEMAND = ['literal', 'unreminded+standard', 'epochs+workspace'];
/** Variant without `write`, the tool that a writer's script calls. */
const WITHOUT_WRITE = 'epochs+minimal';
/** Reminding and writing happen in a full window: other strategies and windows show nothing about them. */
const LOOP = { strategies: ['epochs+standard', 'unreminded+standard'], windows: 1 };

/** @throws on an unknown argument, with the known ones */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      sets: { type: 'string' },
      windows: { type: 'string', default: DEFAULT_WINDOWS },
      shares: { type: 'string', default: DEFAULT_SHARES },
      strategies: { type: 'string' },
      limit: { type: 'string' },
      quick: { type: 'boolean', default: false },
      jobs: { type: 'string', default: String(DEFAULT_JOBS) },
      json: { type: 'string' },
      lost: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const sets = values.sets === undefined ? setsIn(values.data) : known('--sets', values.sets, Object.keys(SETS));
  const fixed = list(values.windows).map((tokens) => fixedWindow(whole('--windows', tokens)));
  const shares = list(values.shares).map((pair) => shareOf(pair));
  const asked = values.strategies === undefined ? undefined : known('--strategies', values.strategies, STRATEGIES);
  return {
    data: values.data,
    sets: sets.map((set): SetPlan => {
      const writer = SETS[set]?.writer;
      const isLoop = writer === 'fallible';
      const left = [...ON_DEMAND, ...(writer ? [WITHOUT_WRITE] : [])];
      const usual = isLoop ? LOOP.strategies : STRATEGIES.filter((name) => !left.includes(name));
      const wanted = asked?.filter((name) => !writer || name !== WITHOUT_WRITE);
      const own = shares.filter((one) => one.set === plainSet(set)).map(({ share }) => shareWindow(share));
      return {
        set,
        strategies: wanted && isLoop ? usual.filter((name) => wanted.includes(name)) : (wanted ?? usual),
        windows: [...(isLoop ? fixed.slice(0, LOOP.windows) : fixed), ...own],
      };
    }),
    limit: values.limit !== undefined ? whole('--limit', values.limit) : values.quick ? QUICK_RUNS : Infinity,
    jobs: whole('--jobs', values.jobs),
    json: values.json,
    lost: values.lost,
    check: values.check,
  };
}

const list = (text: string): string[] => (text === 'none' ? [] : text.split(',').filter((part) => part !== ''));

function known(option: string, text: string, names: readonly string[]): string[] {
  const unknown = list(text).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${option}: there is no ${unknown}. Known: ${names.join(', ')}.`);
  return names.filter((name) => list(text).includes(name));
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${option}: ${text} is not a whole number above 0.`);
  return value;
}

function shareOf(pair: string): { readonly set: string; readonly share: number } {
  const [set = '', share = ''] = pair.split('=');
  if (!(set in SETS) || !(Number(share) > 0 && Number(share) <= 1)) {
    throw new Error(`--shares: ${pair} is not like tau=0.5. Known sets: ${Object.keys(SETS).join(', ')}.`);
  }
  return { set, share: Number(share) };
}

/** Returns a set that needs the data folder where none was given. */
export const needsData = ({ sets, data }: Plan): string | undefined =>
  data === undefined ? sets.find(({ set }) => isRecorded(set))?.set : undefined;
