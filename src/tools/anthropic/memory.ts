// Anthropic's memory tool, type `memory_20250818`, over the files of a memory, with Anthropic's commands and results.
import type { WorkingMemory } from '../../api/memory.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import { checkMemory } from '../../options/methods.ts';
import { filesIn, listing, locate, type VirtualPlace, CommandRefusal, shownPath } from './tree.ts';
import {
  alias,
  asNumber,
  choice,
  type Field,
  type InputFields,
  type InputOf,
  integer,
  optional,
  parsedJson,
  text,
} from '../input/input-field.ts';
import { fitToWindow } from '../fit-to-window.ts';
import { readInput } from '../input/read-input.ts';
import { numberedLine, type Page, paginate } from '../pagination.ts';
import { addressOf } from '../../tree/paths.ts';
import { asInFile, visibleText } from '../../tree/visible-text.ts';
import { seenPages, type ShownPage } from '../seen-pages.ts';
import { isWhole, readableDiff } from '../../tree/files/diff.ts';
import { messageForModel } from '../tool.ts';
import { EN } from '../words/en.ts';

/** Commands and answers of Anthropic's memory tool, over `memory.files`. */
export interface AnthropicMemoryTool {
  readonly type: 'memory_20250818';
  readonly name: 'memory';
  /**
   * Runs one command and answers in text, also when the model made a mistake.
   * @param command the input of the model's `tool_use` block
   * @throws errors that no model can repair: closed, timeout, worker-lost, kernel-unavailable, storage-*
   */
  execute(command: unknown): Promise<string>;
}

/** Limit of a view in UTF-16 units. A longer view is cut at a line, and `view_range` shows the rest. */
const VIEW_CHARACTERS = 16_000;
const MOST_LINES = 999_999;
const LINES_AROUND = 2;

/** First and last line, from 1; −1 as the last line is the end of the file. */
const lineRange: Field<readonly [number, number]> = {
  schema: { type: 'array', description: 'First and last line', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
  required: true,
  aliases: [],
  read(value) {
    const list = typeof value === 'string' ? parsedJson(value) : value;
    const [first, last, ...more] = Array.isArray(list) ? list.map(asNumber) : [];
    const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(last) && more.length === 0;
    return isRange ? [first as number, last as number] : undefined;
  },
};

const path = text('Path below /memories');
const FIELDS = {
  view: { path, view_range: optional(lineRange) },
  create: { path, file_text: alias(text('Text of the file', { mayBe: 'empty' }), 'content', 'text') },
  str_replace: {
    path,
    old_str: alias(text('The present passage', { mayBe: 'blank' }), 'old_string'),
    new_str: optional(alias(text('The new passage', { mayBe: 'empty' }), 'new_string')),
  },
  insert: {
    path,
    insert_line: integer('Number of the line to insert after; 0 is the beginning'),
    insert_text: alias(text('The new lines', { mayBe: 'empty' }), 'new_str', 'content', 'text'),
  },
  delete: { path },
  rename: { old_path: alias(path, 'path', 'from'), new_path: alias(path, 'to') },
};
type Command = keyof typeof FIELDS;
type Commands = { readonly [Name in Command]: (input: InputOf<(typeof FIELDS)[Name]>) => Promise<string> };

const COMMAND = { command: choice('The command', 'view', 'create', 'str_replace', 'insert', 'delete', 'rename') };

/**
 * Makes Anthropic's memory tool (`memory_20250818`) over the files of a memory: `/memories` is the root of its tree.
 * @returns the tool's definition for a request, and `execute(input)`, which answers in Anthropic's sentences
 */
export function anthropicMemoryTool(memory: WorkingMemory): AnthropicMemoryTool {
  checkMemory(memory, ['files.read', 'files.write']);
  const commands = commandsOn(memory);
  const { problem } = EN.say;
  const refuse = (message: string): string => `Error: ${message}`;

  async function execute(input: unknown): Promise<string> {
    const named = readInput(COMMAND, input);
    if (named.problems) return refuse(named.problems.map(problem).join(' '));
    const { command } = named.values;
    const parsed = readInput<InputFields>(FIELDS[command], named.ignored);
    if (parsed.problems) return refuse(`${command}: ${parsed.problems.map(problem).join(' ')}`);
    try {
      return visibleText(await commands[command](parsed.values as never));
    } catch (error) {
      return error instanceof CommandRefusal ? error.message : refuse(messageWithShownPaths(error));
    }
  }
  return { type: 'memory_20250818', name: 'memory', execute };
}

function commandsOn(memory: WorkingMemory): Commands {
  const { files } = memory;
  const seen = seenPages(memory);
  /** Reads the file. @throws CommandRefusal with the message `otherwise` when there is no file */
  async function fileAt(place: VirtualPlace, otherwise: string) {
    if (place.isFixed) throw new CommandRefusal(otherwise);
    return files.read(place.path).catch((error: unknown) => {
      throw isWorkingMemoryError(error, 'not-found') ? new CommandRefusal(otherwise) : error;
    });
  }

  /** Returns the path of the file, or those of all files in the directory; empty when there is neither. */
  async function pathsAt({ path }: VirtualPlace): Promise<readonly string[]> {
    const all = await files.list();
    return all.some((file) => file.path === path) ? [path] : filesIn(path, all).map((file) => file.path);
  }

  return {
    async view({ path, view_range }) {
      const given = locate(path);
      const all = await files.list();
      const isFile = all.some((file) => file.path === given.path);
      if (!isFile && (given.isFixed || filesIn(given.path, all).length > 0)) return listing(given, all);
      const place = isFile ? given : addressed(given);
      const { shown } = place;
      const document = await fileAt(place, `The path ${shown} does not exist. Please provide a valid path.`);
      const lines = document.text.split('\n');
      if (lines.length > MOST_LINES) return `File ${shown} exceeds maximum line limit of 999,999 lines.`;
      const [first, end] = view_range ?? [1, -1];
      const last = end === -1 ? lines.length : Math.min(end, lines.length);
      const fromLine = Math.max(1, first);
      if (fromLine > last) {
        const range = `[${first}, ${end}]`;
        return `Error: Invalid \`view_range\` parameter: ${range}. It should be within the range of lines of the file: [1, ${lines.length}]`;
      }
      let page: ShownPage | undefined;
      const answer = await fitToWindow(memory, VIEW_CHARACTERS, (characters) => {
        const shownLines = paginate(lines.slice(0, last), { fromLine, lines: last, characters });
        const { text: content, next = { line: last + 1, character: 1 } } = shownLines;
        page = { from: [fromLine, 1], next: next.line > lines.length ? undefined : [next.line, next.character] };
        return `Here's the content of ${shown} with line numbers:\n${content}${notShown(next, last)}`;
      });
      if (page) await seen(document, page);
      return answer;
    },

    async create({ path, file_text }) {
      const place = locate(path);
      const { path: virtual, shown } = place;
      const kind = addressOf(place.address)?.kind;
      if (kind === 'message' || kind === 'item')
        return `Error: ${addressed(place).shown} is read only: it belongs to the conversation. Choose another path`;
      const result = await files.write(virtual, file_text, { baseRevision: 0, source: 'assistant' });
      return result.status === 'written'
        ? `File created successfully at: ${shown}`
        : `Error: File ${shown} already exists`;
    },

    async str_replace({ path, old_str, new_str = '' }) {
      const place = locate(path);
      const { shown } = place;
      const { text } = await fileAt(place, `Error: The path ${shown} does not exist. Please provide a valid path.`);
      const [passage, by] = asInFile(text, old_str, new_str);
      const lines = linesWith(text, passage);
      if (lines.length === 0) {
        return `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${shown}.`;
      }
      if (lines.length > 1) {
        const where = [...new Set(lines)].join(', ');
        return `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${where}. Please ensure it is unique`;
      }
      await files.edit(place.path, passage, by, { source: 'assistant' });
      const after = (await files.read(place.path)).text;
      if (after === text && passage !== by) return keptBySystem(shown);
      const [changed = 1] = lines;
      const from = Math.max(1, changed - LINES_AROUND);
      const snippet = after.split('\n').slice(from - 1, changed + by.split('\n').length - 1 + LINES_AROUND);
      return [
        'The memory file has been edited. Here is the snippet showing the change (with line numbers):',
        ...snippet.map((line, index) => numberedLine(from + index, line)),
      ].join('\n');
    },

    async insert({ path, insert_line, insert_text }) {
      const place = locate(path);
      const { shown } = place;
      const current = await fileAt(place, `Error: The path ${shown} does not exist`);
      // The model saw the line of this number. An insertion removes nothing, so it need not have seen any other.
      const base = await files.lastSeen(place.path);
      const { text, revision } = base ?? current;
      const lines = text.split('\n');
      if (insert_line < 0 || insert_line > lines.length) {
        return `Error: Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${lines.length}]`;
      }
      // No line follows the final line break, so an insertion at the end follows the last line without a gap.
      const isAfterEnd = insert_line === lines.length && lines.at(-1) === '';
      lines.splice(isAfterEnd ? insert_line - 1 : insert_line, 0, ...insert_text.replace(/\n$/, '').split('\n'));
      const result = await files.write(place.path, lines.join('\n'), {
        baseRevision: base ? 'seen' : revision,
        source: 'assistant',
      });
      if (result.status === 'conflict') return changedByOthers(shown, result.diff);
      const isUndone = (await files.read(place.path)).text === current.text;
      if (isUndone) return keptBySystem(shown);
      const edited = `The file ${shown} has been edited.`;
      return result.merged === undefined ? edited : edited + EN.say.merged(result.merged);
    },

    async delete({ path }) {
      const place = locate(path);
      const { shown } = place;
      if (place.isFixed) return `Error: Cannot delete the ${shown} directory itself`;
      const paths = await pathsAt(place);
      if (paths.length === 0) return `Error: The path ${shown} does not exist`;
      for (const each of paths) {
        const refusal = await whyToKeep(memory, each);
        if (refusal !== undefined) return refusal;
      }
      for (const each of paths) await files.delete(each);
      return `Successfully deleted ${shown}`;
    },

    async rename({ old_path, new_path }) {
      const [from, to] = [locate(old_path), locate(new_path)];
      if (from.isFixed) return `Error: Cannot rename the ${from.shown} directory itself`;
      const paths = await pathsAt(from);
      if (paths.length === 0) return `Error: The path ${from.shown} does not exist`;
      if (to.isFixed || (await pathsAt(to)).length > 0) return `Error: The destination ${to.shown} already exists`;
      if (to.path.startsWith(`${from.path}/`)) return `Error: Cannot move ${from.shown} into itself`;
      for (const each of paths) await files.rename(each, to.path + each.slice(from.path.length));
      return `Successfully renamed ${from.shown} to ${to.shown}`;
    },
  };
}

/**
 * Describes what a view up to `last` left out. Ranges are of lines, so no view shows the rest of a line that was cut.
 */
function notShown({ line, character }: Required<Page>['next'], last: number): string {
  const isCut = character > 1;
  const rest = isCut ? line + 1 : line;
  const parts = [
    ...(isCut ? [`line ${line} is cut after ${character - 1} characters`] : []),
    ...(rest <= last ? [`lines ${rest} to ${last}: view_range [${rest}, ${last}]`] : []),
  ];
  return parts.length > 0 ? `\n(Too long to show at once; ${parts.join('; ')})` : '';
}

/** Returns the place of the text that is no file, where the name can be that of one. */
const addressed = (place: VirtualPlace): VirtualPlace =>
  place.address === undefined ? place : { ...place, path: place.address, shown: shownPath(place.address) };

/** Returns the line of each occurrence, from 1. */
function linesWith(text: string, passage: string): number[] {
  let line = 1;
  return text
    .split(passage)
    .slice(0, -1)
    .map((before) => {
      line += before.split('\n').length - 1;
      const found = line;
      line += passage.split('\n').length - 1;
      return found;
    });
}

/**
 * Returns why the model must not delete this file yet: words that others wrote since the model saw it would be lost.
 */
async function whyToKeep({ files }: WorkingMemory, path: string): Promise<string | undefined> {
  const current = await files.read(path);
  const base = await files.lastSeen(path);
  if (!base || base.revision === current.revision || current.source === 'assistant') return undefined;
  const diff = readableDiff(base.text, current.text);
  if (isWhole(diff)) await files.markSeen(path, current.revision);
  const shown = shownPath(path);
  return `Error: Nothing was deleted: ${shown} was changed by somebody else since you saw it. Delete it again to delete these changes too:\n${diff}`;
}

const changedByOthers = (shown: string, diff: string): string =>
  `Error: Nothing was changed: ${shown} was changed by somebody else. Difference from the current text (-) to yours (+):\n${diff}`;

const keptBySystem = (shown: string): string =>
  `Error: Nothing changed: the system maintains this part of ${shown}. Write outside its marked blocks.`;

/** Returns the message of a library error, with paths below `/memories`. */
function messageWithShownPaths(error: unknown): string {
  const message = messageForModel(error, EN.say);
  if (!isWorkingMemoryError(error, 'path-not-allowed') || ['overview', 'case-collision'].includes(error.details.rule)) {
    return message.replace(/\b(?:overview\.md|(?:detail|archive)\/\S*[^\s.;,])/g, shownPath);
  }
  const { path, rule } = error.details;
  return `Path ${shownPath(path)} is not allowed (${rule}). Use /memories/overview.md, /memories/detail/<name> or /memories/archive/<name>.`;
}
