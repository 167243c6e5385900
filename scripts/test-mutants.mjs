// `npm run test:mutants [-- --sample 150 --seed 1 --minutes 55 --under src/tree]`: changes the source in one place at a
// time and runs the tests that stand nearest. A change that no test notices is printed. Not part of CI.
//
// The known mutants of scripts/mutants.json come first; rules make the others, and a seed draws the sample. Works on a
// copy, so the tree stays as it is.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAst } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '55' },
    under: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

/** Folders with rules, and where the tests of each stand: near ones by name, then these. */
const ROOMS = {
  'src/items': ['test/items', 'test/seeds/000.test.ts', 'test/seeds/004.test.ts', 'test/engine/session.test.ts'],
  'src/recall': ['test/recall', 'test/seeds/004.test.ts', 'test/engine/recall.test.ts'],
  'src/tree': ['test/tree', 'test/engine/tree.test.ts', 'test/tools/note-tool.test.ts'],
  'src/context': ['test/context', 'test/seeds/001.test.ts', 'test/seeds/002.test.ts', 'test/client/context'],
};

const SWAPPED = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
};

/** What stands in a node's place; each of them is one mutant. */
function changesOf(node, source) {
  const text = ({ start, end }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = SWAPPED[node.operator];
      // Without types, a sum may be of texts: taking one from the other would not run.
      const isText = node.operator === '+' && /['"`]/.test(text(node));
      return other && !isText ? [`(${text(node.left)}) ${other} (${text(node.right)})`] : [];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [text(node.argument)] : [];
    case 'Literal':
      return typeof node.value === 'number' ? [String(node.value + 1)] : [];
    case 'ConditionalExpression':
      return [`(${text(node.consequent)})`, `(${text(node.alternate)})`];
    case 'IfStatement':
      return node.alternate ? [] : [`if (false) ${text(node.consequent)}`];
    case 'ExpressionStatement':
      return ['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'YieldExpression'].includes(
        node.expression.type,
      )
        ? [';']
        : [];
    default:
      return [];
  }
}

function* nodesIn(node) {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (node && typeof node === 'object') {
    // Types hold no rule.
    if (typeof node.type === 'string' && node.type.startsWith('TS') && !node.type.startsWith('TSAs')) return;
    if (typeof node.type === 'string') yield node;
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') yield* nodesIn(value);
  }
}

function mutantsOf(path) {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const mutants = [];
  for (const node of nodesIn(parseAst(source, { lang: 'ts' }).body)) {
    for (const to of changesOf(node, source)) mutants.push({ path, start: node.start, end: node.end, to });
  }
  return mutants;
}

const filesUnder = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    // Sentences are for their readers.
    .filter((path) => !path.includes('/words/'));

/** A small generator of 32 bits: one seed gives one sample. */
function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function sampleOf(all, count, seed) {
  const draw = drawing(seed);
  const left = [...all];
  const sample = [];
  while (sample.length < count && left.length > 0) sample.push(...left.splice(Math.floor(draw() * left.length), 1));
  return sample;
}

function known() {
  const list = JSON.parse(readFileSync(join(ROOT, 'scripts/mutants.json'), 'utf8'));
  return list.map(({ name, file, from, to, tests }) => {
    const start = readFileSync(join(ROOT, file), 'utf8').indexOf(from);
    if (start < 0) throw new Error(`${name}: ${file} has no "${from}"`);
    return { name, path: file, start, end: start + from.length, to, tests };
  });
}

/** Two sets: what stands nearest, and the rest of the room. */
function testsFor({ path, tests }) {
  const [room, others] = Object.entries(ROOMS).find(([folder]) => path.startsWith(`${folder}/`)) ?? ['', []];
  const folder = dirname(path).replace(/^src/, 'test');
  const name = `${basename(path, '.ts')}.test.ts`;
  const near =
    tests ?? [join(folder, name), folder].filter((place) => place !== 'test' && existsSync(join(ROOT, place)));
  return [near, others].filter((set) => room !== '' && set.length > 0);
}

const where = ({ path, start, end, to }) => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const short = (text) => text.replace(/\s+/g, ' ').slice(0, 90);
  return `${path}:${line}  ${short(source.slice(start, end))}  →  ${short(to)}`;
};

const all = Object.keys(ROOMS)
  .flatMap(filesUnder)
  .filter((path) => path.startsWith(values.under))
  .flatMap(mutantsOf);
const listed = known().filter(({ path }) => path.startsWith(values.under));
const chosen = [...listed, ...sampleOf(all, Number(values.sample), Number(values.seed))];
console.log(
  `${all.length} mutants by rules; ${listed.length} known, ${chosen.length - listed.length} drawn (seed ${values.seed})`,
);
if (values.list) {
  for (const mutant of chosen) console.log(where(mutant));
  process.exit(0);
}

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'coverage']);
for (const entry of readdirSync(ROOT))
  if (!LEFT_OUT.has(entry)) cpSync(join(ROOT, entry), join(copy, entry), { recursive: true });
for (const linked of ['node_modules', 'dist'])
  if (existsSync(join(ROOT, linked))) symlinkSync(join(ROOT, linked), join(copy, linked));

/** Whether the tests notice it; one that ends in no time has changed something, too. */
function isKilled(mutant) {
  const file = join(copy, mutant.path);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end));
  try {
    return testsFor(mutant).some((tests) => {
      const args = ['vitest', 'run', '--project', 'node', '--bail', '1', ...tests];
      const { status, signal } = spawnSync('npx', args, { cwd: copy, stdio: 'ignore', timeout: 300_000 });
      return status !== 0 || signal !== null;
    });
  } finally {
    writeFileSync(file, source);
  }
}

const until = Date.now() + Number(values.minutes) * 60_000;
const survivors = [];
let tried = 0;
try {
  for (const mutant of chosen) {
    if (Date.now() > until) break;
    tried++;
    if (isKilled(mutant)) continue;
    survivors.push(mutant);
    console.log(`survived: ${mutant.name ? `(${mutant.name}) ` : ''}${where(mutant)}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const killed = tried - survivors.length;
console.log(
  `${tried} of ${chosen.length} tried, ${killed} killed (${((100 * killed) / Math.max(1, tried)).toFixed(1)} %), ${survivors.length} survived`,
);
process.exitCode = killed >= 0.95 * tried ? 0 : 1;
