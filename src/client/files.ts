// Implements memory.files and memory.transcript, one engine call per method.
import type { Files, Transcript } from '../api/files.ts';
import { appendedMessage } from '../tree/transcript/sent-message.ts';
import type { NewMessage } from '../tree/transcript/transcript.ts';
import type { ShownWriteResult, WriteOptions } from '../tree/files/document.ts';
import { CALL_DEFAULTS } from '../options/policy.ts';
import { invalidInput, kindOf } from '../errors.ts';
import type { Calls } from './calls/calls.ts';
import type { SeenByModel } from './notes/based-write.ts';
import { basedWritePart } from './notes/part.ts';
import { unchangedWrite } from './notes/unchanged-write.ts';
import type { RecallClient } from './recall.ts';

/**
 * Creates `memory.files`.
 * @param refused called with a text that the tree refused
 * @param seen files as the model saw them
 */
export function filesFace(
  calls: Calls,
  recall: RecallClient,
  refused: (path: string, text: string) => void,
  seen: SeenByModel,
): Files {
  const changed = (result: ShownWriteResult, { source }: Pick<WriteOptions, 'source'>): void => {
    if (result.status === 'written' && source === 'assistant') seen.files.changed(result.path, result.revision);
  };
  return {
    read: (path) => calls.call('files.read', (engine) => engine.readFile(path)),
    write: (path, text, options) =>
      calls.call(
        'files.write',
        async (engine, { baseRevision, ...write }) => {
          const result =
            baseRevision === 'seen'
              ? ((await unchangedWrite(engine, path, text, write, seen.files)) ??
                (await (await basedWritePart()).writeOnSeen(engine, path, text, write, seen)))
              : await engine.writeFile(path, text, { ...write, ...(baseRevision !== undefined && { baseRevision }) });
          if (result.status === 'conflict') refused(result.path, text);
          changed(result, write);
          return result;
        },
        options,
      ),
    markSeen: (path, revision) =>
      calls.local('files.markSeen', async () => {
        if (typeof path !== 'string') throw invalidInput('path', 'a text', kindOf(path));
        checkRevision(revision);
        seen.files.seen(path, revision);
      }),
    lastSeen: (path) =>
      calls.call('files.lastSeen', async (engine) => (await basedWritePart()).lastSeen(engine, path, seen)),
    list: () => calls.call('files.list', (engine) => engine.listFiles()),
    edit: (path, find, replace, options) =>
      calls.call(
        'files.edit',
        async (engine, edit) => {
          const result = await engine.editFile(path, find, replace, edit);
          changed(result, edit);
          return result;
        },
        options,
      ),
    rename: (from, to) => calls.call('files.rename', (engine) => engine.renameFile(from, to)),
    delete: (path) => calls.call('files.delete', (engine) => engine.deleteFile(path)),
    history: (path) => calls.call('files.history', (engine) => engine.fileHistory(path)),
    restore: (path, revision) =>
      calls.call('files.restore', async (engine) => {
        checkRevision(revision);
        return engine.restoreFile(path, revision);
      }),
    search: recall.search('files.search', {
      scope: ['overview', 'detail', 'archive', 'transcript'],
      ranking: 'hybrid',
    }),
    overviewStatus: () => calls.call('files.overviewStatus', (engine) => engine.overviewStatus()),
  };
}

/** @throws invalid-input */
function checkRevision(revision: unknown): void {
  if (!Number.isSafeInteger(revision) || (revision as number) < 1)
    throw invalidInput('revision', 'a whole number of at least 1', kindOf(revision));
}

export function transcriptFace(calls: Calls): Transcript {
  return {
    append: (messages) => {
      const batch = (Array.isArray(messages) ? [...messages] : [messages]) as readonly NewMessage[];
      return calls.call('transcript.append', (engine) => engine.appendMessages(batch.map(appendedMessage)));
    },
    read: (options) =>
      calls.call(
        'transcript.read',
        (engine, { from = 0, limit = CALL_DEFAULTS.transcriptLimit }) => engine.readMessages(from, limit),
        options,
      ),
    count: () => calls.call('transcript.count', (engine) => engine.countMessages()),
  };
}
