// Checks that Chinese pages are up to date: each carries a comment with a hash of the English page's text that it
// translates. `--write` updates the hashes, once the translations are current.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './environment.mjs';

const STAMP = /^<!-- says ([\w./-]+) of ([0-9a-f]{12}) -->\n/m;

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Returns the Chinese pages, each with its English original. */
export const pairs = (names = readdirSync(`${root}docs/zh`, { recursive: true })) =>
  new Map([
    ['README.zh-CN.md', 'README.md'],
    ...names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => [`docs/zh/${name}`, `docs/${name}`]),
  ]);

/** @returns a message for each outdated translation */
export function outdated(read, translations) {
  return [...translations].flatMap(([page, original]) => {
    const [, named, hash] = STAMP.exec(read(page)) ?? [];
    if (named !== original) return [`${page} does not say that it translates ${original}`];
    return hash === hashOf(read(original)) ? [] : [`${page} is older than ${original}`];
  });
}

/** Returns the page with the hash of the current original below its title. */
export const stamped = (page, original, text) => {
  const stamp = `<!-- says ${original} of ${hashOf(text)} -->\n`;
  const bare = page.replace(STAMP, '');
  return STAMP.test(page) ? page.replace(STAMP, stamp) : bare.replace(/^# .*\n\n/, (title) => `${title}${stamp}\n`);
};

const read = (path) => readFileSync(root + path, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) {
    for (const [page, original] of pairs()) writeFileSync(root + page, stamped(read(page), original, read(original)));
  }
  const problems = outdated(read, pairs());
  for (const problem of problems) console.error(`${problem}: translate what changed, then npm run translated.`);
  if (problems.length > 0) process.exit(1);
}
