// Picture of recall by language, beside libraries of text search.
import { at, docs, LEFT, picture, text, WIDTH } from './frame.mjs';

const RING = `
.ring{fill:none;stroke:#8a9caa;stroke-width:2}@media (prefers-color-scheme:dark){.ring{stroke:#6d8497}}`;
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Reads recall@10 from docs/recall.md: rows of a language, best first. */
function recallRows() {
  const lines = docs('recall.md').split('\n');
  const from = lines.findIndex((line) => line.startsWith('| language |'));
  const cells = (line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const names = cells(lines[from]);
  const rows = [];
  for (const line of lines.slice(from + 2)) {
    if (!line.startsWith('|')) break;
    const row = cells(line);
    const of = (name) => Number.parseFloat(row[names.indexOf(name)].replaceAll('*', ''));
    const interval = /\*\* \[([\d.]+), ([\d.]+)\]/.exec(line);
    rows.push({
      language: NAMES.of(row[0].split(' ')[0]),
      ours: of('ours'),
      bestPeer: of('best peer'),
      byDefault: of('minisearch, defaults'),
      low: Number(interval[1]),
      high: Number(interval[2]),
    });
  }
  return rows.sort((one, other) => other.ours - one.ours);
}

export function recall() {
  const rows = recallRows();
  const [left, right, top, each] = [150, WIDTH - 40, 96, 26];
  const x = (percent) => left + (percent / 100) * (right - left);
  const ground = top + rows.length * each;
  const label = `recall@10 in ${rows.length} languages: this memory and other libraries of text search`;
  const body = [
    text(LEFT, 34, 'Evidence among the first ten hits, without a model', 'title'),
    `<circle class="dot-ours" cx="${LEFT + 6}" cy="57" r="6"/>`,
    text(LEFT + 18, 62, 'this memory, with its 95 % interval', 't-ours'),
    `<circle class="dot" cx="${LEFT + 284}" cy="57" r="5"/>`,
    text(LEFT + 296, 62, 'the best of three, told the language', 'quiet'),
    `<circle class="ring" cx="${LEFT + 578}" cy="57" r="4.5"/>`,
    text(LEFT + 590, 62, 'minisearch as it comes', 'quiet'),
    ...[0, 25, 50, 75, 100].map((percent) => `<path class="grid" d="M${at(x(percent))} ${top - 10}V${ground}"/>`),
    ...[0, 25, 50, 75, 100].map((percent) => text(x(percent), ground + 22, `${percent} %`, 'middle quiet')),
    ...rows.flatMap(({ language, ours, bestPeer, byDefault, low, high }, place) => {
      const y = top + place * each + 8;
      return [
        text(left - 12, y + 5, language, 'end'),
        `<circle class="ring" cx="${at(x(byDefault))}" cy="${y}" r="4.5"/>`,
        `<circle class="dot" cx="${at(x(bestPeer))}" cy="${y}" r="5"/>`,
        `<path class="ours" d="M${at(x(low))} ${y}H${at(x(high))}"/>`,
        `<circle class="dot-ours" cx="${at(x(ours))}" cy="${y}" r="6"/>`,
      ];
    }),
  ];
  return picture(ground + 56, label, body, RING);
}
