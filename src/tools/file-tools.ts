// The tools on files: read, write, edit, list, search.
import type { WorkingMemory } from '../api/memory.ts';
import { isWorkingMemoryError } from '../errors.ts';
import { alias, choice, flag, integer, optional, text } from './input/input-field.ts';
import { entriesWithin, fitToWindow } from './fit-to-window.ts';
import { overviewPercent } from './overview-room.ts';
import { paginate } from './pagination.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import { passageLine } from './hit-lines.ts';
import { seenPages, type ShownPage } from './seen-pages.ts';
import { isInFolder, withoutTreeFolder } from '../tree/paths.ts';
import { asInFile } from '../tree/visible-text.ts';
import type { Wording } from './words/wording.ts';
import { CALL_DEFAULTS } from '../options/policy.ts';

const PAGE_LINES = 200;
const PAGE_CHARACTERS = 8000;
const MOST_FILES = 200;
const MOST_PASSAGES = 50;

const path = (description: string) => alias(text(description), 'file', 'filePath', 'filename');

export function readTool(memory: WorkingMemory, { read, say }: Wording): ToolDefinition {
  const fields = {
    path: path(read.path),
    fromLine: optional(alias(integer(read.fromLine, { minimum: 1 }), 'offset', 'start', 'startLine', 'line')),
    fromCharacter: optional(integer(read.fromCharacter, { minimum: 1 })),
    lines: optional(alias(integer(read.lines, { minimum: 1, maximum: PAGE_LINES }), 'limit', 'count')),
  };
  const seen = seenPages(memory);
  return defineTool({ name: 'read', purpose: read.purpose, fields, say }, async (input) => {
    const { fromLine = 1, fromCharacter = 1, lines = PAGE_LINES } = input;
    const document = await memory.files.read(withoutTreeFolder(input.path));
    const { path, revision } = document;
    if (document.text === '') {
      await memory.files.markSeen(path, revision);
      return say.emptyFile(path, revision);
    }
    const all = linesOf(document.text);
    if (fromLine > all.length) return say.pastEnd(path, all.length);
    let page: ShownPage | undefined;
    const answer = await fitToWindow(memory, PAGE_CHARACTERS, (characters) => {
      const { text, first, last, next } = paginate(all, { fromLine, fromCharacter, lines, characters });
      const more = next ? `\n${say.readOn(next.line, next.character)}` : '';
      page = { from: [fromLine, fromCharacter], next: next && [next.line, next.character] };
      return `${say.pageOf(path, revision, first, last, all.length)}\n${text}${more}`;
    });
    if (page) await seen(document, page);
    return answer;
  });
}

export function writeTool(memory: WorkingMemory, { write, say }: Wording): ToolDefinition {
  const fields = {
    path: path(write.path),
    content: alias(text(write.content, { mayBe: 'empty' }), 'text', 'fileText', 'contents', 'body'),
    baseRevision: optional(alias(integer(write.baseRevision, { minimum: 0 }), 'revision')),
    force: optional(flag(write.force)),
  };
  return defineTool({ name: 'write', purpose: write.purpose, fields, say }, async (input, call) => {
    const { content, baseRevision, force } = input;
    const result = await memory.files.write(withoutTreeFolder(input.path), content, {
      source: 'assistant',
      baseRevision: baseRevision ?? 'seen',
      ...(force !== undefined && { force }),
      ...call,
    });
    if (result.status === 'conflict') return say.conflict({ ...result, revision: result.current.revision });
    const written = say.written({ ...result, percent: await overviewPercent(memory, result.path) });
    return result.merged === undefined ? written : written + say.merged(result.merged);
  });
}

export function editTool(memory: WorkingMemory, { edit, say }: Wording): ToolDefinition {
  const { files } = memory;
  const fields = {
    path: path(edit.path),
    find: alias(text(edit.find, { mayBe: 'blank' }), 'oldString', 'oldStr', 'oldText', 'old', 'search'),
    replace: alias(text(edit.replace, { mayBe: 'empty' }), 'newString', 'newStr', 'newText', 'new', 'replacement'),
  };
  return defineTool({ name: 'edit', purpose: edit.purpose, fields, say }, async ({ path, find, replace }) => {
    const virtual = withoutTreeFolder(path);
    const before = await files.read(virtual);
    const [passage, by] = asInFile(before.text, find, replace);
    const result = await files.edit(virtual, passage, by, { source: 'assistant' }).catch((error: unknown) => {
      const isNumbered = isWorkingMemoryError(error, 'invalid-input') && /^\s*\d+\t/m.test(find);
      if (isNumbered) return say.refused(error) + say.withoutNumbers;
      throw error;
    });
    if (typeof result === 'string') return result;
    if (result.status === 'conflict') return say.conflict({ ...result, revision: result.current.revision });
    // The system puts its own parts of the overview back, whatever was written over them.
    const isUndone = passage !== by && (await files.read(virtual)).text === before.text;
    if (isUndone) return say.systemPart(result.path);
    return say.edited({ ...result, percent: await overviewPercent(memory, result.path) });
  });
}

export function listTool({ files }: WorkingMemory, { list, say }: Wording): ToolDefinition {
  const fields = { folder: optional(alias(text(list.folder), 'path', 'directory', 'dir')) };
  return defineTool({ name: 'list', purpose: list.purpose, fields, say }, async ({ folder = '' }) => {
    const name = withoutTreeFolder(`${folder}/`).replace(/^[./]+|\/+$/g, '');
    const all = await files.list();
    const found = all.filter(({ path }) => name === '' || path === name || isInFolder(path, name));
    const wanted = found.length > 0 ? found : all;
    return [
      ...(found.length > 0 ? [] : [say.noFiles(name)]),
      ...wanted.slice(0, MOST_FILES).map(({ path, bytes, revision }) => say.file(path, bytes, revision)),
      ...(wanted.length > MOST_FILES ? [say.moreFiles(wanted.length - MOST_FILES)] : []),
    ].join('\n');
  });
}

export function searchTool(memory: WorkingMemory, { search, say }: Wording): ToolDefinition {
  const fields = {
    query: alias(text(search.query), 'prompt', 'q', 'text', 'search', 'pattern'),
    scope: optional(choice(search.scope, 'all', 'items', 'overview', 'detail', 'archive', 'transcript')),
    limit: optional(
      alias(integer(search.limit, { minimum: 1, maximum: MOST_PASSAGES }), 'topK', 'count', 'maxResults'),
    ),
  };
  return defineTool({ name: 'search', purpose: search.purpose, fields, say }, async (input, call) => {
    const { query, scope = 'all', limit = CALL_DEFAULTS.recallLimit } = input;
    const { hits } = await memory.files.search(query, {
      inView: false,
      scope: scope === 'items' ? ['items', 'tail'] : scope,
      limit,
      ...call,
    });
    if (hits.length === 0) return say.nothingFound(query, scope === 'all');
    const passages = hits.map((hit) => passageLine(hit, say));
    return fitToWindow(memory, Infinity, (characters) => entriesWithin(characters, passages, say.morePassages));
  });
}

/** Returns the lines, without the empty one that a final line break would leave. */
const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');
