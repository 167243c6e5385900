// Writes dist/llms-full.txt: the pages of llms.txt for starting and using, in its order, as one text for a model's
// window.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './environment.mjs';

/** Section for people who evaluate the package rather than use it. */
const LEFT_OUT = '## Know';
/** Long pages, whose contents are in the package's types as well. */
const TOO_LONG = /^docs\/reference\//;

export function llmsFull(read = (path) => readFileSync(root + path, 'utf8')) {
  const [index] = read('llms.txt').split(LEFT_OUT);
  const paths = ['README.md', ...Array.from(index.matchAll(/\]\(([^)]+\.md)\)/g), ([, path]) => path)];
  const parts = paths
    .filter((path) => !TOO_LONG.test(path))
    .map((path) => `<!-- ${path} -->\n\n${read(path).trim()}\n`);
  return parts.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${root}dist/llms-full.txt`, llmsFull());
