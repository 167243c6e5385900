// How much of the evidence recall finds, set by set, beside two libraries of text search.
import { at, docs, LEFT, picture, text, WIDTH } from './frame.mjs';

/** recall@10 of docs/recall.md: rows of a set, with columns by name. */
function recallRows() {
  const lines = docs('recall.md').split('\n');
  const from = lines.findIndex((line) => line.startsWith('| set (questions) |'));
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
    const of = (name) => Number.parseFloat(row[names.findIndex((one) => one.startsWith(name))].replaceAll('*', ''));
    const interval = /\*\* \[([\d.]+), ([\d.]+)\]/.exec(line);
    rows.push({
      set: row[0].replace(/ \([\d,]+\)$/, ''),
      others: ['minisearch', 'orama'].map(of),
      ours: of('ours ['),
      low: Number(interval[1]),
      high: Number(interval[2]),
    });
  }
  return rows;
}

export function recall() {
  const rows = recallRows();
  const [left, right, top, each] = [300, WIDTH - 40, 96, 34];
  const x = (percent) => left + (percent / 100) * (right - left);
  const ground = top + rows.length * each;
  return picture(ground + 56, 'recall@10 on seven public sets: this memory, minisearch and orama', [
    text(LEFT, 34, 'Evidence among the first ten hits, without a model', 'title'),
    `<circle class="dot-ours" cx="${LEFT + 6}" cy="57" r="6"/>`,
    text(LEFT + 18, 62, 'this memory, with its 95 % interval', 't-ours'),
    `<circle class="dot" cx="${LEFT + 330}" cy="57" r="5"/>`,
    text(LEFT + 342, 62, 'minisearch, orama with their defaults', 'quiet'),
    ...[0, 25, 50, 75, 100].map((percent) => `<path class="grid" d="M${at(x(percent))} ${top - 10}V${ground}"/>`),
    ...[0, 25, 50, 75, 100].map((percent) => text(x(percent), ground + 22, `${percent} %`, 'middle quiet')),
    ...rows.flatMap(({ set, others, ours, low, high }, place) => {
      const y = top + place * each + 12;
      return [
        text(left - 12, y + 5, set, 'end'),
        ...others.map((one) => `<circle class="dot" cx="${at(x(one))}" cy="${y}" r="5"/>`),
        `<path class="ours" d="M${at(x(low))} ${y}H${at(x(high))}"/>`,
        `<circle class="dot-ours" cx="${at(x(ours))}" cy="${y}" r="6"/>`,
      ];
    }),
  ]);
}
