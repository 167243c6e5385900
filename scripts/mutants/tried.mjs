// Tries mutants in a copy of the tree, so that the tree itself stays unchanged.
import { execFileSync, fork } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEFT_OUT = new Set(['node_modules', 'dist', 'build', '.git', 'coverage']);
const WARM = fileURLToPath(new URL('warm-vitest.mjs', import.meta.url));

function copyOf(root) {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const entry of readdirSync(root))
    if (!LEFT_OUT.has(entry))
      cpSync(join(root, entry), join(copy, entry), {
        recursive: true,
        filter: (path) => !path.endsWith('/node_modules'),
      });
  for (const linked of ['node_modules', 'dist'])
    if (existsSync(join(root, linked))) symlinkSync(join(root, linked), join(copy, linked));
  // The copy compiles its own kernel.
  mkdirSync(join(copy, 'build'));
  for (const { name } of readdirSync(join(root, 'build'), { withFileTypes: true }).filter((one) => one.isDirectory()))
    symlinkSync(join(root, 'build', name), join(copy, 'build', name));
  return copy;
}

const KERNEL = /^assembly\//;
const KERNEL_TEXTS = ['src/kernel/wasm-text.ts', 'src/kernel/words-text.ts'];

/** @param {string} root */
export function trying(root) {
  const copy = copyOf(root);
  let vitest;
  /** Files that the last restore wrote back. */
  let restored = [];

  /** Returns the files that the tests load for a written file. */
  function loadedOf(path) {
    if (!KERNEL.test(path)) return [join(copy, path)];
    execFileSync(process.execPath, [join(copy, 'scripts/build-kernel.mjs')]);
    return KERNEL_TEXTS.map((text) => join(copy, text));
  }

  const started = async () => {
    if (vitest) return vitest;
    vitest = fork(WARM, [copy], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await new Promise((resolve) => vitest.once('message', resolve));
    return vitest;
  };
  const end = () => {
    vitest?.kill('SIGKILL');
    vitest = undefined;
  };

  /**
   * Returns the outcome of the tests; `late` alone where they did not end in time.
   * @param {number} patience time limit, ms
   */
  async function run(tests, patience, changed = []) {
    const runner = await started();
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(() => settle({ late: { title: tests.join(' '), message: 'no end' } }), patience);
      const settle = (said) => {
        clearTimeout(timer);
        runner.off('message', settle).off('exit', ended);
        resolve(said);
      };
      const ended = () => settle({ failure: { title: tests.join(' '), message: 'the process ended' } });
      runner.on('message', settle).on('exit', ended);
      runner.send({
        tests: tests.map((test) => join(copy, test)),
        changed: [...restored, ...changed],
      });
    });
    if (answer.passed === undefined) end();
    if (answer.broken) throw new Error(answer.broken);
    return answer;
  }

  return {
    run,
    /** Runs the sets of tests until one fails; without a failure, returns the first timeout, if any. */
    async tried({ path, start, end: to, to: text }, sets, patience) {
      const file = join(copy, path);
      const source = readFileSync(file, 'utf8');
      writeFileSync(file, source.slice(0, start) + text + source.slice(to));
      let late;
      try {
        const changed = loadedOf(path);
        for (const tests of sets) {
          const answer = await run(tests, patience, changed);
          // An endless loop in one set would recur in the others.
          if (answer.failure || answer.passed === undefined) return answer;
          late ??= answer.late;
        }
        return { late };
      } finally {
        writeFileSync(file, source);
        restored = loadedOf(path);
      }
    },
    close() {
      end();
      rmSync(copy, { recursive: true, force: true });
    },
  };
}
