// The architecture as a table: who may import whom, and what a pure folder must not mention.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Each area with the areas it may import beside itself. A file directly in src/ is an area of its own. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/errors': [],
  'src/provenance': [],
  'src/option-rules': [],
  'src/options': ['src/errors', 'src/option-rules'],
  'src/ports': [],
  'src/recall': ['src/errors', 'src/options', 'src/provenance'],
  'src/items': ['src/errors', 'src/options', 'src/provenance', 'src/recall'],
  'src/session': ['src/errors', 'src/options', 'src/provenance', 'src/recall'],
  'src/context': ['src/errors', 'src/options', 'src/provenance', 'src/recall', 'src/items', 'src/session'],
  'src/folder-names': [],
  'src/bundle': [
    'src/errors',
    'src/folder-names',
    'src/items',
    'src/options',
    'src/provenance',
    'src/recall',
    'src/session',
  ],
  'src/kernel': ['src/errors'],
  'src/context-api': ['src/api', 'src/context'],
  'src/context-client': [
    'src/adapters',
    'src/api',
    'src/attempts',
    'src/context',
    'src/context-api',
    'src/engine-api',
    'src/errors',
    'src/options',
    'src/ports',
    'src/session',
  ],
  'src/recall-api': ['src/items', 'src/recall'],
  'src/api': [
    'src/embedding-api',
    'src/recall-api',
    'src/bundle',
    'src/context',
    'src/context-api',
    'src/items',
    'src/session',
    'src/recall',
    'src/ports',
    'src/tools',
  ],
  'src/engine-api': [
    'src/api',
    'src/recall-api',
    'src/bundle',
    'src/context',
    'src/items',
    'src/session',
    'src/recall',
    'src/ports',
  ],
  'src/engine': [
    'src/api',
    'src/bundle',
    'src/engine-api',
    'src/recall-api',
    'src/errors',
    'src/options',
    'src/provenance',
    'src/ports',
    'src/recall',
    'src/items',
    'src/session',
    'src/context',
    'src/kernel',
  ],
  'src/adapters': ['src/ports', 'src/errors', 'src/folder-names'],
  'src/rpc': ['src/api', 'src/engine-api', 'src/errors', 'src/options', 'src/kernel', 'src/adapters', 'src/session'],
  'src/compose': ['src/api', 'src/engine-api', 'src/adapters', 'src/engine', 'src/kernel', 'src/options', 'src/ports'],
  'src/local-engine': ['src/api', 'src/engine-api', 'src/compose', 'src/kernel', 'src/options', 'src/ports'],
  'src/same-thread': [
    'src/api',
    'src/client',
    'src/compose',
    'src/engine',
    'src/engine-api',
    'src/adapters',
    'src/local-engine',
    'src/ports',
    'src/session',
  ],
  'src/worker-host': ['src/api', 'src/client', 'src/errors', 'src/rpc'],
  'src/client': [
    'src/embedding',
    'src/embedding-api',
    'src/listeners',
    'src/api',
    'src/context-client',
    'src/engine-api',
    'src/tools',
    'src/errors',
    'src/items',
    'src/recall',
    'src/recall-api',
    'src/session',
    'src/item-access',
    'src/recall-access',
    'src/transcript-access',
    'src/state-access',
    'src/bundle-access',
  ],
  'src/attempts': ['src/errors'],
  'src/item-access': [
    'src/adapters',
    'src/api',
    'src/engine-api',
    'src/items',
    'src/options',
    'src/ports',
    'src/recall',
  ],
  'src/recall-access': ['src/embedding', 'src/engine-api', 'src/items', 'src/recall', 'src/recall-api'],
  'src/transcript-access': ['src/api', 'src/engine-api', 'src/options', 'src/session'],
  'src/state-access': ['src/api', 'src/attempts', 'src/engine-api', 'src/errors', 'src/session'],
  'src/bundle-access': [
    'src/api',
    'src/attempts',
    'src/bundle',
    'src/engine-api',
    'src/errors',
    'src/options',
    'src/session',
  ],
  'src/open': [
    'src/embedding-access',
    'src/listeners',
    'src/api',
    'src/client',
    'src/compose',
    'src/context-client',
    'src/errors',
    'src/kernel',
    'src/options',
    'src/ports',
    'src/rpc',
    'src/same-thread',
    'src/state-access',
    'src/worker-host',
  ],
  'src/public': [
    'src/embedding-access',
    'src/embedding-api',
    'src/transformers',
    'src/adapters',
    'src/api',
    'src/bundle',
    'src/context',
    'src/context-api',
    'src/errors',
    'src/items',
    'src/kernel',
    'src/open',
    'src/ports',
    'src/provenance',
    'src/recall',
    'src/recall-api',
    'src/session',
  ],
  'src/tools': ['src/api', 'src/errors', 'src/recall-api'],
  'src/lenses': ['src/api', 'src/context', 'src/context-api', 'src/session'],
  'src/file-storage': ['src/adapters'],
  'src/durable-object': ['src/adapters'],
  'src/redis': ['src/adapters'],
  'src/unstorage': ['src/adapters'],
  'src/environment': ['src/context'],
  'src/index': ['src/open', 'src/kernel', 'src/public'],
  'src/workerd': ['src/open', 'src/public'],
  'src/edge-light': ['src/open', 'src/public'],
  'src/transformers': ['src/adapters', 'src/embedding', 'src/errors', 'src/options', 'src/ports', 'src/rpc'],
  'src/embedding-worker': ['src/transformers'],
  'src/embedding-access': ['src/embedding', 'src/errors', 'src/kernel', 'src/options', 'src/ports', 'src/transformers'],
  'src/listeners': [],
  'src/embedding-api': ['src/errors', 'src/ports'],
  'src/embedding': [
    'src/adapters',
    'src/api',
    'src/embedding-api',
    'src/engine-api',
    'src/errors',
    'src/listeners',
    'src/options',
    'src/ports',
    'src/recall',
  ],
  worker: ['src/adapters', 'src/kernel', 'src/local-engine', 'src/rpc', 'src/transformers'],
};

/** npm packages, and where each may stand. Everywhere else nothing but our own files is imported. */
const MAY_IMPORT_PACKAGE: Record<string, readonly string[]> = {
  idb: ['src/adapters'],
  comlink: ['src/rpc', 'worker'],
  leven: ['src/options'],
  stemmer: ['src/recall'],
  diff: ['src/session'],
  fflate: ['src/bundle'],
  '@xenova/transformers/dist/transformers.min.js': ['worker'],
  'node:crypto': ['src/adapters'],
  'node:fs/promises': ['src/adapters'],
  'node:path': ['src/adapters'],
  'node:os': ['src/adapters'],
};

/** What words, reads or packs for the app; the engine has it no more (docs/decisions/0006). Beginnings of paths. */
const APP_SIDE = [
  'src/bundle/',
  'src/context-client/',
  'src/embedding/',
  'src/listeners.ts',
  'src/items/digest.ts',
  'src/items/forget-request.ts',
  'src/items/seed-ranking.ts',
  'src/items/why-not.ts',
  'src/recall/folding.ts',
  'src/recall/seed-formula.ts',
  'src/recall/query.ts',
  'src/recall/showing.ts',
  'src/recall/snippets.ts',
  'src/session/conflict.ts',
  'src/session/diff.ts',
  'src/session/message-check.ts',
  'src/session/overview-template.ts',
  'src/session/structured-state.ts',
  'src/session/yaml-',
];

const PURE = [
  'src/recall',
  'src/items',
  'src/session',
  'src/context',
  'src/bundle',
  'src/folder-names',
  'src/option-rules',
  'src/options',
  'src/errors',
  'src/provenance',
];

const BANNED_IN_PURE: readonly (readonly [RegExp, string])[] = [
  [/\bawait\b|\basync\b|\bPromise\b/, 'a pure rule never waits: gather in the engine first'],
  [/\bDate\b|\bperformance\b/, 'time comes in as a value'],
  [/\bMath\.random\b|\bcrypto\b/, 'ids and randomness come in as values'],
  [
    /\bMath\.(pow|exp|log|log2|log10|log1p|expm1|cbrt|sin|cos|tan)\b|\*\*/,
    'engines disagree in the last bit: the kernel computes what orders',
  ],
  [/\bsetTimeout\b|\bsetInterval\b|\bfetch\b|\bindexedDB\b|\blocalStorage\b|\bnavigator\b/, 'no I/O in a pure rule'],
  [/\bWebAssembly\b/, 'a pure rule gets the kernel’s answers as plain values'],
];

const LONGEST_FILE = 300;

interface Source {
  readonly path: string;
  readonly area: string;
  readonly text: string;
  readonly imports: readonly { readonly specifier: string; readonly target?: string; readonly typeOnly: boolean }[];
}

const areaOf = (path: string): string => {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? `src/${second.replace(/\.ts$/, '')}` : top;
};

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (path.endsWith('.ts') && !path.endsWith('.d.ts')) yield path;
  }
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|[^:])\/\/.*$/gm, '$1');

const sources: readonly Source[] = [...filesIn('src'), ...filesIn('worker')]
  .filter((path) => path !== 'src/kernel/wasm-text.ts')
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const found = withoutComments(text).matchAll(
      /\b(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
    );
    const imports = [...found].map(([, typeOnly, fixed, lazy]) => {
      const specifier = fixed ?? lazy ?? '';
      const target = specifier.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), specifier)) : undefined;
      return { specifier, typeOnly: typeOnly !== undefined, ...(target !== undefined && { target }) };
    });
    return { path, area: areaOf(path), text, imports };
  });

/** Each file with the files that are loaded with it or by it: type imports aside. */
const loads: ReadonlyMap<string, readonly string[]> = new Map(
  sources.map(({ path, imports }) => [
    path,
    imports.flatMap(({ target, typeOnly }) => (target !== undefined && !typeOnly ? [target] : [])),
  ]),
);

describe('the architecture', () => {
  it('knows every area, so that a new one is a decision', () => {
    const unknown = sources.filter(({ area }) => !(area in MAY_IMPORT)).map(({ path }) => path);
    expect(unknown, 'add the area to MAY_IMPORT and to ARCHITECTURE.md').toEqual([]);
  });

  it('lets imports point one way only', () => {
    const wrong = sources.flatMap(({ path, area, imports }) =>
      imports
        .filter(({ target }) => target !== undefined && !/\.wasm(\?module)?$/.test(target))
        .filter(({ target = '' }) => areaOf(target) !== area && !MAY_IMPORT[area]?.includes(areaOf(target)))
        .map(
          ({ target }) => `${path} imports ${target}: ${area} may import ${MAY_IMPORT[area]?.join(', ') || 'nothing'}`,
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('has no import cycle, type imports aside', () => {
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      expect(trail, `cycle: ${[...trail, path].join(' → ')}`).not.toContain(path);
      if (done.has(path)) return;
      for (const next of loads.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of loads.keys()) visit(path, []);
  });

  it('keeps packages where they belong', () => {
    const wrong = sources.flatMap(({ path, area, imports }) =>
      imports
        .filter(({ target, specifier }) => target === undefined && !MAY_IMPORT_PACKAGE[specifier]?.includes(area))
        .map(
          ({ specifier }) =>
            `${path} imports the package ${specifier}: it belongs in ${MAY_IMPORT_PACKAGE[specifier] ?? 'no file'}`,
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps ports and api free of code, and pure folders pure', () => {
    const code = sources
      .filter(({ area }) => area === 'src/api' || area === 'src/engine-api')
      .filter(({ text }) => /\b(function|class|const|let)\b/.test(withoutComments(text)));
    expect(
      code.map(({ path }) => path),
      'the interfaces hold types only',
    ).toEqual([]);
    const impure = sources
      .filter(({ area }) => PURE.includes(area))
      .flatMap(({ path, text }) => {
        const plain = withoutComments(text).replace(/'[^'\n]*'|`[^`]*`/g, "''");
        return BANNED_IN_PURE.filter(([pattern]) => pattern.test(plain)).map(
          ([pattern, why]) => `${path} has ${plain.match(pattern)?.[0]}: ${why}`,
        );
      });
    expect(impure).toEqual([]);
  });

  it('lets a lens import types only, so that an app loads nothing else with it', () => {
    const loaded = sources.flatMap(({ path, area, imports }) =>
      imports
        .filter(({ target = 'a package', typeOnly }) => area === 'src/lenses' && !typeOnly && areaOf(target) !== area)
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );
    expect(loaded).toEqual([]);
  });

  it('lets the worker carry nothing that runs on the app’s side', () => {
    const carried = new Set(['worker/memory.ts']);
    // A set is walked in order of insertion, also over what is added on the way.
    for (const path of carried) for (const target of loads.get(path) ?? []) carried.add(target);
    expect(carried).toContain('src/engine/engine.ts');
    expect([...carried].filter((path) => APP_SIDE.some((beginning) => path.startsWith(beginning)))).toEqual([]);
  });

  it('writes to no console', () => {
    expect(sources.filter(({ text }) => /\bconsole\./.test(withoutComments(text))).map(({ path }) => path)).toEqual([]);
  });

  it('keeps every file within one reading', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > LONGEST_FILE).map(({ path }) => path);
    expect(long, `over ${LONGEST_FILE} lines: find the second reason to exist`).toEqual([]);
  });

  it('keeps drawers out of the tree', () => {
    const drawers = sources.filter(({ path }) => /\/(utils?|helpers?|common|types|misc|shared)(\.ts|\/)/.test(path));
    expect(
      drawers.map(({ path }) => path),
      'a thing lives with its concept',
    ).toEqual([]);
  });
});
