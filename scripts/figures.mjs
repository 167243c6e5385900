// Checks that every figure in a document names the command that measures it: in its row, or above its table.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './environment.mjs';

/** Documents with figures. */
const DOCUMENTS = ['README.md', 'README.zh-CN.md', 'docs/figures.md'];
const FIGURE = /\d(?:[\d.,–]*\d)? ?(?:%|ms|s\b|kB|MB|×)|\b[01]\.\d\d\b/;
const COMMAND = /`npm run ([\w:]+)[^`]*`|\]\((?:docs\/)?[\w-]+\.md#?[\w-]*\)/g;

/** Splits a page at its headings. */
const sectionsOf = (page) => page.replace(/```[^]*?```/g, '').split(/^(?=## )/m);

/**
 * @param scripts scripts of the package @returns the rows with figures but without a command, each after its document
 */
export function withoutCommand(document, page, scripts) {
  const isMeasured = (text) =>
    [...text.matchAll(COMMAND)].some(([, script]) => script === undefined || script in scripts);
  return sectionsOf(page).flatMap((section) => {
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const prose = section
      .split('\n')
      .filter((line) => !line.startsWith('|'))
      .join('\n');
    if (isMeasured(prose)) return [];
    return rows.filter((row) => FIGURE.test(row) && !isMeasured(row)).map((row) => `${document}: ${row}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const rows = DOCUMENTS.flatMap((path) => withoutCommand(path, readFileSync(root + path, 'utf8'), scripts));
  for (const row of rows) console.error(`This figure has no command: ${row}`);
  if (rows.length > 0) process.exit(1);
}
