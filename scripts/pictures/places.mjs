// Picture of where the memory runs, from the tables of the READMEs: the app, the memory beside or inside it, and the
// storage that outlives both.
import { readFileSync } from 'node:fs';
import { root } from '../environment.mjs';
import { at, LEFT, picture, RIGHT, text } from './frame.mjs';

const SOURCES = { en: 'README.md', zh: 'README.zh-CN.md' };
const WORDS = {
  en: {
    title: 'Where it runs',
    about: 'The same job passes in each, from the packed tarball. A frame is a thread or a process.',
    app: 'your app in',
    memory: 'the memory runs in',
    data: 'data outlive it in',
    label: 'The app, the memory beside or around it, and its storage, in five kinds of runtimes',
  },
  zh: {
    title: '在哪里运行',
    about: '同一项任务用打包后的 tarball 在每种环境里都测试通过。一个框是一个线程或进程。',
    app: '应用所在',
    memory: '记忆运行在',
    data: '数据保存在',
    label: '五类运行环境中的应用、记忆和存储',
  },
};

/** Returns the rows of the table whose header names a tested version. */
function rowsOf(page) {
  const lines = page.split('\n');
  const head = lines.findIndex((line) => /^\| (runtime, version tested|环境与测试版本)/.test(line));
  const end = lines.findIndex((line, place) => place > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const ROW = 58;
const BOX = 42;
const TOP = 112;
const COLUMNS = [
  { x: LEFT + 10, width: 256 },
  { x: LEFT + 304, width: 200 },
  { x: RIGHT - 236, width: 236 },
];

/** Returns the width in Latin letters. */
const wide = (said) => said.replaceAll(/[\u2e80-\uffef]/g, '  ').length;

/** Breaks a text into lines that fit a box: Chinese anywhere, English between words. */
function wrapped(said, width) {
  const room = (width - 16) / 6.9;
  const lines = [''];
  for (const part of said.match(/（?[^\s\u2e80-\uffef]+[、，。）]*|[\u2e80-\uffef][、，。）]*|\s+/g) ?? []) {
    const line = lines.at(-1);
    if (wide(line + part.trimEnd()) > room) lines.push(part.trimStart());
    else lines[lines.length - 1] = line + part;
  }
  return lines.map((line) => line.trim());
}

function labelled({ x, width }, y, said, name) {
  const lines = wrapped(said, width);
  const first = y + BOX / 2 + 5 - (lines.length - 1) * 9;
  return [
    `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${BOX}" rx="5"/>`,
    ...lines.map((line, place) => text(x + 10, first + place * 18, line, 'cell')),
  ];
}

const link = (from, to, y) =>
  `<path class="line" stroke-width="1.5" d="M${from} ${y}H${to}M${from + 6} ${y - 4}L${from} ${y}L${from + 6} ${y + 4}M${to - 6} ${y - 4}L${to} ${y}L${to - 6} ${y + 4}"/>`;

export function places(language) {
  const words = WORDS[language];
  const rows = rowsOf(readFileSync(root + SOURCES[language], 'utf8'));
  const [app, memory, data] = COLUMNS;
  const end = memory.x + memory.width;
  return picture(
    TOP + rows.length * ROW + 16,
    words.label,
    [
      text(LEFT, 34, words.title, 'title'),
      text(LEFT, 58, words.about, 'quiet'),
      ...COLUMNS.map(({ x }, column) => text(x, TOP - 14, [words.app, words.memory, words.data][column], 'quiet')),
      ...rows.flatMap(([runtime, place, storage], row) => {
        const y = TOP + row * ROW;
        // Only in a page, the first row, does the memory have a thread of its own.
        const frames = row === 0 ? [app, memory] : [{ x: app.x, width: end - app.x }];
        return [
          ...frames.map(
            ({ x, width }) =>
              `<rect class="line" x="${x - 6}" y="${at(y - 5)}" width="${width + 12}" height="${BOX + 10}" rx="8"/>`,
          ),
          ...labelled(app, y, runtime, 'sunken'),
          ...labelled(memory, y, place, 'home'),
          ...labelled(data, y, storage, 'store'),
          link(app.x + app.width + 8, memory.x - 8, y + BOX / 2),
          link(end + 8, data.x - 4, y + BOX / 2),
        ];
      }),
    ],
    '\n.cell{font-size:13px}.home{fill:#d3ebe5}.store{fill:#e4e8ec}@media (prefers-color-scheme:dark){.home{fill:#12463e}.store{fill:#27313a}}',
  );
}
