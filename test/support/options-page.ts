// Writes docs/options.md from the table of options: names, rules and defaults from its rows, meanings from their
// comments.
import { readFileSync } from 'node:fs';
import { type Defaults, PROFILES, type Rule, type RuleTable } from '../../src/options/rules.ts';
import { OPTIONS } from '../../src/options/options.ts';
import { CALL_DEFAULTS } from '../../src/options/policy.ts';

export interface OptionRow {
  /** E.g. `limits.maxItems`. */
  readonly path: string;
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  readonly defaults: Defaults<unknown> | undefined;
  /** Allowed texts, where the rule lists them. */
  readonly values: readonly string[];
}

/** Returns every row of a table, nested ones with their path. */
export function rowsOf(table: RuleTable, prefix = ''): OptionRow[] {
  return Object.entries(table).flatMap(([name, row]): OptionRow[] => {
    const path = prefix + name;
    if (!isRule(row)) return rowsOf(row, `${path}.`);
    const { expected, accepts, values = [] } = row;
    return [{ path, expected, accepts, values, defaults: row.defaults as Defaults<unknown> | undefined }];
  });
}

const isRule = (row: Rule<unknown> | RuleTable): row is Rule<unknown> => typeof row.accepts === 'function';

/** Returns the comments above the entries of an object literal in src/options/, groups included, by path. */
export function meaningsIn(constant: string): Map<string, string> {
  const source = ['options', 'policy']
    .map((name) => readFileSync(new URL(`../../src/options/${name}.ts`, import.meta.url), 'utf8'))
    .join('');
  const body = source.split(`export const ${constant} = {\n`)[1]?.split('\n} as const;')[0] ?? '';
  const meanings = new Map<string, string>();
  const groups: string[] = [];
  let comment = '';
  for (const line of body.split('\n')) {
    comment = /^ *\/\*\* (.*) \*\/$/.exec(line)?.[1] ?? comment;
    const [, name, opens] = /^ *(\w+): (\{$)?/.exec(line) ?? [];
    if (/^ *\},$/.test(line)) groups.pop();
    if (name === undefined) continue;
    meanings.set([...groups, name].join('.'), comment);
    if (opens) groups.push(name);
    comment = '';
  }
  return meanings;
}

const DURATIONS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

const SIZES = [
  ['MiB', 1_048_576],
  ['KiB', 1024],
] as const;

const grouped = (value: number): string => value.toLocaleString('en-US');

function shown(path: string, value: unknown): string {
  if (Array.isArray(value)) return `\`[${value.map((each) => `'${each}'`).join(', ')}]\``;
  if (typeof value === 'string') return `\`'${value}'\``;
  if (typeof value !== 'number' || value === Infinity) return `\`${String(value)}\``;
  const units = path.endsWith('Ms') ? DURATIONS : path.endsWith('Bytes') ? SIZES : [];
  const unit = units.find(([, size]) => value % size === 0);
  return grouped(value) + (unit ? ` (${value / unit[1]} ${unit[0]})` : '');
}

function defaultOf({ path, defaults }: OptionRow): string {
  if (!defaults) return 'required';
  const special = PROFILES.filter((name) => name !== 'default' && defaults[name] !== undefined);
  return [shown(path, defaults.default), ...special.map((name) => `\`${name}\`: ${shown(path, defaults[name])}`)].join(
    ' · ',
  );
}

export function optionsPage(): string {
  const meanings = meaningsIn('OPTIONS');
  const rows = rowsOf(OPTIONS);
  const isTop = ({ path }: OptionRow): boolean => !path.includes('.');
  const groups = [...new Set(rows.filter((row) => !isTop(row)).map(({ path }) => path.split('.')[0] ?? ''))];
  const table = (some: readonly OptionRow[]): string[] => [
    '| option | default | must be | |',
    '|---|---|---|---|',
    ...some.map((row) => {
      const expected = row.expected.replace(/\d{5,}/g, (digits) => grouped(Number(digits)));
      return `| \`${row.path}\` | ${defaultOf(row)} | ${expected} | ${meanings.get(row.path)} |`;
    }),
    '',
  ];
  const calls = meaningsIn('CALL_DEFAULTS');
  return [
    '# Options',
    '',
    '<!-- Written by npm run options from src/options/. -->',
    '',
    'Every plain option of `openWorkingMemory`, with its default; a profile that has another default stands behind it.',
    'Unknown names are refused with the nearest known one. Ports and placement are in [opening.md](opening.md),',
    'formulas and sources in [model.md](model.md).',
    '',
    ...table(rows.filter(isTop)),
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      meanings.get(group) ?? '',
      '',
      ...table(rows.filter(({ path }) => path.startsWith(`${group}.`))),
    ]),
    '## Arguments of calls',
    '',
    'Where a call leaves them out:',
    '',
    '| what | default |',
    '|---|---|',
    ...Object.entries(CALL_DEFAULTS).map(([name, value]) => `| ${calls.get(name)} | ${grouped(value)} |`),
    '',
  ].join('\n');
}
