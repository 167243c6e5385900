// The tools' English.
import type { FieldSchema } from '../../api/tools.ts';
import { warningText } from '../../items/forgetting/warning.ts';
import { rangeOf } from '../input/input-field.ts';
import { shown } from '../input/read-input.ts';
import type { Wording } from './wording.ts';

const PATH = 'overview.md, detail/<name>.md or archive/<name>.md';

const characters = (count: number): string => `a text of ${count} characters`;

function expected(schema: FieldSchema): string {
  if (schema.enum) return `one of ${schema.enum.map((value) => `"${value}"`).join(', ')}`;
  if (schema.type === 'array') return 'a list, e.g. ["one", "two"]';
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'string') return schema.minLength ? 'a text that is not empty' : 'a text';
  return `${schema.type === 'integer' ? 'a whole number' : 'a number'} ${rangeOf(schema)}`.trim();
}

const idList = (ids: readonly string[]): string =>
  ids
    .slice(0, 20)
    .map((id) => `[${id}]`)
    .join(' ') + (ids.length > 20 ? ` and ${ids.length - 20} more` : '');

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const atMost = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

export const EN: Wording = {
  read: {
    purpose: 'Read a file of your working memory. Lines come with their numbers, which are not part of the text.',
    path: PATH,
    fromLine: 'First line to show; default 1',
    fromCharacter: 'Where in that line to begin; only for a line that was cut',
    lines: 'How many lines to show; default 200',
  },
  write: {
    purpose:
      'Write a whole file of your working memory; a new path makes a new file. overview.md stands in every prompt, so keep it ' +
      'short and current. Longer notes go to detail/, what is finished goes to archive/.',
    path: PATH,
    content: 'The complete new text of the file',
    baseRevision:
      'The revision you have read; if the file has changed since, you get the difference and nothing is written',
    force: 'true: write although the file has changed or would lose most of its text',
  },
  edit: {
    purpose: 'Replace one passage in a file of your working memory; the rest stays as it is.',
    path: PATH,
    find: 'The present passage, word for word and without line numbers; it must stand in the file exactly once',
    replace: 'The new passage; an empty text removes the old one',
  },
  list: {
    purpose: 'List the files of your working memory with size and revision.',
    folder: 'Only this folder, e.g. detail; default all',
  },
  search: {
    purpose:
      'Find passages in files, memorized items and earlier messages of this session. Try it before you answer that you do not know.',
    query: 'Words that the passage should contain',
    scope: 'Where to look; default all',
    limit: 'How many passages; default 10',
  },
  memorize: {
    purpose:
      'Keep one fact, preference or decision as a short item for remember. Room is limited: old and unimportant items leave.',
    text: 'One statement that is clear without the conversation around it',
    importance: 'How long it should last against others, from 0 (leaves first) to 1',
    tags: 'Keywords to filter by later',
  },
  remember: {
    purpose: 'Find memorized items, best match first.',
    query: 'What you want to know; an empty text ranks all items by importance and age',
    limit: 'How many items; default 10',
    tags: 'Only items with all of these tags',
    scope: 'items (default): what is in memory; all: also what has left it',
  },
  forget: {
    purpose: 'Hide memorized items that are wrong or of no more use. Give exactly one way to choose them.',
    ids: 'Items by id, as remember shows it',
    tags: 'Items with all of these tags',
    instruction: '"oldest", "least important", "position:N" (0 = oldest) or "before:step_N"',
    belowImportance: 'Items less important than this',
    olderThanHours: 'Items older than this',
    erase: 'true: delete the text for good; it cannot be restored',
  },
  compactHistory: {
    purpose:
      'Make room in the context window: older turns and tool results go out of sight, their full text goes to a file, and a ' +
      'summary goes to overview.md. First write to overview.md what must stay in sight in your own words.',
    target: 'What to hide. conversation: older turns; tools: results of tools; all (default): both',
    strategy:
      'archive (default): the full text goes to a file; summarize: only a summary stays in sight, without a file',
    keep_recent: 'How many of the newest messages stay, default 5; at least the last three turns stay whole',
    archive_to: 'Where the full text goes, e.g. detail/session-summary.md; default a new file in detail/',
  },
  say: {
    notRun: (tool, problems, understood, fields) => {
      const read = Object.entries(understood).map(([name, value]) => `${name} = ${shown(value, characters)}`);
      const known = Object.entries(fields).map(([name, { required }]) => (required ? `${name} (required)` : name));
      return [
        `${tool} was not run. ${problems.join(' ')}`,
        ...(read.length > 0 ? [`Understood: ${read.join(', ')}.`] : []),
        `Fields of ${tool}: ${known.join(', ')}.`,
      ].join('\n');
    },
    problem: ({ field, schema, received }) => {
      if (field === undefined || !schema)
        return `The arguments must be a JSON object; got ${shown(received, characters)}.`;
      const must = `${field} must be ${expected(schema)}`;
      return received === undefined ? `${must}; it is missing.` : `${must}; got ${shown(received, characters)}.`;
    },
    ignored: (names) => `(Ignored, no such field: ${names.join(', ')})`,
    pageOf: (path, revision, first, last, lines) => `${path}, revision ${revision}, lines ${first}–${last} of ${lines}`,
    emptyFile: (path, revision) => `${path}, revision ${revision}, is empty.`,
    pastEnd: (path, lines) => `${path} has ${lines} lines; fromLine is past the end.`,
    readOn: (line, character) =>
      character === 1
        ? `(There is more: read on with fromLine ${line})`
        : `(Line ${line} was cut: read on with fromLine ${line}, fromCharacter ${character})`,
    written: (path, revision, bytes) => `Written: ${path}, revision ${revision}, ${bytes} bytes.`,
    conflict: ({ hint, diff }) => `Not written. ${hint}\nFrom the present text (-) to yours (+):\n${diff}`,
    edited: (path, revision, bytes) => `Edited: ${path}, revision ${revision}, ${bytes} bytes.`,
    withoutNumbers: 'Leave out the line numbers that read puts before each line.',
    systemPart: (path) =>
      `Nothing changed: this part of ${path} is kept by the system. Write outside its marked blocks.`,
    file: (path, bytes, revision) => `${path} · ${bytes} bytes · revision ${revision}`,
    noFiles: (folder) => `There is no file in ${folder}. All files:`,
    moreFiles: (count) => `(${count} more files; ask for one folder)`,
    message: (index) => `message ${index}`,
    nothingFound: (query) => `Nothing found for ${shown(query, characters)}. Try other words or scope "all".`,
    morePassages: (count) => `(${count} more passages do not fit; ask more precisely)`,
    memorized: (id, left) =>
      `Memorized as [${id}].${left === 0 ? '' : left === 1 ? ' Another item has left memory.' : ` ${left} other items have left memory.`}`,
    notKept: 'Not kept: all that is in memory ranks higher. Give it more importance, or forget something first.',
    foreign: (source) => `from ${source}, not verified`,
    archived: 'has left memory',
    cut: (count) => `… (${count} more characters)`,
    noItems: (scope) =>
      scope === 'items' ? 'No item matches. scope "all" also looks at what has left memory.' : 'No item matches.',
    moreItems: (count) => `(${count} more items do not fit; ask more precisely)`,
    oneOf: (given, known) =>
      `forget was not run. Give exactly one of ${known.join(', ')}; got ${given.length === 0 ? 'none' : given.join(' and ')}.`,
    badInstruction: (instruction) =>
      `forget was not run. instruction must be "oldest", "least important", "position:N" or "before:step_N"; got ${shown(instruction, characters)}. ` +
      'To forget what a text is about, find its id with remember and give ids.',
    hidden: (ids) => `Hidden: ${idList(ids)}. The app can restore them.`,
    erased: (ids) => `Erased for good: ${idList(ids)}.`,
    nothingForgotten: 'No item was chosen by this; nothing changed.',
    forgetWarning: (warning) => ` ${warningText(warning)}`,
    compacted: ({ hidden, stubs, kept, tokens, files, syncRequired, receipt, atRisk }) => {
      const ranges = hidden.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
      const messages = hidden.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      const gone = [
        ...(messages > 0 ? [`${count(messages, 'message')} hidden (${atMost(ranges, 5)})`] : []),
        ...(stubs > 0 ? [`${count(stubs, 'tool result')} put away`] : []),
      ];
      const { callGroups, turns } = kept;
      return [
        `Compacted from the next request on: ${gone.join(', ')}.`,
        `Still shown: ${count(kept.messages, 'message')}, ${count(turns, 'turn')}, ${count(callGroups, 'group')} of tool calls. Tokens: ${tokens.before} → ${tokens.after}.`,
        files.length > 0
          ? `Full text: ${atMost(files, 5)}; read shows it, search finds passages.`
          : 'No file was written; search finds passages in earlier messages.',
        syncRequired
          ? 'overview.md had no room for the summary: a sync is required. Shorten it and write down what matters.'
          : 'overview.md holds the summary in a block of its own; no sync is required.',
        ...(atRisk.length > 0 ? [`Out of sight now: ${atRisk.join(', ')}. Write down those you still need.`] : []),
        ...(receipt === undefined ? [] : [`Receipt ${receipt}: with it the app can undo this.`]),
      ].join('\n');
    },
    notCompacted: (reason) =>
      `Nothing was compacted: ${
        {
          'nothing-to-hide':
            'what is shown must stay: the newest messages (keep_recent), at least three turns, the newest groups of tool calls.',
          'would-not-shrink': 'the request would not get shorter.',
          'nothing-prepared': 'no request has been prepared yet.',
        }[reason]
      }`,
  },
};
