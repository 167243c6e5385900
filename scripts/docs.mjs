// `npm run docs [-- dev]`: builds the site over docs/ into build/site, or serves it and follows changes of the
// documents.
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { ensurePackages, root, run } from './environment.mjs';

const OUT = 'build/site';
/** Texts for models, served beside the pages. */
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
