// Checks every import and every declaration against the rules of architecture.json.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Kind {
  readonly side: 'both' | 'app' | 'owner';
  readonly may: string;
}

interface Room {
  /** A folder, also one inside another room, or one file directly in src/. */
  readonly room: string;
  readonly kind: string;
  /** Rooms of src/ by their name. */
  readonly imports: readonly string[];
  readonly packages?: readonly string[];
}

const { kinds, rooms }: { kinds: Record<string, Kind>; rooms: readonly Room[] } = JSON.parse(
  readFileSync(join(ROOT, 'architecture.json'), 'utf8'),
);

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

/** `a = 10,` among parameters or destructured names, `?? 10`, `const DEFAULT_A = 10`; 0 and 1 are no policy. */
const DEFAULT_NUMBER =
  /(?:(?<=[{,(]\s*)\w+(?::\s*[\w.|[\]'"]+)?\s*=|\?\?|\bDEFAULT\w*\s*=)\s*-?(?![01]\b(?!\.))\d[\d_.e]*(?=\s*[,;)}])/g;

/** Default numbers outside options.ts that are allowed, each with why. */
const DEFAULT_NUMBERS: Readonly<Record<string, string>> = {
  'src/engine/recall/hits.ts: ?? 0.5': 'the weight of a text without importance in the formula of a score',
};

const PACKAGE_ENTRIES = new Set(
  Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).exports as object).map((entry) =>
    entry.replace('.', 'working-memory'),
  ),
);

const MOST_LINES = 300;
/** Files that lie directly in one folder. */
const MOST_FILES = 12;

interface Import {
  readonly specifier: string;
  /** Path of the file, unless it is a package. */
  readonly target?: string;
  readonly typeOnly: boolean;
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (/\.tsx?$/.test(path) && !path.endsWith('.d.ts')) yield path;
  }
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|[^:])\/\/.*$/gm, '$1');

/** String and template literals, without their quotes; no pattern literals. */
const literalsIn = (text: string): string[] =>
  [...withoutComments(text).matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );

/** Removes the arguments of calls that make an error, which developers read. */
function withoutErrors(text: string): string {
  const opening = /\bnew WorkingMemoryError\(/g;
  let rest = '';
  let from = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    let depth = 1;
    let at = opening.lastIndex;
    for (; depth > 0 && at < text.length; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    rest += text.slice(from, found.index);
    from = opening.lastIndex = at;
  }
  return rest + text.slice(from);
}

const sources: readonly Source[] = [...filesIn('src'), ...filesIn('worker')]
  .filter((path) => !/^src\/kernel\/.*-text\.ts$/.test(path))
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
    return { path, text, imports };
  });

/** The innermost: a room inside another one has rules of its own. */
const roomOf = (path: string): Room | undefined =>
  rooms
    .filter(({ room }) => path === room || path.startsWith(`${room}/`))
    .reduce<Room | undefined>(
      (inner, each) => (inner && inner.room.length > each.room.length ? inner : each),
      undefined,
    );

const nameOf = ({ room }: Room): string => room.replace(/^src\//, '').replace(/\.ts$/, '');

const kindOf = (path: string): string => roomOf(path)?.kind ?? 'no room';

/** Each import of one of our own files, with both rooms. The kernel's wasm is no file of ours. */
const arrows = sources.flatMap(({ path, imports }) =>
  imports.flatMap(({ target, typeOnly }) =>
    target === undefined || /\.wasm(\?module)?$/.test(target) ? [] : [{ path, target, typeOnly }],
  ),
);

describe('the rooms', () => {
  it('hold every file, so that a new room is a decision', () => {
    const homeless = sources.map(({ path }) => path).filter((path) => !roomOf(path));
    expect(homeless, 'move it into a room, or give it one in architecture.json').toEqual([]);
    expect(rooms.filter(({ kind }) => !kinds[kind])).toEqual([]);
  });

  it('may hold another room, whose rules are its own', () => {
    expect(roomOf('src/tree/paths.ts')?.room).toBe('src/tree');
    expect(roomOf('src/tree/state/yaml.ts')?.room).toBe('src/tree/state');
    const empty = rooms.filter((room) => !sources.some(({ path }) => roomOf(path) === room));
    expect(empty.map(({ room }) => room)).toEqual([]);
  });

  it('are imported one way only: a room knows nothing of what stands below it', () => {
    const upwards = rooms.flatMap((room, place) =>
      room.imports.filter((name) => !rooms.slice(0, place).some((above) => nameOf(above) === name)),
    );
    expect(upwards, 'rooms stand in the order of their imports').toEqual([]);
    const wrong = arrows.flatMap(({ path, target }) => {
      const [from, to] = [roomOf(path), roomOf(target)];
      if (!from || !to || from === to || from.imports.includes(nameOf(to))) return [];
      return [`${path} imports ${target}: ${from.room} may import ${from.imports.join(', ') || 'nothing'}`];
    });
    expect(wrong).toEqual([]);
  });

  it('import nothing that they need not, so that the table tells the truth', () => {
    const unused = rooms.flatMap((room) =>
      room.imports
        .filter((name) => {
          const used = (target: string): boolean => nameOf(roomOf(target) ?? room) === name;
          return !arrows.some(({ path, target }) => roomOf(path) === room && used(target));
        })
        .map((name) => `${room.room} does not import ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('keep packages where they belong', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, specifier }) => target === undefined && !roomOf(path)?.packages?.includes(specifier))
        .map(({ specifier }) => `${path} imports the package ${specifier}`),
    );
    expect(wrong, 'architecture.json says which room may').toEqual([]);
  });

  it('stand in ARCHITECTURE.md as they are', () => {
    const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const missing = rooms
      .map(({ room, kind, imports }) => ({
        room,
        row: `| \`${room}${room.endsWith('.ts') ? '' : '/'}\` | ${kind} |`,
        imports,
      }))
      .filter(({ row, imports }) => {
        const line = page.split('\n').find((each) => each.startsWith(row));
        return !line?.includes(`| ${imports.join(', ')}`);
      })
      .map(({ room }) => room);
    expect(missing, 'run npm run architecture').toEqual([]);
  });
});

describe('the kinds', () => {
  it('keep types free of code', () => {
    const code = sources
      .filter(({ path }) => kindOf(path) === 'types')
      // `<const Message>` is a type parameter.
      .filter(({ text }) => /\b(function|class|let)\b|(?<![<,]\s*)\bconst\b/.test(withoutComments(text)));
    expect(code.map(({ path }) => path)).toEqual([]);
  });

  it('keep pure rooms pure', () => {
    const impure = sources
      .filter(({ path }) => kindOf(path).startsWith('pure'))
      .flatMap(({ path, text }) => {
        const plain = withoutComments(text).replace(/'[^'\n]*'|`[^`]*`/g, "''");
        return BANNED_IN_PURE.filter(([pattern]) => pattern.test(plain)).map(
          ([pattern, why]) => `${path} has ${plain.match(pattern)?.[0]}: ${why}`,
        );
      });
    expect(impure).toEqual([]);
  });

  it('keep the engine and the app’s side apart', () => {
    const wrong = arrows.filter(
      ({ path, target }) =>
        (kindOf(path) === 'engine' && kindOf(target) === 'client') ||
        (kindOf(path) === 'client' && kindOf(target) === 'engine'),
    );
    expect(wrong.map(({ path, target }) => `${path} imports ${target}`)).toEqual([]);
  });

  it('let the worker carry nothing of the app’s side', () => {
    const carried = new Set(['worker/memory.ts']);
    // A set is walked in order of insertion, also over what is added on the way.
    for (const from of carried) {
      for (const { path, target, typeOnly } of arrows) if (path === from && !typeOnly) carried.add(target);
    }
    expect(carried).toContain('src/engine/engine.ts');
    const strangers = [...carried].filter((path) => kinds[kindOf(path)]?.side === 'app');
    expect(strangers).toEqual([]);
  });

  it('let a lens import types only, so that an app loads nothing else with it', () => {
    const loaded = arrows.filter(
      ({ path, target, typeOnly }) =>
        path.startsWith('src/sdks/lenses/') && !typeOnly && !target.startsWith('src/sdks/lenses/'),
    );
    expect(loaded.map(({ path, target }) => `${path} imports ${target}`)).toEqual([]);
  });

  it('let entries say only what they pass on', () => {
    const doing = sources
      .filter(({ path }) => path.startsWith('src/entries/'))
      .filter(({ text }) => /\b(function|class|let|if|for|while)\b|=>\s*\{/.test(withoutComments(text)));
    expect(doing.map(({ path }) => path)).toEqual([]);
  });
});

describe('the files', () => {
  it('have no import cycle, type imports included', () => {
    const next = new Map<string, string[]>();
    for (const { path, target } of arrows) next.set(path, [...(next.get(path) ?? []), target]);
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      expect(trail, `cycle: ${[...trail, path].join(' → ')}`).not.toContain(path);
      if (done.has(path)) return;
      for (const target of next.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    };
    for (const { path } of sources) visit(path, []);
  });

  it('keep every default number in options.ts and policy.ts', () => {
    const found = sources
      .filter(({ path }) => path !== 'src/options/options.ts' && path !== 'src/options/policy.ts')
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(DEFAULT_NUMBER)].map(([number]) => `${path}: ${number}`),
      );
    expect(found, 'give it a name in src/options/, or say here why it is no default').toEqual(
      Object.keys(DEFAULT_NUMBERS),
    );
  });

  it('leave the grammar of paths to src/tree/paths.ts', () => {
    // Keys of two storages that begin with the name of the package, and the files that hold sentences.
    const exempt = /^src\/(tree\/paths|storage\/durable-object\/keys|storage\/unstorage\/records)\.ts$|\/words\//;
    const beginsPath = /(?:^|[}/])(?:working-memory|detail|archive)\/[^<\s]*$/;
    const built = sources
      .filter(({ path }) => !exempt.test(path))
      .flatMap(({ path, text }) =>
        literalsIn(text)
          .filter((literal) => beginsPath.test(literal) && !PACKAGE_ENTRIES.has(literal))
          .map((literal) => `${path} has '${literal}'`),
      );
    expect(built, 'use withTreeFolder, withoutTreeFolder, isInFolder or inFolder').toEqual([]);
  });

  it('leave every sentence for a model to the wording files', () => {
    const speaking = sources.filter(
      // Anthropic's memory tool prescribes its answers to the letter, in English alone.
      ({ path }) => /^src\/(context|tools)\//.test(path) && !/\/(words|anthropic)\//.test(path),
    );
    const isSentence = (literal: string): boolean =>
      !literal.includes('|') &&
      literal !== literal.toUpperCase() &&
      (/^[^\p{L}^]*\p{Lu}\p{Ll}*(?: \S+){2,}/u.test(literal) || /\p{Script=Han}{4,}/u.test(literal));
    const worded = speaking.flatMap(({ path, text }) =>
      literalsIn(withoutErrors(text))
        .filter(isSentence)
        .map((literal) => `${path} says '${literal}'`),
    );
    expect(worded, 'a model may read Chinese: put it into words/').toEqual([]);
  });

  it('give an exported type one meaning', () => {
    const declarations = new Map<string, { readonly path: string; readonly isExported: boolean }[]>();
    for (const { path, text } of sources.filter(({ path }) => path.startsWith('src/'))) {
      const found = withoutComments(text).matchAll(
        /^[ \t]*(export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|class|type(?=\s+\w+\s*[=<]))\s+(\w+)/gm,
      );
      for (const [, isExported, name = ''] of found) {
        const known = declarations.get(name) ?? [];
        declarations.set(name, [...known, { path, isExported: isExported !== undefined }]);
      }
    }
    expect(declarations.get('WorkingMemory')).toEqual([{ path: 'src/api/memory.ts', isExported: true }]);
    const twice = [...declarations]
      .filter(([, all]) => all.length > 1 && all.some(({ isExported }) => isExported))
      .map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(', ')}`);
    expect(twice, 'a reader who meets the name must know which one: give one of them another').toEqual([]);
  });

  it('write to no console, but for the option that asks for it', () => {
    const writing = sources.filter(({ text }) => /\bconsole\./.test(withoutComments(text))).map(({ path }) => path);
    expect(writing).toEqual(['src/client/observing/console-log.ts']);
  });

  it('stay within one reading', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > MOST_LINES).map(({ path }) => path);
    expect(long, `over ${MOST_LINES} lines: find the second reason to exist`).toEqual([]);
  });

  it('share their folder with few others', () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const full = [...counts].filter(([folder, count]) => count > MOST_FILES && folder !== 'src/entries');
    expect(full, `over ${MOST_FILES} files: give the folder rooms`).toEqual([]);
  });

  it('lie in no drawer', () => {
    const drawers = sources.filter(({ path }) => /\/(utils?|helpers?|common|types|misc|shared)(\.ts|\/)/.test(path));
    expect(
      drawers.map(({ path }) => path),
      'a thing lives with its concept',
    ).toEqual([]);
  });
});
