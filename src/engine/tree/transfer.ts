// Reads the session's rows for an export and commits an import, into this session or a new one. The app's side reads
// and writes bundles and plans imports.
import type { Engine } from '../../boundary/engine.ts';
import type { RowStore } from '../../storage/port.ts';
import { apply } from '../session/apply.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { makeSession, refuseTaken } from './sessions.ts';
import { SessionState } from '../session/state.ts';

const STORES: readonly RowStore[] = ['sessions', 'items', 'tail', 'files', 'fileHistory', 'messages', 'tombstones'];

export function transferCommands(
  context: EngineContext,
): Pick<Engine, 'sessionRows' | 'countTokens' | 'importBasis' | 'commitImport'> {
  const { session, settings, limits, ports } = context;
  const { workspace } = settings;
  return {
    sessionRows: () =>
      session.exclusively(async () => {
        const { manifest, rows } = await ports.storage.load({ workspace, session: settings.session }, STORES);
        const sound = rows.flatMap(({ store, key, value }) => {
          const fields = value && verifiedFields(value);
          return fields ? [{ store, key, fields }] : [];
        });
        return { manifest, rows: sound };
      }),

    async countTokens(texts) {
      reading(context);
      const counts: number[] = [];
      for (const text of texts) counts.push(await ports.tokenizer.count(text));
      return counts;
    },

    // In the queue of commands, so that the basis includes every earlier command.
    importBasis: (as) =>
      session.exclusively(async () => {
        if (as !== undefined) await refuseTaken(context, as);
        const { manifest, usage, items, tail, tombstones, files, deleted } =
          as === undefined ? session.state : new SessionState();
        const { head, step, nextSequence, messages } = manifest;
        return {
          head,
          step,
          nextSequence,
          messages,
          usage,
          now: session.moment().now,
          limits: as === undefined ? limits.current : settings.limits,
          items: new Map(items),
          tail: new Map(tail),
          tombstones: new Map(tombstones),
          files: new Map(files),
          deleted: new Map(deleted),
          ...(as !== undefined && { cwd: session.state.session?.cwd ?? workspace }),
        };
      }),

    async commitImport({ expected, as, events, content }) {
      if (as !== undefined) {
        await session.exclusively(() => {
          const { journal, files } = settings;
          const kept = { keptEntries: journal.maxEntries, keptRevisions: files.keptRevisions };
          const moment = { now: expected.now, step: 0 };
          return makeSession(
            context,
            as,
            apply(new SessionState(), events, content, moment, {
              cwd: workspace,
              generation: ports.generation(),
              ...kept,
            }),
          );
        });
        return true;
      }
      const isDone = await session.command(
        () => undefined,
        (_, { now }) => {
          // An import must not be dated later than its commit, even when the clock was set back.
          const isStale = expected.head !== session.state.manifest.head || now < expected.now;
          return isStale ? { events: [], result: false } : { events, content, result: true };
        },
      );
      // Tells the peers, which then let this owner go first with its next plan.
      if (!isDone) ports.peers.announce(expected.head);
      return isDone;
    },
  };
}
