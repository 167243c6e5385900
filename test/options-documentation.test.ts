// Every documented option, compared with the table of options.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPEN_OPTIONS } from '../src/host/opening/open-options.ts';
import { OPTIONS, resolveSettings } from '../src/options/options.ts';
import { CALL_DEFAULTS, PRESSURE_FROM } from '../src/options/policy.ts';
import { TOOL_OPTIONS } from '../src/tools/definitions.ts';
import { TRANSFORMERS_OPTIONS } from '../src/transformers/settings.ts';
import { meaningsIn, type OptionRow, optionsPage, rowsOf } from './support/options-page.ts';

const root = new URL('../', import.meta.url);
const page = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const docs = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));
/** All but the one that is written from the table. */
const PAGES = docs.filter((name) => name !== 'options.md').map((name) => `docs/${name}`);

const plain = [...rowsOf(OPTIONS), ...rowsOf(OPEN_OPTIONS)];
const TABLES: Readonly<Record<string, readonly OptionRow[]>> = {
  'docs/tools.md': rowsOf(TOOL_OPTIONS),
  'docs/embeddings.md': [...plain, ...rowsOf(TRANSFORMERS_OPTIONS)],
};

interface Documented {
  readonly where: string;
  readonly names: readonly string[];
  /** The cell of the default. */
  readonly given: string;
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Rows of the tables whose head says `option` or `name` or a path that ends in a dot, and `default`. */
function documented(path: string): Documented[] {
  const lines = page(path).split('\n');
  return lines.flatMap((line, at): Documented[] => {
    const [head = '', ...others] = line.startsWith('|') ? cellsOf(line) : [];
    const column = others.indexOf('default') + 1;
    const [, prefix = ''] = /^`([\w.]+\.)`$/.exec(head) ?? [];
    if (column === 0 || !(['option', 'name'].includes(head) || prefix)) return [];
    const end = lines.findIndex((each, place) => place > at && !each.startsWith('|'));
    return lines
      .slice(at + 2, end)
      .map((row) => cellsOf(row))
      .filter(([name = '']) => !name.startsWith('`--'))
      .map((cells) => {
        const names = [...(cells[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => prefix + name);
        const [first = ''] = names;
        return {
          where: `${path}: ${cells[0]}`,
          names: names.map((name) => (name.startsWith('.') ? first.replace(/\.\w+$/, name) : name)),
          given: cells[column] ?? '',
        };
      });
  });
}

/** Values in a cell: `'text'`, numbers, true, false, Infinity. */
const valuesIn = (cell: string): unknown[] =>
  [...cell.matchAll(/'([^']+)'|\d[\d,]*(?:\.\d+)?|\b(?:true|false|Infinity)\b|(?<=`)\w+(?=`)/g)].map(
    ([found, quoted]) => {
      if (quoted !== undefined) return quoted;
      if (/^\d/.test(found)) return Number(found.replaceAll(',', ''));
      return found === 'Infinity' ? Infinity : ['true', 'false'].includes(found) ? found === 'true' : found;
    },
  );

function wrongIn({ where, names, given }: Documented, table: readonly OptionRow[]): string[] {
  const isElsewhere = given.startsWith('[');
  const values = valuesIn(given);
  return names.flatMap((name, place) => {
    const row = table.find(({ path }) => path === name);
    const group = table.filter(({ path }) => path.startsWith(`${name}.`));
    if (!row && group.length === 0) return [`${where}: there is no option ${name}`];
    if (isElsewhere) return [];
    if (!row) {
      const defaults = group.map(({ defaults: each }) => each?.default);
      return values.filter((value) => !defaults.includes(value)).map((value) => `${where}: no default is ${value}`);
    }
    const expected = row.defaults?.default;
    // One value for all, or one for each.
    const value = values.length > 1 ? values[place] : values[0];
    const isPlain = ['string', 'number', 'boolean'].includes(typeof expected);
    return isPlain && value !== expected ? [`${where}: the default of ${name} is ${expected}, not ${value}`] : [];
  });
}

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  min: 60_000,
  s: 1000,
  ms: 1,
  KB: 1024,
  MB: 1_048_576,
  '%': 0.01,
};

describe('docs/options.md', () => {
  it('is what the table of options says (npm run options writes it)', async () => {
    await expect(optionsPage()).toMatchFileSnapshot('../docs/options.md');
  });

  it('has a meaning for every option and every default of a call', () => {
    const meanings = meaningsIn('OPTIONS');
    const paths = rowsOf(OPTIONS).map(({ path }) => path);
    expect([...meanings.keys()].filter((path) => !paths.some((row) => row.startsWith(`${path}.`)))).toEqual(paths);
    const calls = meaningsIn('CALL_DEFAULTS');
    expect([...calls.keys()]).toEqual(Object.keys(CALL_DEFAULTS));
    const without = [...meanings, ...calls].filter(([, meaning]) => meaning === '').map(([path]) => path);
    expect(without, 'say it in a comment of one line above the row').toEqual([]);
  });
});

describe('the other pages', () => {
  it('name options that exist, with the defaults they have', () => {
    const rows = PAGES.flatMap((path) => documented(path).map((row) => ({ row, table: TABLES[path] ?? plain })));
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.flatMap(({ row, table }) => wrongIn(row, table))).toEqual([]);
  });

  it('have every option of the tools and of a model in their tables', () => {
    const missing = (path: string, table: readonly OptionRow[]): string[] => {
      const named = documented(path).flatMap(({ names }) => names);
      return table.map((row) => row.path).filter((name) => !named.includes(name));
    };
    expect(missing('docs/tools.md', rowsOf(TOOL_OPTIONS))).toEqual([]);
    expect(missing('docs/embeddings.md', rowsOf(TRANSFORMERS_OPTIONS))).toEqual([]);
    expect(missing('docs/opening.md', rowsOf(OPEN_OPTIONS))).toEqual([]);
  });

  it('give the default where a sentence puts a number behind an option', () => {
    const said = PAGES.flatMap((path) =>
      [
        ...page(path).matchAll(/`([a-z]\w*(?:\.\w+)+)`\s+\(?(\d[\d,]*(?:\.\d+)?)(?:\s(h|min|s|ms|KB|MB|%)(?!\w))?/g),
      ].flatMap(([sentence, name = '', digits = '', unit = '']) => {
        const row = plain.find((each) => each.path === name);
        const value = Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1);
        return row ? [{ path, sentence, isRight: Math.abs(value - Number(row.defaults?.default)) < 1e-9 }] : [];
      }),
    );
    expect(said.length).toBeGreaterThan(12);
    expect(said.filter(({ isRight }) => !isRight)).toEqual([]);
  });
});

describe('docs/model.md', () => {
  const model = page('docs/model.md');

  it('has the profiles as they are', () => {
    const cellsUnder = (name: string): string[] =>
      cellsOf(model.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '').slice(1);
    const profiles = (['default', 'queue', 'priority'] as const).map((profile) =>
      resolveSettings({ session: 's', profile }),
    );
    expect(cellsUnder('limits')).toEqual(
      profiles.map(({ limits }) => `${limits.maxItems} / ${limits.maxTokens.toLocaleString('en-US')}`),
    );
    expect(cellsUnder('key')).toEqual(profiles.map(({ eviction }) => eviction.key));
    expect(cellsUnder('recall')).toEqual(profiles.map(({ recall }) => [recall.scope].flat().join(', ')));
    expect(cellsUnder('hard TTL')).toEqual(
      profiles.map(({ ttl }) => (ttl.hardMs === Infinity ? 'none' : `${ttl.hardMs / 60_000} min`)),
    );
  });

  it('has the bands as they are', () => {
    const bands = [...model.matchAll(/^\| (\d(?:\.\d+)?) ≤ f[^|]*\| (\w+) \|/gm)];
    expect(Object.fromEntries(bands.map(([, from, pressure = '']) => [pressure, Number(from)]))).toEqual(PRESSURE_FROM);
  });

  it('has the defaults of calls as they are', () => {
    expect(model).toContain(`importance below the threshold, default ${CALL_DEFAULTS.forgetBelow};`);
    expect(model).toContain(`tokens (default ${CALL_DEFAULTS.digestTokens})`);
  });
});
