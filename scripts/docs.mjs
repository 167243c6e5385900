// `npm run docs [-- dev]`: the site over docs/ into build/site, or a server that follows the documents as they are written.
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { ensurePackages, root, run } from './environment.mjs';

const OUT = 'build/site';
/** Beside the pages, for models. */
const TEXTS = { 'llms.txt': 'llms.txt', 'dist/llms-full.txt': 'llms-full.txt' };

export function docs(command = 'build') {
  build();
  ensurePackages('site');
  run('node', ['scripts/drawings.mjs']);
  run('node', ['site/node_modules/vitepress/bin/vitepress.js', command, 'site']);
  mkdirSync(root + OUT, { recursive: true });
  for (const [from, to] of Object.entries(TEXTS)) copyFileSync(root + from, `${root}${OUT}/${to}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) docs(process.argv[2]);
