// Animated picture of the week, twelve seconds long: a fact is said, leaves the view, is asked for, and is found.
// Readers who prefer reduced motion see its end.
import { at, LEFT, picture, RIGHT, text, WIDTH } from './frame.mjs';
import { aboutOf, arcOf, BELOW, GROUND, HEAD, layersOf, linesOf, outcomeOf, titleOf, turnAt, weekIn } from './week.mjs';

const SECONDS = 12;
/** Times in seconds: end of the turns before the fact leaves the prompt · start of the last day · end of the story. */
const LEAVES = 3.2;
const ASKED = 6;
const ENDED = 10.5;
const SINKING = 0.3;
const DRAWING = 0.5;

const WORDS = {
  en: {
    label: 'A fact is said in the first turn, leaves the prompt, and is found when it is asked for on the last day',
    you: (turn, said) => `Turn ${turn}, you: “${said}”`,
    leaves: (turn) => `Turn ${turn}: the window fills. What was said first sinks out of sight, and is kept.`,
    answer: (turn, said) => `Turn ${turn}, the agent: “${said}”`,
  },
  zh: {
    label: '第一轮说的一件事离开了提示词，最后一天问起时又被找到',
    you: (turn, said) => `第 ${turn} 轮，你：“${said}”`,
    leaves: (turn) => `第 ${turn} 轮：窗口快满了。最早说的话沉到看不见的地方，但仍然保存着。`,
    answer: (turn, said) => `第 ${turn} 轮，智能体：“${said}”`,
  },
};

const percent = (seconds) => `${at((seconds / SECONDS) * 100)}%`;

/** Returns keyframes with a value at each moment; the last value stays until the animation restarts. */
const keyframes = (name, moments) =>
  `@keyframes ${name}{${moments.map(([seconds, css]) => `${percent(seconds)}{${css}}`).join('')}}`;

/** Returns keyframes that show an element between two moments only. */
const shown = (name, from, to) =>
  keyframes(name, [
    [0, `opacity:${from === 0 ? 1 : 0}`],
    ...(from === 0
      ? []
      : [
          [from, 'opacity:0'],
          [from + 0.15, 'opacity:1'],
        ]),
    ...(to === SECONDS
      ? [[SECONDS, 'opacity:1']]
      : [
          [to, 'opacity:1'],
          [to + 0.15, 'opacity:0'],
          [SECONDS, 'opacity:0'],
        ]),
  ]);

export function told(language) {
  const week = weekIn(language);
  const words = WORDS[language];
  const [first, ...others] = week.asked;
  const folded = week.turns.findIndex(({ list, sent }) => sent < list);
  const shares = { whole: week.turns.length, fold: folded + 1, asked: first.turn + 1 };
  // A curtain hides the coming turns and moves on with each.
  const edge = (turns) => `transform:translateX(${at(((RIGHT - LEFT) * turns) / shares.whole)}px)`;
  const [x, needed] = [turnAt(week, first.saidIn), turnAt(week, first.turn)];
  const found = ASKED + 1.2;
  const between = (ENDED - found - DRAWING - 1.2) / others.length;
  const nextAt = (place) => found + 1.2 + place * between;
  const drawn = (name, from) =>
    keyframes(name, [
      [0, 'stroke-dashoffset:1'],
      [from, 'stroke-dashoffset:1'],
      [from + DRAWING, 'stroke-dashoffset:0'],
      [SECONDS, 'stroke-dashoffset:0'],
    ]);
  const style = [
    `.moves{animation:${SECONDS}s linear infinite}.arc{stroke-dasharray:1}.caption{opacity:0}.caption text{font-size:13px}.curtain{transform:translateX(${RIGHT - LEFT}px)}`,
    keyframes('curtain', [
      [0, edge(first.saidIn + 1)],
      [1.4, edge(first.saidIn + 1)],
      [LEAVES, edge(shares.fold)],
      [ASKED - 0.2, edge(first.turn)],
      [ASKED, edge(shares.asked)],
      [nextAt(0), edge(shares.asked)],
      [ENDED, edge(shares.whole)],
      [SECONDS, edge(shares.whole)],
    ]),
    keyframes('spot', [
      [0, `transform:translate(${at(x)}px,${GROUND - 14}px)`],
      [LEAVES, `transform:translate(${at(x)}px,${GROUND - 14}px)`],
      [LEAVES + SINKING, `transform:translate(${at(x)}px,${GROUND + 14}px)`],
      [found - DRAWING, `transform:translate(${at(x)}px,${GROUND + 14}px)`],
      [found, `transform:translate(${at(needed)}px,${GROUND - 14}px)`],
      [SECONDS, `transform:translate(${at(needed)}px,${GROUND - 14}px)`],
    ]),
    shown('said', 0, LEAVES - 0.2),
    shown('sinks', LEAVES, ASKED - 0.2),
    shown('asked', ASKED, found),
    shown('answered', found + 0.15, SECONDS),
    shown('about', 0, ENDED),
    shown('outcome', ENDED + 0.15, SECONDS),
    drawn('arc-0', found - DRAWING),
    ...others.map((_, place) => drawn(`arc-${place + 1}`, nextAt(place))),
    `.spot{transform:translate(${at(needed)}px,${GROUND - 14}px)}.caption.last{opacity:1}`,
    '@media (prefers-reduced-motion:reduce){.moves{animation:none}}',
  ].join('\n');
  const moving = (name, how = '') => `class="moves ${how}" style="animation-name:${name}"`;
  const caption = (name, said, how = '') => `<g ${moving(name, `caption ${how}`)}>${text(LEFT, 58, said)}</g>`;
  return picture(
    400,
    words.label,
    [
      titleOf(week, language),
      caption('said', words.you(first.saidIn + 1, first.said)),
      caption('sinks', words.leaves(folded + 1)),
      caption('asked', words.you(first.turn + 1, first.question)),
      caption('answered', words.answer(first.turn + 1, first.answer), 'last'),
      ...layersOf(week),
      `<g ${moving('curtain', 'curtain')}><rect class="paper" x="${LEFT}" y="${HEAD - 8}" width="${WIDTH}" height="${GROUND - HEAD + 8}"/><rect class="sunken" x="${LEFT}" y="${GROUND}" width="${WIDTH}" height="${BELOW}"/></g>`,
      ...linesOf(),
      ...week.asked.map(
        (fact, place) => `<path pathLength="1" ${moving(`arc-${place}`, 'arc')} d="${arcOf(week, fact)}"/>`,
      ),
      `<circle ${moving('spot', 'spot')} r="6"/>`,
      `<g ${moving('about', 'caption')}>${aboutOf(language, 382)}</g>`,
      `<g ${moving('outcome')}>${outcomeOf(week, language).join('')}</g>`,
    ],
    `\n${style}`,
  );
}
