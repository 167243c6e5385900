// A story about halls to be checked, and a model that is a function of the request: it knows nothing else, so
// everything that it does right was in the request.
import { words } from '../../../support/messages/chat.ts';

/** A message as the model reads it, whatever the SDK. */
export interface Seen {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls: readonly SeenCall[];
  readonly results: readonly { readonly id: string; readonly text: string }[];
}

export interface SeenCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Act {
  readonly name: string;
  readonly input: object;
}

/** Tool calls that are made at once, or the answer. */
export type Decision = readonly Act[] | string;

export const SYSTEM = 'You check halls.';
export const OVERVIEW_FILE = 'working-memory/overview.md';
export const NOTES_FILE = 'working-memory/detail/notes.md';
/** Each stands in one result and nowhere else. */
export const IN_HALL_1 = 'the scanner beside the cellar stairs has run out of paper';
export const IN_HALL_3 = 'somebody left a bicycle behind the northern shutter';

/** The user's messages, turn by turn. */
export const STORY = {
  jobs: [
    'Job 1: check hall 1, parts A and B.',
    'Job 2: check hall 2, part A.',
    'Job 3: check hall 3, parts A and B and C.',
    'Job 4: check hall 4, parts A and B.',
    'Job 5: check hall 5, part A.',
    'Job 6: check hall 6, part A.',
    'Job 7: check hall 7, parts A and B.',
    'Job 8: check hall 8, part A.',
  ],
  search: 'Question: what was wrong with the scanner?',
  read: 'Question: what was written about the shutter?',
  done: 'Question: which jobs are done?',
} as const;

/** The app's own tool `run`: what the sensors of one part of a hall say. */
export function checked(command: string): string {
  const [, hall = '', part = ''] = /^check hall (\d+), part (\w)$/.exec(command) ?? [];
  const lines = Array.from({ length: 10 }, (_, line) => `sensor ${line}: ${words(8, `h${hall}${part}${line}x`)}`);
  if (hall === '1' && part === 'B') lines.splice(5, 0, `remark: ${IN_HALL_1}.`);
  if (hall === '3' && part === 'A') lines.splice(5, 0, `note: ${IN_HALL_3}.`);
  return lines.join('\n');
}

export function halls(prompt: readonly Seen[]): Decision {
  const asked = lastIndex(prompt, ({ role, text }) => role === 'user' && /^(?:Job|Question)\b/.test(text));
  const question = /^.*/.exec(prompt[asked]?.text ?? '')?.[0] ?? '';
  const turn = prompt.slice(asked);
  const isBefore = (one: (seen: Seen) => boolean, other: (seen: Seen) => boolean): boolean =>
    lastIndex(prompt, one) < lastIndex(prompt, other);

  const isReminder = ({ role, text }: Seen): boolean =>
    role === 'user' && text.includes('WORKING MEMORY UPDATE NEEDED');
  if (isBefore(hasCalled('write'), isReminder)) return notes(prompt, question);
  const isAsk = ({ role, text }: Seen): boolean =>
    role === 'user' && /\((?:medium|heavy|emergency)_compression\).*call compact_history/.test(text);
  if (isBefore(hasCalled('compact_history'), isAsk)) return [{ name: 'compact_history', input: { keep_recent: 5 } }];
  return question.startsWith('Job') ? work(question, turn) : answer(question, prompt, turn);
}

function work(question: string, turn: readonly Seen[]): Decision {
  const [, job = '', hall = '', parts = ''] = /^Job (\d+): check hall (\d+), parts? (.*)\.$/.exec(question) ?? [];
  const wanted = parts.split(' and ').map((part) => `check hall ${hall}, part ${part}`);
  const known = turn.flatMap(({ calls }) => calls.map(({ input }) => input.command));
  const open = wanted.filter((command) => !known.includes(command));
  // Two at once first, then one by one.
  const next = open.slice(0, open.length === wanted.length ? 2 : 1);
  return next.length > 0 ? next.map((command) => ({ name: 'run', input: { command } })) : `Job ${job} is done.`;
}

/** Returns the finished jobs that the model knows from its own answers and earlier writes. */
const jobsDone = (prompt: readonly Seen[]): string => {
  const text = prompt.map((seen) => seen.text).join('\n');
  const answered = [...text.matchAll(/Job (\d+) is done/g)].map(([, job]) => job as string);
  const noted = [...text.matchAll(/Jobs done: ([\d, ]+)/g)].flatMap(([, jobs = '']) => jobs.split(', '));
  return [...new Set([...noted, ...answered])].sort().join(', ');
};

const notes = (prompt: readonly Seen[], question: string): Decision => [
  {
    name: 'write',
    input: {
      path: OVERVIEW_FILE,
      content: `# Working Memory\n\n## Current task\n\n- Now: ${question}\n- Jobs done: ${jobsDone(prompt)}\n`,
    },
  },
  { name: 'write', input: { path: NOTES_FILE, content: `# Halls\n\nNothing but remarks up to: ${question}\n` } },
];

/** Searches for the fault of the scanner, and reads the rest at the path that it was shown. */
function answer(question: string, prompt: readonly Seen[], turn: readonly Seen[]): Decision {
  if (question === STORY.done) return `Done: ${jobsDone(prompt)}.`;
  const about = question === STORY.search ? /remark: ([^.]*scanner[^.]*)\./ : /note: ([^.]*shutter[^.]*)\./;
  const shown = textOf(prompt);
  const [, found] = about.exec(shown) ?? [];
  if (found !== undefined) return `It was this: ${found}.`;
  if (question === STORY.search) {
    return turn.some(hasCalled('search')) ? 'I do not know.' : [{ name: 'search', input: { query: 'scanner' } }];
  }
  // The files that it was shown the paths of, newest first, each to its end.
  const [, more] = /continue with fromLine (\d+)/.exec(turn.at(-1)?.results[0]?.text ?? '') ?? [];
  const read = turn.flatMap(({ calls }) => calls.map(({ input }) => input.path));
  const unread = [...shown.matchAll(/detail\/conversation-\d+-\d+\.md/g)].filter(([path]) => !read.includes(path));
  const path = more === undefined ? unread.at(-1)?.[0] : read.at(-1);
  if (path === undefined) return 'I do not know.';
  return [{ name: 'read', input: { path, ...(more !== undefined && { fromLine: Number(more) }) } }];
}

/** Returns all text of these messages. */
export const textOf = (messages: readonly Seen[]): string =>
  messages.flatMap(({ text, results }) => [text, ...results.map((result) => result.text)]).join('\n');

const lastIndex = (prompt: readonly Seen[], wanted: (seen: Seen) => boolean): number =>
  prompt.map(wanted).lastIndexOf(true);

const hasCalled =
  (name: string) =>
  ({ calls }: Seen): boolean =>
    calls.some((call) => call.name === name);
