// TypeScript and AssemblyScript share no declarations: both sides of the kernel write flags, records and parameters.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const caller = read('src/kernel/kernel.ts');
const declared = read('src/kernel/exports.ts');
const index = read('assembly/index.ts');
/** All of the kernel; what stands in for a part of it in another module answers the same calls. */
const kernel = (readdirSync(join(ROOT, 'assembly'), { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts') && !/none\.ts$|fast-scan\.ts$/.test(path))
  // First what the kernel exports itself: parts have functions of the same names.
  .sort((one, other) => Number(other === 'index.ts') - Number(one === 'index.ts'))
  .map((path) => read(`assembly/${path}`));

const numbersIn = (text: string): Map<string, number> =>
  new Map(
    [...text.matchAll(/const (\w+)(?:: u32)? = (\d+);/g)].map(([, name, value]) => [name as string, Number(value)]),
  );

/** Returns the names of a class's fields, in order. */
function fieldsOf(name: string): string[] {
  const body = kernel.map((text) => new RegExp(`^class ${name} \\{\n([^}]*)\\}`, 'm').exec(text)?.[1]).find(Boolean);
  return [...(body ?? '').matchAll(/^ {2}(\w+): f64;/gm)].map(([, field]) => field as string);
}

/** Returns the names under which the caller reads the places of an array, in order. */
function readFrom(array: string): string[] {
  const places: string[] = [];
  for (const [, name, at = '0'] of caller.matchAll(
    new RegExp(`(\\w+): (?:signal\\()?${array}\\[at(?: \\+ (\\d+))?\\]`, 'g'),
  ))
    places[Number(at)] = name as string;
  return places;
}

interface Parameter {
  readonly name: string;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = { bool: 'boolean', void: 'void' };

const parametersIn = (text: string): Parameter[] =>
  [...text.matchAll(/(\w+): (\w+)/g)].map(([, name, type]) => ({ name: name as string, type: type as string }));

const asCalled = (text: string): Parameter[] =>
  parametersIn(text).map(({ name, type }) => ({ name, type: TYPES[type] ?? 'number' }));

/** The functions that the caller declares, with their parameters. */
const calls = new Map(
  [...declared.matchAll(/^ {2}(\w+)\(([^)]*)\): \w+;/gm)].map(([, name, list]) => [
    name as string,
    parametersIn(list as string),
  ]),
);

/** The names that the kernel exports, with the names of the functions. */
const exported = new Map(
  [...index.matchAll(/^export (?:function (\w+)\(|\{([^}]*)\})/gm)].flatMap(([, name, list]) =>
    (name ?? (list as string)).split(',').map((each): [string, string] => {
      const [own = '', as = own] = each.trim().split(' as ');
      return [as, own];
    }),
  ),
);

/** Splits the arguments of a call that begins at an offset. */
function argumentsAt(start: number): string[] {
  const found = [''];
  for (let at = start, depth = 0; depth >= 0; at++) {
    const character = caller[at] as string;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (depth === 0 && character === ',') found.push('');
    else if (depth >= 0) found[found.length - 1] += character;
  }
  return found.map((each) => each.trim()).filter((each) => each !== '');
}

describe('on both sides of the kernel', () => {
  it('a flag is the same bit, and no two flags share one', () => {
    const items = numbersIn(read('assembly/items.ts'));
    const written = numbersIn(caller);
    for (const flag of ['PINNED', 'FORGOTTEN', 'SCOPE_SHIFT', 'QUESTION', 'TURN'])
      expect([flag, written.get(flag)]).toEqual([flag, items.get(flag)]);
    const scopes = [1, 2].map((bit) => bit << (items.get('SCOPE_SHIFT') as number));
    const bits = ['LIVE', 'PINNED', 'FORGOTTEN', 'INDEXED', 'QUESTION', 'TURN'].map((flag) => items.get(flag));
    expect(new Set([...bits, ...scopes]).size).toBe(8);
  });

  it('a hit and a similar slot have their fields in the same places', () => {
    const sizes = numbersIn(caller);
    for (const [record, array, size] of [
      ['Hit', 'fields', 'HIT_FIELDS'],
      ['Similar', 'found', 'SIMILAR_FIELDS'],
    ] as const) {
      expect(fieldsOf(record).length).toBeGreaterThan(1);
      expect(readFrom(array)).toEqual(fieldsOf(record));
      expect(sizes.get(size)).toBe(fieldsOf(record).length);
    }
  });

  it('an outcome of a vector has the same number', () => {
    const outcomes = [...(/VECTOR_OUTCOMES = \[([^\]]*)\]/.exec(caller)?.[1]?.matchAll(/'([^']+)'/g) ?? [])];
    const names = outcomes.map(([, name]) => (name as string).toUpperCase().replace('-', '_'));
    expect(names.length).toBeGreaterThan(1);
    const numbers = numbersIn(read('assembly/vectors/vectors.ts'));
    expect(names.map((name) => numbers.get(name))).toEqual([...names.keys()]);
  });

  it('the functions and their parameters are the same', () => {
    expect([...calls.keys()].sort()).toEqual([...exported.keys()].sort());
    for (const [name, parameters] of calls) {
      const own = exported.get(name) as string;
      const list = kernel.map((text) => new RegExp(`export function ${own}\\(([^)]*)\\)`).exec(text)?.[1]);
      const found = asCalled(list.find((each) => each !== undefined) as string);
      // The parameters of `configure` have names of their own: those of the caller are the settings that it sets.
      const compared = name === 'configure' ? found.map(({ type }, at) => ({ ...parameters[at], type })) : found;
      expect([name, compared]).toEqual([name, parameters]);
    }
  });

  it('an argument with the name of a parameter stands in its place', () => {
    let named = 0;
    for (const { 1: name, index: at, 0: text } of caller.matchAll(/\braw\.(\w+)\(/g)) {
      const parameters = (calls.get(name as string) as Parameter[]).map((parameter) => parameter.name);
      const given = argumentsAt(at + text.length).map(
        (each) => /^(?:\w+\.)*(\w+)(?: \?\? \w+)?$/.exec(each)?.[1] ?? '',
      );
      expect([name, given.length]).toEqual([name, parameters.length]);
      for (const [place, argument] of given.entries()) {
        if (!parameters.includes(argument)) continue;
        named++;
        expect([name, argument]).toEqual([name, parameters[place]]);
      }
    }
    expect(named).toBeGreaterThan(20);
  });
});
