// A figure in a document stands with the command that measures it: in its row, or in the text above its table.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './environment.mjs';

/** Documents that promise figures. */
const DOCUMENTS = ['README.md', 'README.zh-CN.md', 'docs/figures.md'];
const FIGURE = /\d(?:[\d.,–]*\d)? ?(?:%|ms|s\b|kB|MB|×)|\b[01]\.\d\d\b/;
const COMMAND = /`npm run ([\w:]+)[^`]*`|\]\((?:docs\/)?[\w-]+\.md#?[\w-]*\)/g;

/** Parts of a page, from one heading to the next. */
const sectionsOf = (page) => page.replace(/```[^]*?```/g, '').split(/^(?=## )/m);

/** @returns the rows with figures that name no command, each after its document; `scripts` are those of the package */
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
  for (const row of rows) console.error(`A figure without its command: ${row}`);
  if (rows.length > 0) process.exit(1);
}
