// Publishes the package after every check of a release. `--dry-run` does everything but publish and reports all failed
// checks, not only the first. CI runs `.ci/run` before it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './environment.mjs';

/** Conditions of a release, with the command that checks each. */
export const CHECKS = [
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

const succeeds = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

/** Runs every check, also after a failure. @returns the failed checks with their commands */
export const inTheWay = (holds) =>
  CHECKS.filter((check) => !holds(check)).map(([what, ...command]) => `${what} (${command.join(' ')})`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = inTheWay(([what, command, ...args]) => {
    console.log(`\n» ${what}`);
    return succeeds(command, args);
  });
  if (failed.length > 0) {
    console.error(`\nThis release is not ready:\n${failed.map((line) => `- ${line}`).join('\n')}`);
    process.exit(1);
  }
  const mode = process.argv.includes('--dry-run') ? '--dry-run' : '--provenance';
  process.exitCode = succeeds('npm', ['publish', '--access', 'public', mode]) ? 0 : 1;
}
