// Builds whatever is missing or older than its sources: kernel, package, demo.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { ensurePackages, root, run } from './environment.mjs';

const newest = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(`${path}/${name}`)));
};

const isStale = (output, sources) =>
  !existsSync(root + output) ||
  Math.max(...sources.map((source) => newest(root + source))) > statSync(root + output).mtimeMs;

const CONFIG = [
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/bundled-licences.ts',
];

export function build() {
  ensurePackages();
  run('node', ['scripts/build-kernel.mjs']);
  if (isStale('dist/types/src/entries/index.d.ts', ['src', 'worker', 'cli', ...CONFIG]))
    run('npm', ['run', '--silent', 'build:package']);
  if (isStale('dist/llms-full.txt', ['docs', 'README.md', 'AGENTS.md', 'llms.txt']))
    run('node', ['scripts/llms-full.mjs']);
  if (isStale('build/demo/index.html', ['demo', 'replay', 'docs/embeddings.md', 'dist/index.js', 'vite.config.ts']))
    run('npm', ['run', '--silent', 'build:demo']);
}

if (process.argv[1] === new URL(import.meta.url).pathname) build();
