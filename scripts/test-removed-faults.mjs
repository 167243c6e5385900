// `npm run test:removed-faults [-- F16 F57 --under test/faults --minutes M]`: removes each fault of
// docs/threat-model.md from its test, and expects every test that names the fault to fail. A test that passes without
// its fault proves nothing.
//
// test/faults/removed.json says how to remove a fault. Works on a copy of the tree. Not part of CI.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { ensureChromium } from './environment.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, under: { type: 'string', default: 'test' } },
  allowPositionals: true,
});

/** Test commands by kind of file, those with the fewest requirements first. */
const RUNNERS = [
  [/\.test\.ts$/, ['--project', 'node']],
  [/\.slow\.ts$/, ['--project', 'slow-node']],
  [/\.slow\.browser\.ts$/, ['--project', 'slow-chromium']],
  [/\.browser\.ts$/, ['--project', 'chromium']],
  [/\.slow\.pages\.ts$/, ['--project', 'slow-pages']],
  [/\.pages\.ts$/, ['--project', 'pages']],
  [/\.faults\.ts$/, ['--config', 'test/faults/chromium/vitest.config.ts', '--root', '.']],
  [/\.packaging\.ts$/, ['--config', 'test/packaging/vitest.config.ts', '--root', '.']],
];
const PACKED = RUNNERS.length - 1;
const kindOf = ({ test, run = test }) => RUNNERS.findIndex(([name]) => name.test(run));

/** A test that cannot even run has not noticed the missing fault. */
const BROKEN = /^(ReferenceError|SyntaxError)/;

/** Reasons printed per entry, so that a reader can check that its tests fail for the right one. */
const MOST_REASONS = 4;

const all = JSON.parse(readFileSync(join(ROOT, 'test/faults/removed.json'), 'utf8'));
const chosen = all
  .filter(({ test }) => test.startsWith(values.under))
  .filter(({ faults }) => positionals.length === 0 || faults.some((id) => positionals.includes(id)))
  .sort((one, other) => kindOf(one) - kindOf(other));

build();
ensureChromium();
mkdirSync(join(ROOT, 'build'), { recursive: true });
const copy = mkdtempSync(join(ROOT, 'build/removed-'));
const LINKED = ['node_modules', 'dist'];
const LEFT_OUT = new Set([...LINKED, 'build', '.git', 'coverage']);
const filter = (path) => basename(path) !== 'node_modules';
for (const entry of readdirSync(ROOT))
  if (!LEFT_OUT.has(entry)) cpSync(join(ROOT, entry), join(copy, entry), { recursive: true, filter });
for (const name of LINKED) if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(copy, name));

/** Tests of the packed package find it under this name. */
function pack() {
  spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', copy], { cwd: ROOT });
  process.env.WORKING_MEMORY_TARBALL = join(
    copy,
    readdirSync(copy).find((name) => name.endsWith('.tgz')),
  );
}

/** Returns the results of the tests that name these faults. */
function play({ faults, test, run = test }) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['vitest', 'run', ...RUNNERS[kindOf({ run })][1], run, '-t', faults.join('|'), '--retry', '0'];
  const { stderr } = spawnSync('npx', [...args, '--reporter', 'json', '--outputFile', report], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, CI: 'true' },
    timeout: 900_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (!existsSync(report)) return { results: [], complaint: stderr };
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults;
  const results = files.flatMap(({ assertionResults }) => assertionResults);
  return {
    results: results.filter(({ status }) => status === 'passed' || status === 'failed'),
    complaint: files.map(({ message }) => message).join('\n') || stderr,
  };
}

/** Returns the problems of an entry; empty when each of its tests fails without the fault. */
function unnoticed(entry) {
  const before = new Map();
  for (const { file = entry.test, from, to } of entry.without) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, source);
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
  }
  try {
    const { results, complaint } = play(entry);
    if (results.length === 0) return [`no test ran: ${complaint.slice(0, 600)}`];
    const failed = results.filter(({ status }) => status === 'failed');
    const reasons = new Set(failed.map(({ failureMessages }) => failureMessages[0]?.split('\n')[0]?.slice(0, 160)));
    for (const reason of [...reasons].slice(0, MOST_REASONS)) console.log(`  fails: ${reason}`);
    return results.flatMap(({ fullName, status, failureMessages: [message = ''] }) => {
      if (status === 'passed') return [`passes without its fault: ${fullName}`];
      return BROKEN.test(message) ? [`cannot run without its fault: ${fullName}`] : [];
    });
  } finally {
    for (const [path, source] of before) writeFileSync(path, source);
  }
}

const until = Date.now() + Number(values.minutes) * 60_000;
const wrong = [];
let tried = 0;
try {
  if (chosen.some((entry) => kindOf(entry) === PACKED)) pack();
  for (const entry of chosen) {
    if (Date.now() > until) break;
    tried++;
    const name = `${entry.faults.join(', ')} in ${entry.test}`;
    console.log(name);
    for (const what of unnoticed(entry)) {
      wrong.push(`${name}: ${what}`);
      console.log(`  ${what}`);
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${tried} of ${chosen.length} entries tried, ${wrong.length} tests did not notice it`);
for (const each of wrong) console.log(`  ${each}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
