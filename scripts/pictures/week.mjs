// The demo's week on call, turn by turn; test/demo/lanes/race.slow.ts compares its figures with a run. Above the ground
// is what the model sees at each turn, below it what is out of sight; an arc marks a fact that was needed and found.
import { at, docs, LEFT, RIGHT, text, tokensIn, WIDTH } from './frame.mjs';

const weeks = JSON.parse(docs('pictures/week.json'));
export const weekIn = (language) => weeks[language];

export const HEAD = 76;
export const ABOVE = 130;
export const BELOW = 150;
export const GROUND = HEAD + ABOVE;

const WORDS = {
  en: {
    about: 'Above the ground: what the model sees at each turn. Below: out of sight, kept, findable.',
    title: (tokens, window) => `A week of ${tokens} tokens in a window of ${window}`,
    found: (facts) => `${facts} facts of the first two days, needed on the last: all found`,
    price: (percent) => `${percent} % of the price of sending everything`,
  },
  zh: {
    about: '地面以上：每一轮模型看到的内容。地面以下：看不见、但保存着并能找到的内容。',
    title: (tokens, window) => `一周 ${tokens} 词元的对话，窗口只有 ${window}`,
    found: (facts) => `前两天的 ${facts} 件事，最后一天要用：全部找到`,
    price: (percent) => `费用为全部发送的 ${percent}%`,
  },
};

const stepOf = ({ turns }) => (RIGHT - LEFT) / turns.length;
export const turnAt = (week, turn) => LEFT + (turn + 0.5) * stepOf(week);

function bars(week, of, name) {
  const step = stepOf(week);
  const each = week.turns.map((turn, place) => {
    const height = of(turn);
    const y = name === 'sent' ? GROUND - height : GROUND;
    return `<rect x="${at(LEFT + place * step)}" y="${at(y)}" width="${at(step - 1.5)}" height="${at(height)}"/>`;
  });
  return `<g class="${name}">${each.join('')}</g>`;
}

/** Draws an arc below the ground from where a fact was said to where it was needed. */
export function arcOf(week, { turn, saidIn }) {
  const [from, to] = [turnAt(week, saidIn), turnAt(week, turn)];
  const depth = GROUND + BELOW + 40;
  return `M${at(from)} ${GROUND}C${at(from + 40)} ${depth} ${at(to - 40)} ${depth} ${at(to)} ${GROUND}`;
}

export function titleOf(week, language) {
  const tokens = tokensIn(language);
  return text(LEFT, 34, WORDS[language].title(tokens(week.turns.at(-1).list), tokens(week.window)), 'title');
}

/** Returns the caption that explains above and below the ground. */
export const aboutOf = (language, y) => text(LEFT, y, WORDS[language].about, 'quiet');

/** Draws the ground, the window, and the layers above and below. */
export function layersOf(week) {
  const deepest = Math.max(...week.turns.map(({ list }) => list));
  return [
    `<rect class="sunken" x="0" y="${GROUND}" width="${WIDTH}" height="${BELOW}"/>`,
    bars(week, ({ sent }) => (sent / week.window) * ABOVE, 'sent'),
    bars(week, ({ list, sent }) => (Math.max(0, list - sent) / deepest) * (BELOW - 24), 'kept'),
  ];
}

export const linesOf = () => [
  `<path class="line" stroke-width="1.5" d="M0 ${GROUND}H${WIDTH}"/>`,
  `<path class="line" stroke-dasharray="4 4" d="M${LEFT} ${HEAD}H${RIGHT}"/>`,
];

/** Returns the outcome below the picture. */
export function outcomeOf(week, language) {
  const { found, price } = WORDS[language];
  const { memory, whole } = week.turns.at(-1).price;
  return [
    text(LEFT, 382, found(week.asked.length), 't-arc'),
    text(RIGHT, 382, price(Math.round((memory / whole) * 100)), 'end t-ours'),
  ];
}
