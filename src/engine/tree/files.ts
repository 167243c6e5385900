// Commands and reads of the session's files: check the arguments, gather, and apply the pure rules of the tree.
import type { FileEntry } from '../../api/files.ts';
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, WorkingMemoryError } from '../../errors.ts';
import { historyKey } from '../../tree/apply.ts';
import { readBlocks } from '../../tree/overview/system-blocks.ts';
import type { Document, ShownWriteResult, WriteResult } from '../../tree/files/document.ts';
import { decideBlocks, decideDelete, decideEdit, decideRename, decideWrite } from '../../tree/files/documents.ts';
import { withLineEndsOf } from '../../tree/line-ends.ts';
import { overviewStatus } from '../../tree/overview/overview.ts';
import { addressOf, checkPath, OVERVIEW } from '../../tree/paths.ts';
import { checkWrite, checkWriteOptions, notFound } from '../../tree/files/tree-checks.ts';
import { shownConflict } from '../../tree/files/conflict.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { laterPart } from '../on-demand.ts';
import { documentBytes } from '../../tree/files/tree-limits.ts';

type FileCommands = Pick<
  Engine,
  | 'readFile'
  | 'writeFile'
  | 'editFile'
  | 'renameFile'
  | 'deleteFile'
  | 'restoreFile'
  | 'listFiles'
  | 'fileHistory'
  | 'overviewStatus'
  | 'stateBasis'
  | 'updateBlocks'
>;

export function fileCommands(context: EngineContext): FileCommands {
  const { session, settings } = context;
  const { state } = session;
  const limits = settings.files;

  return {
    async readFile(path) {
      reading(context);
      const address = addressOf(path);
      if (address) return (await laterPart()).readAddress(context, path, address);
      await context.ports.adoptEdits?.(context);
      const document = state.files.get(checkPath(path));
      // Explains why a file cannot be read although the user sees it on disk.
      if (!document) {
        state.heldBack.get(path)?.refuse();
        throw notFound(path, state.files);
      }
      return document;
    },

    async writeFile(path, text, options) {
      const write = { ...checkWrite(path, text), ...checkWriteOptions(options) };
      const result = await session.command(
        () => undefined,
        () => {
          // A model never sees line ends, so the file keeps its own.
          const former = write.source === 'assistant' ? state.files.get(path)?.text : undefined;
          return withTexts(decideWrite(state, { ...write, text: withLineEndsOf(former ?? '', text) }, limits));
        },
      );
      return shown(result, text);
    },

    async editFile(path, find, replace, options) {
      const edit = {
        path: checkPath(path),
        find: checkText('find', find),
        replace: checkWrite(path, replace).text,
        ...checkWriteOptions(options),
      };
      const result = await session.command(
        () => undefined,
        () => withTexts(decideEdit(state, edit, limits)),
      );
      return shown(result, '');
    },

    async renameFile(from, to) {
      const [source, target] = [checkPath(from), checkPath(to)];
      return session.command(
        () => undefined,
        () => withTexts(decideRename(state, source, target, limits)),
      );
    },

    async deleteFile(path) {
      const allowed = checkPath(path);
      return session.command(
        () => undefined,
        () => withTexts(decideDelete(state, allowed, limits)),
      );
    },

    async restoreFile(path, revision) {
      const allowed = checkPath(path);
      const gather = async (): Promise<Document> => {
        const row = await session.row('fileHistory', historyKey(allowed, revision));
        const former = verifiedFields<Document>(row);
        if (former) return former;
        throw new WorkingMemoryError(
          'not-found',
          `There is no revision ${revision} of ${allowed}; history('${allowed}') lists the kept ones. Nothing was changed.`,
          { what: 'revision', name: `${allowed} ${revision}` },
        );
      };
      // Keep the original source: restoring must not raise the trust of a text.
      const result = await session.command(gather, ({ text, source, trust }) =>
        withTexts(decideWrite(state, { path: allowed, text, source, trust, force: true }, limits)),
      );
      return shown(result, '');
    },

    async listFiles() {
      reading(context);
      await context.ports.adoptEdits?.(context);
      return [...state.files.values()]
        .map((file): FileEntry => {
          const { path, revision, updatedAt } = file;
          return { path, revision, updatedAt, bytes: documentBytes(file) };
        })
        .sort((one, other) => (one.path < other.path ? -1 : 1));
    },

    async fileHistory(path) {
      const allowed = checkPath(path);
      const rows = await session.allRows('fileHistory', `${allowed}\n`, historyKey(allowed, 999_999_999));
      return rows.flatMap(({ value }) => verifiedFields<Document>(value) ?? []);
    },

    async stateBasis() {
      const { now } = reading(context);
      const body = readBlocks(state.files.get(OVERVIEW)?.text ?? '').state;
      return { body, session: settings.session, now };
    },

    async updateBlocks(update) {
      return session.command(
        () => undefined,
        () => withTexts(decideBlocks(state, update, limits)),
      );
    },

    async overviewStatus() {
      const { step } = reading(context);
      const overview = state.files.get(OVERVIEW);
      if (!overview) throw notFound(OVERVIEW, state.files);
      const stepsSince = step - overview.step;
      const status = overviewStatus(overview.text, stepsSince, settings.ttl.softSteps);
      return { status, revision: overview.revision, stepsSince };
    },
  };
}

/** Returns the result as it is shown. @param text text of the write, for the diff of a conflict */
const shown = (result: WriteResult, text: string): ShownWriteResult =>
  result.status === 'written' ? result : shownConflict(result, text);

/** Converts a decision of the tree to one of the session, with the texts as content. */
export function withTexts<Result, Events>(decision: {
  readonly events: Events;
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly result: Result;
}): { events: Events; content: { files: ReadonlyMap<string, string | undefined> }; result: Result } {
  const { events, texts, result } = decision;
  return { events, content: { files: texts }, result };
}

function checkText(argument: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidInput(argument, 'a text');
}
