// The tools' English.
import type { FieldSchema } from '../../api/tools.ts';
import { warningText } from '../../items/forgetting/warning.ts';
import { CALL_DEFAULTS } from '../../options/policy.ts';
import { rangeOf } from '../input/input-field.ts';
import { shown } from '../input/read-input.ts';
import { namesItemByText } from './missing-item.ts';
import type { Wording, WrittenFile } from './wording.ts';

const PATH = 'overview.md, detail/<name> or archive/<name>';

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
  names.length === 0
    ? 'none'
    : names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

const MOST_HEADINGS = 20;

const sizeOf = ({ revision, bytes, percent }: Omit<WrittenFile, 'path'>): string =>
  `revision ${revision}, ${bytes} bytes${percent === undefined ? '' : `, ${percent}% of the room for notes`}`;

export const EN: Wording = {
  note: {
    purpose: 'Write one section of your notes, overview.md. The other sections stay.',
    section: 'Heading, e.g. Current task',
    text: 'The whole new text below it; empty: remove the section',
  },
  read: {
    purpose: 'Read a file, message or tool result. The line numbers are not part of the text.',
    path: 'As shown, e.g. detail/plan.md, messages/12, results/12.1',
    fromLine: 'Default 1',
    fromCharacter: 'Within that line, if it was cut',
    lines: 'How many; default 200',
  },
  write: {
    purpose: 'Write a whole file: longer notes to detail/, finished work to archive/.',
    path: PATH,
    content: 'The whole new text',
    baseRevision: 'The revision you read; if the file changed since, nothing is written and you see the difference',
    force: 'true: write despite a change or a loss of most of the text',
  },
  edit: {
    purpose: 'Replace one passage of a file.',
    path: PATH,
    find: 'The passage, word for word, without line numbers; must occur once',
    replace: 'The new passage; empty: delete it',
  },
  list: {
    purpose: 'List files with size and revision.',
    folder: 'detail or archive; default all',
  },
  search: {
    purpose: 'Find passages in files, items and earlier messages, hidden ones too.',
    query: 'Words of the passage',
    scope: 'Default all',
    limit: 'Default 10',
  },
  memorize: {
    purpose: 'Save one fact, preference or decision for recall.',
    text: 'One statement, clear on its own',
    importance: 'Items near 0 leave memory first',
    tags: 'Keywords to filter by',
    replaces: 'Id of the item that this corrects',
    shared: 'true: known in every conversation',
  },
  recall: {
    purpose: 'Find memorized items, best first.',
    everywhere: 'Find what was memorized, noted or said, best first.',
    query: 'What you want to know; empty: all',
    limit: 'Default 10',
    tags: 'Only items with all of these',
  },
  forget: {
    purpose: 'Hide items that are wrong or obsolete. Choose by one field.',
    ids: 'Ids from recall',
    tags: 'Items with all of these',
    instruction: '"oldest", "least important", "position:N" (0 = oldest) or "before:step_N"',
    belowImportance: 'Items less important than this',
    olderThanHours: 'Items older than this',
    erase: 'true: delete for good',
  },
  compactHistory: {
    purpose:
      'Make room in the context: hide older turns and tool results, save their full text to a file and a summary to overview.md. ' +
      'First note what must stay, in your own words.',
    target: 'conversation: older turns; tools: tool results; default all',
    strategy: 'archive (default): full text to a file; summarize: no file',
    keep_recent: `Newest messages to keep, default ${CALL_DEFAULTS.keepRecent}; never fewer than three turns`,
    archive_to: 'File for the full text; default a new one in detail/',
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
    refused: (error) =>
      namesItemByText(error)
        ? 'There is no such item. Give an id, which recall shows in brackets. Nothing was changed.'
        : error.message,
    ignored: (names) => `(Ignored unknown fields: ${names.join(', ')})`,
    pageOf: (path, revision, first, last, lines) => `${path}, revision ${revision}, lines ${first}–${last} of ${lines}`,
    emptyFile: (path, revision) => `${path}, revision ${revision}, is empty.`,
    pastEnd: (path, lines) => `${path} has ${lines} lines; fromLine is past the end.`,
    readOn: (line, character) =>
      character === 1
        ? `(There is more: continue with fromLine ${line})`
        : `(Line ${line} was cut: continue with fromLine ${line}, fromCharacter ${character})`,
    written: (file) => `Written: ${file.path}, ${sizeOf(file)}.`,
    conflict: ({ hint, diff }) => `Not written. ${hint}\nDifference from the current text (-) to yours (+):\n${diff}`,
    merged: (diff) => `\nOthers had changed the file; their changes stay. From your text (-) to the file (+):\n${diff}`,
    noted: ({ outcome, heading, sections, ...file }) => {
      const done = { replaced: 'Written', added: 'Added as a new section', removed: 'Removed' }[outcome];
      const all = outcome === 'added' ? ` Sections: ${atMost(sections, MOST_HEADINGS)}.` : '';
      return `${done}: ${heading}. overview.md: ${sizeOf(file)}.${all}`;
    },
    noHeading: (sections) =>
      `Not written. section must be a short heading. Sections: ${atMost(sections, MOST_HEADINGS)}.`,
    noSection: (heading, sections) =>
      `Not removed: there is no section ${heading}. Sections: ${atMost(sections, MOST_HEADINGS)}.`,
    edited: (file) => `Edited: ${file.path}, ${sizeOf(file)}.`,
    withoutNumbers: ' Leave out the line numbers that read puts before each line.',
    systemPart: (path) =>
      `Nothing changed: the system maintains this part of ${path}. Write outside its marked blocks.`,
    file: (path, bytes, revision) => `${path} · ${bytes} bytes · revision ${revision}`,
    noFiles: (folder) => `No files in ${folder}. All files:`,
    moreFiles: (count) => `(${count} more files; list one folder)`,
    abandoned: 'a message that was taken back, or is on another branch of the conversation',
    elsewhere: 'another conversation',
    nothingFound: (query, everywhere) =>
      `Nothing out of view matches ${shown(query, characters)}. Try other words${everywhere ? '' : ' or scope "all"'}.`,
    morePassages: (count) => `(${count} more passages do not fit; narrow the query)`,
    memorized: (id, { isRefreshed, replaced, left }) =>
      `${isRefreshed ? 'Already memorized' : 'Memorized'} as [${id}].` +
      (replaced.length === 0 ? '' : ` It replaces ${idList(replaced)}.`) +
      (left === 0 ? '' : left === 1 ? ' Another item has left memory.' : ` ${left} other items have left memory.`),
    similar: (items) => `\nSimilar:\n${items.join('\n')}\nTo correct one, memorize with replaces.`,
    notKept: 'Not kept: everything in memory ranks higher. Raise importance, or forget something first.',
    foreign: (source) => `from ${source}, unverified`,
    archived: 'has left memory',
    cut: (count) => `… (${count} more characters)`,
    notStored: 'Nothing was stored: recall only searches. To keep a text, call memorize with it.',
    noItems: (offersSearch) =>
      offersSearch
        ? 'No item matches. search looks everywhere: in files, messages and items that left memory.'
        : 'Nothing matches. Try other words.',
    moreItems: (count) => `(${count} more items do not fit; narrow the query)`,
    oneOf: (given, known) =>
      `forget was not run. Give exactly one of ${known.join(', ')}; got ${given.length === 0 ? 'none' : given.join(' and ')}.`,
    badInstruction: (instruction) =>
      `forget was not run. instruction must be "oldest", "least important", "position:N" or "before:step_N"; got ${shown(instruction, characters)}. ` +
      'To forget by content, find the ids with recall and give ids.',
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
