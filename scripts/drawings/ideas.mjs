// Drawings of docs/ideas, one for each page, from their data. `lang` is the language of their words.
import { arrow, box, drawing, labelled, line, text } from './draw.mjs';

/** Items with their importance and their age in hours. */
const ITEMS = [
  { en: 'allergic to nuts', zh: '对坚果过敏', importance: 0.9, hours: 2 },
  { en: 'lives in Porto', zh: '住在波尔图', importance: 0.8, hours: 30 },
  { en: 'dinner on Friday', zh: '周五晚餐', importance: 0.6, hours: 1 },
  { en: 'ticket HX-2207', zh: '工单 HX-2207', importance: 0.6, hours: 20 },
  { en: 'likes short answers', zh: '喜欢简短回答', importance: 0.5, hours: 6 },
  { en: 'said hello', zh: '打过招呼', importance: 0.3, hours: 4 },
  { en: 'asked the time', zh: '问过时间', importance: 0.2, hours: 9 },
];
const KEPT = 5;
const worth = ({ importance, hours }) => importance * Math.max(0.1, 0.95 ** (hours / 6));

function store(lang) {
  const words = {
    en: [
      'What it is worth: importance × age',
      'the limit',
      'long tail: out of the store, still found',
      'A bounded store: what is worth least leaves, and stays findable.',
    ],
    zh: ['价值：重要性 × 时间衰减', '上限', '长尾：已离开存储，仍可找到', '有界存储：价值最低的条目离开，但仍可找到。'],
  }[lang];
  const rows = [...ITEMS].sort((a, b) => worth(b) - worth(a));
  return drawing(words[3], 330, [
    text(180, 24, words[0], { fill: 'quiet' }),
    rows.map((item, place) => {
      const y = 40 + place * 36 + (place >= KEPT ? 34 : 0);
      const isIn = place < KEPT;
      return [
        text(168, y + 18, item[lang], { anchor: 'end', fill: isIn ? 'ink' : 'quiet' }),
        box(180, y, Math.round(480 * worth(item)), 26, isIn ? 'teal' : 'none', isIn ? {} : { dash: '3 3' }),
        text(190 + Math.round(480 * worth(item)), y + 18, worth(item).toFixed(2), { fill: 'quiet', size: 12 }),
      ];
    }),
    line(20, 228, 700, 228, { stroke: 'ink', width: 1.5 }),
    text(700, 222, words[1], { anchor: 'end', weight: 600 }),
    text(700, 246, words[2], { anchor: 'end', fill: 'quiet' }),
    arrow(350, 290, 505, 104, { bend: 12 }),
  ]);
}

/** Parts of a session, and when a model sees each. */
const TREE = [
  {
    name: 'overview.md',
    fill: 'violet',
    en: 'the model’s notes; they stand in for history that was folded',
    zh: '模型的笔记；代替折叠掉的历史',
    wide: 120,
  },
  {
    name: 'detail/…',
    fill: 'amber',
    en: 'read when needed; the overview lists them',
    zh: '需要时读取；overview 列出目录',
    wide: 160,
  },
  {
    name: 'archive/…',
    fill: 'slate',
    en: 'what left the view, word for word; searched',
    zh: '移出视野的原文；可搜索',
    wide: 210,
  },
  {
    name: 'messages.jsonl',
    fill: 'none',
    en: 'all that was said, only ever added to; searched',
    zh: '说过的全部内容，只追加；可搜索',
    wide: 260,
  },
];

function tree(lang) {
  const title = {
    en: 'A session as files: few always in view, all of them kept.',
    zh: '会话即文件：少数在视野中，全部保留。',
  }[lang];
  return drawing(title, 250, [
    line(20, 84, 700, 84, { stroke: 'ink', width: 1.5 }),
    text(700, 40, { en: 'in the prompt', zh: '在提示词中' }[lang], { anchor: 'end', weight: 600 }),
    text(700, 104, { en: 'out of sight, kept', zh: '不在视野，但保留' }[lang], { anchor: 'end', fill: 'quiet' }),
    TREE.map(({ name, fill, wide, [lang]: said }, place) => {
      const y = 28 + place * 50 + (place > 0 ? 14 : 0);
      return [
        labelled(20, y, wide, 36, fill, name, fill === 'none' ? { dash: '3 3' } : {}),
        text(wide + 34, y + 23, said, { fill: 'quiet' }),
      ];
    }),
  ]);
}

/** Requests of one conversation: cached tokens, new tokens, and notes in place of folded messages. */
const REQUESTS = [
  { cached: 0, fresh: 60, notes: 0 },
  { cached: 60, fresh: 40, notes: 0 },
  { cached: 100, fresh: 70, notes: 0 },
  { cached: 170, fresh: 60, notes: 0 },
  { cached: 230, fresh: 50, notes: 0 },
  { cached: 0, fresh: 110, notes: 60 },
  { cached: 170, fresh: 40, notes: 0 },
  { cached: 210, fresh: 50, notes: 0 },
];

function prompt(lang) {
  const words = {
    en: [
      'window',
      'as in the request before: cached',
      'new',
      'notes for what left the view',
      'request',
      'Requests grow by their end, until the oldest part gives way to notes.',
    ],
    zh: [
      '窗口',
      '与上次请求相同：命中缓存',
      '新增',
      '代替移出内容的笔记',
      '请求',
      '请求只在末尾增长，直到最旧的部分让位给笔记。',
    ],
  }[lang];
  const ground = 320;
  return drawing(words[5], 380, [
    line(20, ground - 285, 700, ground - 285, { stroke: 'ink', dash: '5 4', width: 1.5 }),
    text(700, ground - 291, words[0], { anchor: 'end', weight: 600 }),
    REQUESTS.map(({ cached, fresh, notes }, place) => {
      const x = 30 + place * 56;
      let top = ground;
      const part = (height, fill) => (height ? box(x, (top -= height), 44, height, fill) : '');
      return [
        part(notes, 'violet'),
        part(cached, 'slate'),
        part(fresh, 'teal'),
        text(x + 22, ground + 18, place + 1, { anchor: 'middle', fill: 'quiet' }),
      ];
    }),
    text(30 + REQUESTS.length * 56, ground + 18, words[4], { fill: 'quiet' }),
    [
      ['teal', words[2]],
      ['slate', words[1]],
      ['violet', words[3]],
    ].map(([fill, said], place) => [
      box(495, 140 + place * 30, 16, 16, fill),
      text(520, 153 + place * 30, said, { size: 12 }),
    ]),
  ]);
}

/** Hits of the question, with the parts of their scores. */
const HITS = [
  { en: 'The user is allergic to nuts', zh: '用户对坚果过敏', words: 120, near: 20, meaning: 60 },
  { en: 'No satay: peanuts', zh: '不要沙爹：有花生', words: 40, near: 40, meaning: 70 },
  { en: 'Dinner is on Friday at 19:00', zh: '周五 19:00 晚餐', words: 30, near: 50, meaning: 20 },
];

function recall(lang) {
  const words = {
    en: [
      'what is the user allergic to?',
      'its words',
      'its neighbours',
      'its meaning, with a model',
      'A question ranks texts by their words, their neighbours and, with a model, their meaning.',
    ],
    zh: ['用户对什么过敏？', '词', '上下文', '语义（需要模型）', '问题按词、上下文以及（有模型时）语义对文本排序。'],
  }[lang];
  return drawing(words[4], 250, [
    labelled(20, 20, 240, 36, 'none', words[0], { weight: 600 }),
    arrow(262, 38, 300, 88, { bend: -14 }),
    HITS.map(({ [lang]: said, words: byWords, near, meaning }, place) => {
      const y = 92 + place * 44;
      return [
        text(250, y + 20, said, { anchor: 'end', size: 12.5 }),
        box(262, y, byWords, 28, 'teal'),
        box(262 + byWords, y, near, 28, 'slate'),
        box(262 + byWords + near, y, meaning, 28, 'amber', { dash: '3 3' }),
      ];
    }),
    [
      ['teal', words[1]],
      ['slate', words[2]],
      ['amber', words[3]],
    ].map(([fill, said], place) => [
      box(500, 92 + place * 30, 16, 16, fill),
      text(525, 105 + place * 30, said, { size: 12 }),
    ]),
  ]);
}

/** Ways out of the store, and the places (worded below) where a text remains afterwards. */
const WAYS = [
  { en: 'leaves by a limit', zh: '因上限离开', places: ['tail', 'found', 'kept'] },
  { en: 'forget', zh: 'forget', places: ['hidden', 'not', 'kept'] },
  { en: 'forget, mode: hard', zh: 'forget, mode: hard', places: ['gone', 'not', 'gone'] },
];
const OUTCOMES = {
  tail: { en: 'in the long tail', zh: '在长尾中', fill: 'slate' },
  found: { en: 'yes', zh: '能', fill: 'teal' },
  kept: { en: 'yes', zh: '在', fill: 'teal' },
  hidden: { en: 'hidden', zh: '隐藏', fill: 'slate' },
  not: { en: 'no', zh: '不能', fill: 'none' },
  gone: { en: 'gone', zh: '不在', fill: 'none' },
};

function forgetting(lang) {
  const words = {
    en: [
      'in the store',
      'found by recall',
      'on the disk',
      'Three ways out of the store: into the long tail, hidden, or gone from the disk.',
    ],
    zh: ['在存储中', '可被召回', '在磁盘上', '三种离开方式：进入长尾、隐藏、从磁盘消失。'],
  }[lang];
  return drawing(words[3], 200, [
    [0, 1, 2].map((column) => text(310 + column * 150, 30, words[column], { anchor: 'middle', fill: 'quiet' })),
    WAYS.map(({ [lang]: said, places }, row) => {
      const y = 46 + row * 48;
      return [
        text(220, y + 23, said, { anchor: 'end' }),
        places.map((place, column) => {
          const { fill, [lang]: outcome } = OUTCOMES[place];
          const isGone = fill === 'none';
          return [
            box(245 + column * 150, y, 130, 36, fill, isGone ? { dash: '3 3' } : {}),
            text(310 + column * 150, y + 23, outcome, { anchor: 'middle', fill: isGone ? 'quiet' : 'ink' }),
          ];
        }),
      ];
    }),
  ]);
}

const CHATS = [
  { en: 'Monday: “I’m allergic to nuts”', zh: '周一：“我对坚果过敏”', fill: 'slate' },
  { en: 'Friday: “book a table”', zh: '周五：“订个餐厅”', fill: 'slate' },
  { en: 'private: a surprise', zh: '私密：一个惊喜', fill: 'none' },
];

function conversations(lang) {
  const words = {
    en: [
      'Ann: one workspace',
      'Bob: another',
      'shared notes',
      'his questions',
      'Conversations of one person find what the others said; those of another person do not.',
    ],
    zh: ['Ann：一个工作区', 'Bob：另一个', '共享笔记', '他的对话', '同一个人的对话互相可见；别人的对话不可见。'],
  }[lang];
  return drawing(words[4], 270, [
    box(20, 34, 430, 216, 'none'),
    text(34, 26, words[0], { weight: 600 }),
    CHATS.map(({ [lang]: said, fill }, place) =>
      labelled(40, 54 + place * 50, 270, 36, fill, said, fill === 'none' ? { dash: '3 3' } : {}),
    ),
    labelled(40, 206, 270, 32, 'violet', words[2]),
    arrow(314, 122, 314, 74, { bend: -60 }),
    box(490, 34, 210, 216, 'none'),
    text(504, 26, words[1], { weight: 600 }),
    labelled(510, 54, 170, 36, 'slate', words[3]),
    line(470, 34, 470, 250, { stroke: 'ink', dash: '4 4' }),
  ]);
}

export const IDEAS = { store, tree, prompt, recall, forgetting, conversations };
