// Picture of the week's cost, turn by turn, in three lanes.
import { at, LEFT, picture, text, tokensIn, WIDTH } from './frame.mjs';
import { weekIn } from './week.mjs';

const thousands = tokensIn('en');
const week = weekIn('en');

export function cost() {
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
