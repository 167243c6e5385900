// Draws the pictures of docs/pictures from figures in docs: `npm run pictures` writes them, test/pictures.test.ts compares.
// Each follows light and dark by itself, as an image does in a README, and names fonts that systems have.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const docs = (name) => readFileSync(`${root}docs/${name}`, 'utf8');

const WIDTH = 830;
const STYLE = `
text{font:14px Inter,system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif;fill:#0f1215}
.title{font-size:20px}.quiet{fill:#5a6268}.end{text-anchor:end}.middle{text-anchor:middle}
.paper{fill:#fbfaf6}.sunken{fill:#f0ede4}.line{stroke:#b9b3a3;fill:none}.grid{stroke:#dcd8cc;fill:none}
.sent{fill:#0d7f6c}.kept{fill:#8a9caa}.arc{stroke:#d9601a;fill:none;stroke-width:2}
.ours{stroke:#0d7f6c;fill:none;stroke-width:3}.whole{stroke:#5a6268;fill:none;stroke-width:2}.cut{stroke:#b3372f;fill:none;stroke-width:2;stroke-dasharray:6 4}
.dot-ours{fill:#0d7f6c}.dot{fill:#8a9caa}.t-ours{fill:#0a6a5a}.t-cut{fill:#b3372f}.t-arc{fill:#a53f05}
@media (prefers-color-scheme:dark){text{fill:#eceae3}.quiet{fill:#a0aab1}.paper{fill:#0f1215}.sunken{fill:#191f24}
.line{stroke:#4c555c}.grid{stroke:#2c343a}.sent,.dot-ours{fill:#2fb597}.kept,.dot{fill:#6d8497}.arc{stroke:#f28a48}
.ours{stroke:#2fb597}.whole{stroke:#a0aab1}.cut{stroke:#f0857c}.t-ours{fill:#46c6aa}.t-cut{fill:#f0857c}.t-arc{fill:#ffab78}}`;

const picture = (height, label, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">
<style>${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>
${body.join('\n')}
</svg>
`;

const at = (number) => String(Math.round(number * 10) / 10);
const thousands = (tokens) => `${Math.round(tokens / 1000)}k`;
const text = (x, y, said, name = '') => `<text${name && ` class="${name}"`} x="${at(x)}" y="${at(y)}">${said}</text>`;

/** The week on call that the demo tells, turn by turn; test/demo/lanes/race.slow.ts holds the figures to the run. */
const week = JSON.parse(docs('pictures/week.json'));
const LEFT = 24;
const RIGHT = WIDTH - 24;
const step = (RIGHT - LEFT) / week.turns.length;
const turnAt = (turn) => LEFT + (turn + 0.5) * step;

function strata() {
  const [above, below, head] = [130, 150, 76];
  const ground = head + above;
  const deepest = Math.max(...week.turns.map(({ list }) => list));
  const bars = (of, from, name) =>
    `<g class="${name}">${week.turns
      .map((turn, place) => {
        const height = of(turn);
        const y = from === 'up' ? ground - height : ground;
        return `<rect x="${at(LEFT + place * step)}" y="${at(y)}" width="${at(step - 1.5)}" height="${at(height)}"/>`;
      })
      .join('')}</g>`;
  const arcs = week.asked.map(({ turn, saidIn }) => {
    const [from, to] = [turnAt(saidIn), turnAt(turn)];
    const depth = ground + below + 40;
    return `<path class="arc" d="M${at(from)} ${ground}C${at(from + 40)} ${depth} ${at(to - 40)} ${depth} ${at(to)} ${ground}"/>`;
  });
  const last = week.turns.at(-1);
  return picture(
    400,
    'The prompt over a week: what the model sees stays below the window, what is out of sight is found',
    [
      text(LEFT, 34, `A week of ${thousands(last.list)} tokens in a window of ${thousands(week.window)}`, 'title'),
      text(
        LEFT,
        58,
        'Above the ground: what the model sees at each turn. Below: out of sight, kept, findable.',
        'quiet',
      ),
      `<rect class="sunken" x="0" y="${ground}" width="${WIDTH}" height="${below}"/>`,
      bars(({ sent }) => (sent / week.window) * above, 'up', 'sent'),
      bars(({ list, sent }) => (Math.max(0, list - sent) / deepest) * (below - 24), 'down', 'kept'),
      `<path class="line" stroke-width="1.5" d="M0 ${ground}H${WIDTH}"/>`,
      `<path class="line" stroke-dasharray="4 4" d="M${LEFT} ${head}H${RIGHT}"/>`,
      ...arcs,
      text(LEFT, 382, `${week.asked.length} facts of the first two days, needed on the last: all found`, 't-arc'),
      text(
        RIGHT,
        382,
        `${Math.round((last.price.memory / last.price.whole) * 100)} % of the price of sending everything`,
        'end t-ours',
      ),
    ],
  );
}

function cost() {
  const [top, ground, right] = [84, 330, WIDTH - 210];
  const most = Math.max(...week.turns.flatMap(({ price }) => Object.values(price)));
  const x = (turn) => LEFT + 40 + ((turn + 1) / week.turns.length) * (right - LEFT - 40);
  const y = (price) => ground - (price / most) * (ground - top);
  const curve = (lane, name) =>
    `<path class="${name}" d="M${at(x(-1))} ${ground}${week.turns.map(({ price }, turn) => `L${at(x(turn))} ${at(y(price[lane]))}`).join('')}"/>`;
  const last = week.turns.at(-1).price;
  const full = week.turns.findIndex(({ list }) => list > week.window);
  const said = [
    ['sliding', `sliding window: ${thousands(last.sliding)}`, 't-cut'],
    ['whole', `everything: ${thousands(last.whole)}`, 'quiet'],
    ['memory', `this memory: ${thousands(last.memory)}`, 't-ours'],
  ].sort(([one], [other]) => last[other] - last[one]);
  let lowest = 0;
  const labels = said.map(([lane, words, name]) => {
    lowest = Math.max(lowest + 20, y(last[lane]) + 5);
    return text(right + 10, lowest, words, name);
  });
  return picture(392, 'Cumulative price of a week: everything, a sliding window, and this memory', [
    text(LEFT, 34, 'What the week costs, turn by turn', 'title'),
    text(
      LEFT,
      58,
      'In tokens of plain input: 0.1 from the cache, 1.25 new, 5 written; all tools and requests count.',
      'quiet',
    ),
    `<path class="grid" d="M${LEFT + 40} ${top}V${ground}H${at(right)}"/>`,
    ...[0, 0.5, 1].map((share) => text(LEFT + 34, y(most * share) + 5, thousands(most * share), 'end quiet')),
    `<path class="grid" stroke-dasharray="4 4" d="M${at(x(full))} ${top}V${ground}"/>`,
    text(x(full) + 6, top + 12, `here everything outgrows ${thousands(week.window)}`, 'quiet'),
    curve('whole', 'whole'),
    curve('sliding', 'cut'),
    curve('memory', 'ours'),
    ...labels,
    text(LEFT + 40, ground + 22, 'turn 1', 'quiet'),
    text(right, ground + 22, `turn ${week.turns.length}`, 'end quiet'),
    text(
      LEFT,
      380,
      `The sliding window answers ${week.known.sliding} of ${week.asked.length} questions about the first days, this memory ${week.known.memory}.`,
    ),
  ]);
}

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

function recall() {
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

/** By the name of the file in docs/pictures. */
export const pictures = () => ({ 'strata.svg': strata(), 'cost.svg': cost(), 'recall.svg': recall() });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, svg] of Object.entries(pictures())) {
    writeFileSync(`${root}docs/pictures/${name}`, svg);
    console.log(`docs/pictures/${name}: ${(svg.length / 1000).toFixed(1)} kB`);
  }
}
