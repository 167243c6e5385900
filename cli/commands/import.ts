import { openAsBlob } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type ConversationFormat, importConversations, type SourceFile } from 'working-memory/importers';
import { type Call, type Command, EXIT, FROM, JSON_LINE, SESSION, UsageError, WORKSPACE } from '../command.ts';
import { FORMATS } from '../formats.ts';
import { found, mustBeReadable, named } from '../named-file.ts';
import { leftOut } from '../bundle-again.ts';
import { didYouMean } from '../nearest.ts';
import { withMemory } from '../place.ts';
import { bar, bytes, counted, oneLine } from '../wording.ts';

/** Name of this library's own export format. */
const BUNDLE = 'bundle';
/** UTF-16 units of a line that names something left out. */
const LONGEST_REASON = 500;
const NAMES = [...Object.keys(FORMATS), BUNDLE];

export const imports: Command = {
  takes: '<file or folder>',
  options: {
    from: FROM,
    workspace: WORKSPACE,
    session: SESSION,
    encoding: 'encoding of a table that is not UTF-8, e.g. windows-1252',
    'day-first': 'dates begin with the day; --no-day-first: with the month',
    json: JSON_LINE,
  },
  more: `--from is one of ${NAMES.join(', ')}.\nConversations that were imported before are left out, except for their new messages.`,
  async run(call) {
    const { rest, values } = call;
    const [path = ''] = rest;
    if (rest.length !== 1) throw new UsageError('import takes one file or folder after the folder of the memory.');
    const given = await found(path);
    const { from = '' } = values;
    if (from === BUNDLE) return ofBundle(call, path);
    const format = FORMATS[from]?.(values);
    if (!format)
      throw new UsageError(
        `--from must be one of ${NAMES.join(', ')}; got ${from || 'nothing'}.${didYouMean(from, NAMES)}`,
      );
    return ofConversations(
      call,
      format,
      given.isDirectory() ? filesIn(path, format, call.folder) : await contentOf(path),
    );
  },
};

/** Yields the files of `folder`, except those of a memory that lies inside it. */
async function* filesIn(folder: string, { files }: ConversationFormat, memory: string): AsyncGenerator<SourceFile> {
  const all = await named(folder, 'read', () => readdir(folder, { withFileTypes: true, recursive: true }));
  for (const entry of all) {
    const path = join(entry.parentPath, entry.name);
    const isOwn = !relative(resolve(memory), resolve(path)).startsWith('..');
    if (!entry.isFile() || isOwn || !files.test(path)) continue;
    yield { name: relative(folder, path), content: await contentOf(path), time: (await stat(path)).mtimeMs };
  }
}

/**
 * Returns the content of a file. Node cannot open an empty file as a Blob, and reports a forbidden one as a wrong
 * argument.
 */
async function contentOf(path: string): Promise<Blob | string> {
  await mustBeReadable(path);
  return (await stat(path)).size === 0 ? '' : openAsBlob(path);
}

const ofConversations = (
  call: Call,
  format: ConversationFormat,
  source: Blob | string | AsyncIterable<SourceFile>,
): ReturnType<Command['run']> =>
  withMemory(call, {}, async (memory) => {
    const { values, terminal } = call;
    const report = await importConversations(memory, format, source, {
      signal: terminal.signal,
      onProgress: ({ read, size, conversations, messages }) => {
        const share = size === undefined ? bytes(read) : bar(read, size);
        terminal.progress(`${share}  ${counted(conversations, 'conversation')}, ${counted(messages, 'message')}`);
      },
    });
    const { counts, messages, conversations, refused } = report;
    const left = [
      ...refused.map(({ where, reason }) => `${where}: ${reason}`),
      ...conversations.flatMap((one) =>
        one.refused.map(({ where, reason }) => `${one.title || one.id || 'a conversation'}, ${where}: ${reason}`),
      ),
    ];
    if (values.json) terminal.out(JSON.stringify(report));
    else {
      const ends = Object.entries(counts).filter(([, count]) => count > 0);
      terminal.out(
        `${counted(conversations.length, 'conversation')}: ${ends.map(([end, count]) => `${count} ${end}`).join(', ') || 'none'}; ${counted(messages.kept, 'message')} stored`,
      );
      for (const line of left) terminal.note(`left out: ${oneLine(line, LONGEST_REASON)}`);
    }
    const isWhole = counts.refused + counts.changed + refused.length === 0 && conversations.length > 0;
    return isWhole ? EXIT.ok : EXIT.notAll;
  });

const ofBundle = (call: Call, path: string): ReturnType<Command['run']> =>
  withMemory(call, {}, async (memory) => {
    const { values, terminal } = call;
    const content = await named(path, 'read', () => readFile(path));
    const bundle = new Uint8Array(content);
    const result = await memory.import(bundle, { signal: terminal.signal });
    const { items, tail, files, messages } = result;
    const skipped = await leftOut(memory, bundle, result);
    if (values.json) terminal.out(JSON.stringify({ ...result, skipped }));
    else {
      terminal.out([counted(items + tail, 'item'), counted(files, 'file'), counted(messages, 'message')].join(', '));
      for (const { where, reason } of skipped)
        terminal.note(`left out: ${oneLine(`${where}: ${reason}`, LONGEST_REASON)}`);
    }
    return skipped.length === 0 ? EXIT.ok : EXIT.notAll;
  });
