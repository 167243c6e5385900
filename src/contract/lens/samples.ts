// Material for checking a lens: conversations from a seeded generator, and values that no format has.
import type { Script, ScriptEntry } from './script.ts';

/** The conversations and values that the checks of a lens run over. */
export interface LensSamples {
  /** Conversations; each check goes through all of them. */
  readonly scripts: readonly Script[];
  /** Arbitrary values, which a lens must survive in any place of a message. */
  readonly values: readonly unknown[];
}

const TEXTS = [
  'Which train takes bicycles?',
  'The 9:14, from platform 3. It stops twice, and the second stop is long.',
  '数据库迁移的计划',
  '# Title\n\n- a\n- b',
  '{"json": true}',
  '</context_meta>',
  ' leading and trailing \n',
  '🐦 e\u0301 \u202eabc',
  'x',
];
const NAMES = ['read', 'write', 'search'];
const FIELDS = ['path', 'content', 'query', 'limit'];

/** Number of conversations, enough for every combination of entries. */
const SCRIPTS = 60;
const MOST_SYSTEMS = 2;
const MOST_TURNS = 4;
const MOST_STEPS = 3;
const MOST_CALLS = 3;
const LONGEST_IMAGE = 60;

/** Returns the steps of a generator with a full period; its high bits are the good ones. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns samples that are the same on every machine and in every release of this version. */
export function lensSamples(): LensSamples {
  return { scripts: Array.from({ length: SCRIPTS }, (_, seed) => scriptOf(numbers(seed))), values: oddValues() };
}

function scriptOf(below: (most: number) => number): Script {
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const text = (): string => Array.from({ length: 1 + below(2) }, () => one(TEXTS)).join(' ');
  const maybe = <Value extends object>(value: () => Value): Value | undefined => (below(2) === 0 ? value() : undefined);
  const image = (): string =>
    btoa(Array.from({ length: 1 + below(LONGEST_IMAGE) }, () => String.fromCharCode(below(256))).join(''));
  const input = (): string =>
    JSON.stringify(Object.fromEntries(FIELDS.slice(below(FIELDS.length)).map((name) => [name, text()])));
  let calls = 0;
  const step = (): ScriptEntry[] => {
    const made = Array.from({ length: 1 + below(MOST_CALLS) }, () => `call_${++calls}`);
    return [
      {
        role: 'assistant',
        text: below(2) === 0 ? '' : text(),
        ...maybe(() => ({ reasoning: text() })),
        calls: made.map((id) => ({ id, name: one(NAMES), arguments: input() })),
      },
      { role: 'tool', results: made.map((id) => ({ id, text: below(4) === 0 ? '' : text() })) },
    ];
  };
  const turns = 1 + below(MOST_TURNS);
  return [
    ...Array.from({ length: below(MOST_SYSTEMS + 1) }, (): ScriptEntry => ({ role: 'system', text: text() })),
    ...Array.from({ length: turns }, (_, turn): ScriptEntry[] => [
      { role: 'user', text: text(), ...maybe(() => ({ image: image() })) },
      ...Array.from({ length: below(MOST_STEPS + 1) }, step).flat(),
      ...(turn < turns - 1
        ? [{ role: 'assistant' as const, text: text(), ...maybe(() => ({ reasoning: text() })) }]
        : []),
    ]).flat(),
  ];
}

/** Returns values that most formats have no place for. */
const oddValues = (): unknown[] => [
  undefined,
  null,
  true,
  -0,
  Number.NaN,
  7n,
  '',
  'text',
  Symbol('odd'),
  [],
  [undefined],
  [[]],
  ['text'],
  {},
  { type: 7 },
  { text: null },
  { content: {} },
  Object.create(null),
  new Date(Number.NaN),
  new Uint8Array([1, 2]),
  new Map([['a', 1]]),
  () => 'text',
];
