// Quick checks: types, lint, layout, and the tests nearest to what changed since the last commit. Answers within
// seconds; `npm test` runs everything.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensurePackages, root, run } from './environment.mjs';

ensurePackages();
const changed = git('diff', '--name-only', '--diff-filter=d', 'HEAD').concat(
  git('ls-files', '-o', '--exclude-standard'),
);
const files = changed.length > 0 ? changed : git('diff', '--name-only', '--diff-filter=d', 'HEAD~1', 'HEAD');

run('npx', ['tsc', '--noEmit']);
run('npx', ['oxlint', '--deny-warnings', '--quiet']);
const formatted = files.filter((file) => existsSync(join(root, file)));
if (formatted.length > 0) run('npx', ['prettier', '--check', '--ignore-unknown', ...formatted]);
run('npx', [
  'vitest',
  'run',
  '--project',
  'node',
  'test/architecture.test.ts',
  ...new Set(files.flatMap(nearestTests)),
]);

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Returns a test itself; for a source its mirror, else the tests of the nearest mirrored folder. */
function nearestTests(file) {
  if (/^test\/.*\.test\.ts$/.test(file)) return [file];
  const [, path] = /^(?:src\/|assembly\/)(.*)\.ts$/.exec(file) ?? [];
  if (path === undefined) return [];
  const mirror = file.startsWith('assembly/') ? 'test/kernel/kernel.test.ts' : `test/${path}.test.ts`;
  if (existsSync(join(root, mirror))) return [mirror];
  for (let folder = `test/${dirname(path)}`; folder !== 'test' && folder !== '.'; folder = dirname(folder)) {
    if (!existsSync(join(root, folder))) continue;
    const tests = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));
    if (tests.length > 0) return tests.map((name) => `${folder}/${name}`);
  }
  return [];
}
