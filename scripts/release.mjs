// Publishes the package, after everything that a release promises was checked. `--dry-run` does all but publish, and says
// everything that is in the way, not only the first. CI runs `.ci/run` before it.
import { spawnSync } from 'node:child_process';
import { root } from './environment.mjs';

const isDryRun = process.argv.includes('--dry-run');

/** What has to hold, with the command that shows it. */
const CHECKS = [
  ['names, addresses, version and changelog', 'node', 'scripts/check-release.mjs'],
  ['a build of these sources', 'node', 'scripts/build.mjs'],
  ['types, lint, layout, sizes', 'npm', 'run', '--silent', 'check'],
  ['a Chinese page as new as its English one', 'node', 'scripts/translations.mjs'],
  ['a command for every figure', 'node', 'scripts/figures.mjs'],
  [
    'notices, bill of materials, links, figures of both READMEs',
    'npx',
    'vitest',
    'run',
    '--project',
    'node',
    'test/package',
    'test/readme.test.ts',
  ],
  [
    'the tarball: content, types, publint, bundlers, runtimes, reference, examples',
    'npm',
    'run',
    '--silent',
    'test:packaging',
  ],
  ['the site: every snippet runs, every link leads somewhere', 'npm', 'run', '--silent', 'test:docs'],
];

const failed = CHECKS.filter(([what, command, ...args]) => {
  console.log(`\n» ${what}`);
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0;
});
if (failed.length > 0) {
  console.error(
    `\nThis release is not ready:\n${failed.map(([what, ...command]) => `- ${what} (${command.join(' ')})`).join('\n')}`,
  );
  process.exit(1);
}
const args = ['publish', '--access', 'public', ...(isDryRun ? ['--dry-run'] : ['--provenance'])];
process.exitCode =
  spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
