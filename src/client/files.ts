// Implements memory.files and memory.transcript, one engine call per method.
import type { Files, Transcript } from '../api/files.ts';
import { sentMessage } from '../tree/transcript/sent-message.ts';
import type { NewMessage } from '../tree/transcript/transcript.ts';
import { CALL_DEFAULTS } from '../options/policy.ts';
import type { Calls } from './calls.ts';
import type { RecallClient } from './recall.ts';

/** @param refused called with a text that the tree refused */
export function filesFace(calls: Calls, recall: RecallClient, refused: (path: string, text: string) => void): Files {
  return {
    read: (path) => calls.call('files.read', (engine) => engine.readFile(path)),
    write: (path, text, options) =>
      calls.call(
        'files.write',
        async (engine, write) => {
          const result = await engine.writeFile(path, text, write);
          if (result.status === 'conflict') refused(result.path, text);
          return result;
        },
        options,
      ),
    list: () => calls.call('files.list', (engine) => engine.listFiles()),
    edit: (path, find, replace, options) =>
      calls.call('files.edit', (engine, edit) => engine.editFile(path, find, replace, edit), options),
    rename: (from, to) => calls.call('files.rename', (engine) => engine.renameFile(from, to)),
    delete: (path) => calls.call('files.delete', (engine) => engine.deleteFile(path)),
    history: (path) => calls.call('files.history', (engine) => engine.fileHistory(path)),
    restore: (path, revision) => calls.call('files.restore', (engine) => engine.restoreFile(path, revision)),
    search: recall.search('files.search', {
      scope: ['overview', 'detail', 'archive', 'transcript'],
      ranking: 'hybrid',
    }),
    overviewStatus: () => calls.call('files.overviewStatus', (engine) => engine.overviewStatus()),
  };
}

export function transcriptFace(calls: Calls): Transcript {
  return {
    append: (messages) => {
      const batch = (Array.isArray(messages) ? messages : [messages]) as readonly NewMessage[];
      return calls.call('transcript.append', (engine) => engine.appendMessages(batch.map(sentMessage)));
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
