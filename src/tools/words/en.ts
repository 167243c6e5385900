// The tools' English.
import type { FieldSchema } from '../../api/tools.ts';
import { warningText } from '../../items/forgetting/warning.ts';
import { CALL_DEFAULTS } from '../../options.ts';
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
    purpose: 'Read a working memory file. Lines are numbered; the numbers are not part of the text.',
    path: PATH,
    fromLine: 'First line to show; default 1',
    fromCharacter: 'Where in that line to start; only for a line that was cut',
    lines: 'How many lines to show; default 200',
  },
  write: {
    purpose:
      'Write a whole working memory file; a new path creates a file. Every prompt includes overview.md, so keep it short and ' +
      'current. Put longer notes in detail/, finished work in archive/.',
    path: PATH,
    content: 'The complete new text of the file',
    baseRevision:
      'The revision you have read; if the file has changed since, nothing is written and you get the difference',
    force: 'true: write even if the file has changed or would lose most of its text',
  },
  edit: {
    purpose: 'Replace one passage in a working memory file; the rest stays unchanged.',
    path: PATH,
    find: 'The current passage, word for word, without line numbers; it must occur in the file exactly once',
    replace: 'The new passage; an empty text deletes the old one',
  },
  list: {
    purpose: 'List working memory files with size and revision.',
    folder: 'Only this folder, e.g. detail; default all',
  },
  search: {
    purpose:
      'Find passages in files, memorized items and earlier messages of this session. Use it before you answer that you do not know.',
    query: 'Words that the passage may contain',
    scope: 'Where to search; default all',
    limit: 'How many passages; default 10',
  },
  memorize: {
    purpose:
      'Save one fact, preference or decision as a short item for remember. Space is limited: old, unimportant items leave.',
    text: 'One statement that is clear without the conversation',
    importance: 'How long to keep it relative to others, from 0 (leaves first) to 1',
    tags: 'Keywords to filter by later',
  },
  remember: {
    purpose: 'Find memorized items, best match first.',
    query: 'What you want to know; an empty text ranks all items by importance and age',
    limit: 'How many items; default 10',
    tags: 'Only items with all of these tags',
    scope: 'items (default): items in memory; all: also items that left it',
  },
  forget: {
    purpose: 'Hide memorized items that are wrong or no longer useful. Choose them in exactly one way.',
    ids: 'Item ids, as shown by remember',
    tags: 'Items with all of these tags',
    instruction: '"oldest", "least important", "position:N" (0 = oldest) or "before:step_N"',
    belowImportance: 'Items less important than this',
    olderThanHours: 'Items older than this',
    erase: 'true: delete the text permanently; it cannot be restored',
  },
  compactHistory: {
    purpose:
      'Make room in the context window: hides older turns and tool results, saves their full text to a file and adds a summary ' +
      'to overview.md. First write what must stay visible to overview.md, in your own words.',
    target: 'What to hide. conversation: older turns; tools: tool results; all (default): both',
    strategy: 'archive (default): save the full text to a file; summarize: keep only a summary, without a file',
    keep_recent: `How many of the newest messages to keep, default ${CALL_DEFAULTS.keepRecent}; at least the last three turns stay whole`,
    archive_to: 'File for the full text, e.g. detail/session-summary.md; default a new file in detail/',
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
    ignored: (names) => `(Ignored unknown fields: ${names.join(', ')})`,
    pageOf: (path, revision, first, last, lines) => `${path}, revision ${revision}, lines ${first}–${last} of ${lines}`,
    emptyFile: (path, revision) => `${path}, revision ${revision}, is empty.`,
    pastEnd: (path, lines) => `${path} has ${lines} lines; fromLine is past the end.`,
    readOn: (line, character) =>
      character === 1
        ? `(There is more: continue with fromLine ${line})`
        : `(Line ${line} was cut: continue with fromLine ${line}, fromCharacter ${character})`,
    written: (path, revision, bytes) => `Written: ${path}, revision ${revision}, ${bytes} bytes.`,
    conflict: ({ hint, diff }) => `Not written. ${hint}\nDifference from the current text (-) to yours (+):\n${diff}`,
    edited: (path, revision, bytes) => `Edited: ${path}, revision ${revision}, ${bytes} bytes.`,
    withoutNumbers: 'Leave out the line numbers that read puts before each line.',
    systemPart: (path) =>
      `Nothing changed: the system maintains this part of ${path}. Write outside its marked blocks.`,
    file: (path, bytes, revision) => `${path} · ${bytes} bytes · revision ${revision}`,
    noFiles: (folder) => `No files in ${folder}. All files:`,
    moreFiles: (count) => `(${count} more files; list one folder)`,
    message: (index) => `message ${index}`,
    nothingFound: (query) => `Nothing found for ${shown(query, characters)}. Try other words or scope "all".`,
    morePassages: (count) => `(${count} more passages do not fit; narrow the query)`,
    memorized: (id, left) =>
      `Memorized as [${id}].${left === 0 ? '' : left === 1 ? ' Another item has left memory.' : ` ${left} other items have left memory.`}`,
    notKept: 'Not kept: everything in memory ranks higher. Raise importance, or forget something first.',
    foreign: (source) => `from ${source}, unverified`,
    archived: 'has left memory',
    cut: (count) => `… (${count} more characters)`,
    noItems: (scope) =>
      scope === 'items' ? 'No item matches. scope "all" also searches items that left memory.' : 'No item matches.',
    moreItems: (count) => `(${count} more items do not fit; narrow the query)`,
    oneOf: (given, known) =>
      `forget was not run. Give exactly one of ${known.join(', ')}; got ${given.length === 0 ? 'none' : given.join(' and ')}.`,
    badInstruction: (instruction) =>
      `forget was not run. instruction must be "oldest", "least important", "position:N" or "before:step_N"; got ${shown(instruction, characters)}. ` +
      'To forget by content, find the ids with remember and give ids.',
    hidden: (ids) => `Hidden: ${idList(ids)}. The app can restore them.`,
    erased: (ids) => `Erased permanently: ${idList(ids)}.`,
    nothingForgotten: 'No item matched; nothing changed.',
    forgetWarning: (warning) => ` ${warningText(warning)}`,
    compacted: ({ hidden, stubs, kept, tokens, files, syncRequired, receipt, atRisk }) => {
      const ranges = hidden.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
      const messages = hidden.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      const gone = [
        ...(messages > 0 ? [`${count(messages, 'message')} hidden (${atMost(ranges, 5)})`] : []),
        ...(stubs > 0 ? [`${count(stubs, 'tool result')} moved out of view`] : []),
      ];
      const { callGroups, turns } = kept;
      return [
        `Compacted from the next request on: ${gone.join(', ')}.`,
        `Still shown: ${count(kept.messages, 'message')}, ${count(turns, 'turn')}, ${count(callGroups, 'group')} of tool calls. Tokens: ${tokens.before} → ${tokens.after}.`,
        files.length > 0
          ? `Full text: ${atMost(files, 5)}; use read or search.`
          : 'No file was written; use search to find passages in earlier messages.',
        syncRequired
          ? 'overview.md had no room for the summary: a sync is required. Shorten overview.md and write down what matters.'
          : 'overview.md holds the summary in its own block; no sync is required.',
        ...(atRisk.length > 0 ? [`No longer visible: ${atRisk.join(', ')}. Write down those you still need.`] : []),
        ...(receipt === undefined ? [] : [`Receipt ${receipt}: the app can use it to undo this.`]),
      ].join('\n');
    },
    notCompacted: (reason) =>
      `Nothing was compacted: ${
        {
          'nothing-to-hide':
            'everything shown must stay: the newest messages (keep_recent), at least three turns, the newest groups of tool calls.',
          'would-not-shrink': 'the request would not get shorter.',
          'nothing-prepared': 'no request has been prepared yet.',
        }[reason]
      }`,
  },
};
