// `npm run test:mutants [-- --sample 150 --seed 1 --minutes 55 --under src/tree]`: changes the source in one place at a
// time and runs the tests that can notice it, nearest first. A mutant is killed if a test fails; a timeout is listed
// and counts neither way. Prints each change that no test notices; `--under src/tree/paths.ts:12` tries those of one
// line. Not part of CI.
//
// Tries the known mutants first, including those of the engine and of the kernel, which is recompiled for each. Rules
// make the others, and a seed draws the sample. Mutants that change nothing noticeable are listed with the reason and
// skipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { nearestTests, roomOf, rooms } from './mutants/nearest-tests.mjs';
import { mutantsOf, sampleOf } from './mutants/rules.mjs';
import { trying } from './mutants/tried.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Time limit of the unchanged tests, ms. */
const PATIENCE = 600_000;
/** Time limit of mutated tests, as a multiple of the room's unchanged tests a moment ago. */
const SLOWER = 4;
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '55' },
    under: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const sourceOf = (path) => readFileSync(join(ROOT, path), 'utf8');
const plain = (text) => text.replace(/\s+/g, ' ');

const filesUnder = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    // Wording is for its readers and holds no rules.
    .filter((path) => !path.includes('/words/'))
    .sort();

const listed = (name) => JSON.parse(readFileSync(join(ROOT, `scripts/mutants/${name}.json`), 'utf8'));

function known() {
  return listed('known').map(({ name, file, from, to, tests }) => {
    const start = sourceOf(file).indexOf(from);
    if (start < 0) throw new Error(`${name}: ${file} has no "${from}"`);
    return { name, path: file, start, end: start + from.length, to, tests };
  });
}

const lineOf = ({ path, start }) => {
  const source = sourceOf(path);
  return source.slice(source.lastIndexOf('\n', start - 1) + 1, source.indexOf('\n', start)).trim();
};
const equivalent = listed('equivalent');
/** A mutant that changes only a number is identified by its line as well. */
const isEquivalent = (mutant) => {
  const { path, start, end } = mutant;
  const [from, to] = [sourceOf(path).slice(start, end), mutant.to].map(plain);
  return equivalent.some(
    (one) =>
      one.file === path &&
      one.from === from &&
      one.to === to &&
      (one.line === undefined || one.line === lineOf(mutant)),
  );
};

const placeOf = ({ path, start }) => {
  const lines = sourceOf(path).slice(0, start).split('\n');
  return `${path}:${lines.length}:${lines.at(-1).length + 1}`;
};
const where = (mutant) => {
  const { name, path, start, end, to } = mutant;
  return `${name ? `(${name}) ` : ''}${placeOf(mutant)}  ${plain(sourceOf(path).slice(start, end)).slice(0, 90)}  →  ${plain(to).slice(0, 90)}`;
};
const isAsked = (mutant) => placeOf(mutant).startsWith(values.under);

const all = rooms
  .flatMap(filesUnder)
  .filter((path) => values.under.startsWith(path) || path.startsWith(values.under))
  .flatMap((path) => mutantsOf(ROOT, path))
  .filter(isAsked);
const first = known().filter(isAsked);
const drawn = sampleOf(all, Number(values.sample), Number(values.seed), sourceOf);
const chosen = [...first, ...drawn.filter((mutant) => !isEquivalent(mutant))];
console.log(
  `${all.length} mutants by rules; ${first.length} known, ${drawn.length} drawn (seed ${values.seed}), ${first.length + drawn.length - chosen.length} of them change nothing`,
);
if (values.list) {
  for (const mutant of chosen) console.log(where(mutant));
  process.exit(0);
}

build();
const nearest = nearestTests(ROOT);
const { run, tried, close } = trying(ROOT);
process.on('SIGINT', () => process.exit(1)).on('exit', close);

const seconds = () => Math.round(performance.now() / 1000);
const elsewhere = chosen.filter(({ path }) => !roomOf(path)).flatMap((mutant) => nearest.of(mutant).flat());
const roomFor = ({ path }) => roomOf(path) ?? 'elsewhere';
const patience = new Map();
for (const room of new Set(chosen.map(roomFor))) {
  const began = performance.now();
  const { passed, failure, late } = await run(room === 'elsewhere' ? elsewhere : nearest.ofRoom(room), PATIENCE);
  patience.set(room, SLOWER * (performance.now() - began));
  if (failure ?? late)
    throw new Error(`Without a change, "${(failure ?? late).title}" fails: ${(failure ?? late).message}`);
  console.log(`${room}: ${passed} tests pass without a change (${seconds()} s)`);
}

const counts = { killed: 0, survived: 0, late: 0 };
for (const mutant of chosen) {
  if (seconds() > Number(values.minutes) * 60) break;
  const { failure, late } = await tried(mutant, nearest.of(mutant), patience.get(roomFor(mutant)));
  const end = failure ? 'killed' : late ? 'late' : 'survived';
  counts[end]++;
  if (end !== 'killed' || values.verbose)
    console.log(
      `${end}: ${where(mutant)}${end === 'survived' ? '' : `  (${plain((failure ?? late).title).slice(0, 120)})`}`,
    );
}
const { killed, survived, late } = counts;
const share = killed / Math.max(1, killed + survived);
console.log(
  `${killed + survived + late} of ${chosen.length} tried in ${seconds()} s: ${killed} killed (${(100 * share).toFixed(1)} %), ${survived} survived, ${late} came late`,
);
process.exit(share >= 0.95 ? 0 : 1);
