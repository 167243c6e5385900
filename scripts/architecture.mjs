// Writes the table of rooms in ARCHITECTURE.md from architecture.json, which test/architecture.test.ts reads as well.
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const { kinds, rooms } = JSON.parse(readFileSync(new URL('architecture.json', root), 'utf8'));
const page = new URL('ARCHITECTURE.md', root);

const kindTable = Object.entries(kinds).map(([kind, { side, may }]) => `| ${kind} | ${side} | ${may} |`);
const roomTable = rooms.map(
  ({ room, kind, holds, imports, packages = [] }) =>
    `| \`${room}${room.endsWith('.ts') ? '' : '/'}\` | ${kind} | ${holds} | ${[...imports, ...packages.map((name) => `\`${name}\``)].join(', ') || 'nothing'} |`,
);
const written = [
  '| kind | side | what its code does |',
  '|---|---|---|',
  ...kindTable,
  '',
  '| room | kind | what it holds | what it may import |',
  '|---|---|---|---|',
  ...roomTable,
].join('\n');

const text = readFileSync(page, 'utf8');
const parts = /(<!-- rooms: written by npm run architecture -->\n)[\s\S]*?(<!-- end of rooms -->)/;
if (!parts.test(text)) throw new Error('ARCHITECTURE.md has no place for the table of rooms.');
const next = text.replace(parts, (_, begin, end) => `${begin}\n${written}\n\n${end}`);
if (process.argv.includes('--check') && next !== text) {
  console.error('ARCHITECTURE.md differs from architecture.json: run npm run architecture.');
  process.exit(1);
}
writeFileSync(page, next);
