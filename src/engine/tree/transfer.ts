// Reads the session's rows for an export and commits an import, into this session or a new one. The app's side reads
// and writes bundles and plans imports.
import type { Engine, SalvagedRows } from '../../boundary/engine.ts';
import { sessionDeleted } from '../../errors.ts';
import { ROW_STORES } from '../../storage/port.ts';
import { apply } from '../session/apply.ts';
import { isTrusted } from '../session/recovery/recount.ts';
import { formerPlace, formerRow, SESSION_KEY, verify } from '../session/recovery/verifying.ts';
import type { ImportBasis } from '../../bundle/import-plan.ts';
import type { Item } from '../../items/item.ts';
import { type EngineContext, expiryEvents, reading } from '../engine-context.ts';
import type { SessionTime } from '../session/session-time.ts';
import { makeSession, refuseTaken } from './sessions.ts';
import { SessionState } from '../session/state.ts';
import { trimTranscript } from './transcript.ts';

/** Stores of an export: an import rebuilds ledger and vectors. */
const STORES = ROW_STORES.filter((store) => store !== 'ledger' && store !== 'vectors');

const NO_ITEMS: ItemsBasis = { items: new Map(), tail: new Map(), usage: { items: 0, tokens: 0 }, expiry: [] };
type ItemsBasis = Pick<ImportBasis, 'items' | 'tail' | 'usage' | 'expiry'>;

/** Returns the items as a command finds them after those past the hard TTL have left. */
function itemsAt(context: EngineContext, moment: SessionTime): ItemsBasis {
  const { index } = context;
  const present = index.askAt(moment.now, () => index.items);
  const byId = <Of extends Item>(items: readonly Of[]): Map<string, Of> =>
    new Map(items.map((item) => [item.id, item]));
  return {
    items: byId(present.store()),
    tail: byId(present.archived()),
    usage: present.usage(),
    expiry: expiryEvents(context, moment) as ImportBasis['expiry'],
  };
}

export function transferCommands(
  context: EngineContext,
): Pick<Engine, 'sessionRows' | 'salvage' | 'countTokens' | 'importBasis' | 'commitImport'> {
  const { session, settings, limits, ports } = context;
  const { workspace } = settings;
  /** Returns undefined if nothing is stored any more. */
  const storedRows = async (): Promise<SalvagedRows | undefined> => {
    const { manifest, rows } = await ports.storage.load({ workspace, session: settings.session }, STORES);
    if (!manifest && rows.length === 0) return undefined;
    const { sound, damaged: broken } = verify(rows);
    const damaged = broken.map((row) => ({ ...formerPlace(row), row: formerRow(row) }));
    return {
      manifest: manifest && isTrusted(manifest) ? manifest : session.state.manifest,
      rows: texts(sound),
      damaged,
    };
  };

  return {
    sessionRows: () =>
      session.exclusively(async () => {
        const stored = await storedRows();
        if (!stored && session.state.manifest.head > 0) throw sessionDeleted(settings.session);
        return { manifest: stored?.manifest, rows: stored?.rows ?? [] };
      }),

    salvage: () =>
      session.exclusively(async () => {
        const { manifest } = session.state;
        return (await storedRows()) ?? { manifest, rows: rowsInMemory(session.state), damaged: [] };
      }),

    async countTokens(texts) {
      reading(context);
      const counts: number[] = [];
      for (const text of texts) counts.push(await ports.tokenizer.count(text));
      return counts;
    },

    importBasis(as) {
      const basis = async (): Promise<ImportBasis> => {
        if (as !== undefined) await refuseTaken(context, as);
        const moment = reading(context);
        const state = as === undefined ? session.state : new SessionState();
        const { manifest, tombstones, files, deleted, heldBack } = state;
        const { head, commit, step, nextSequence, messages } = manifest;
        return {
          head,
          commit,
          step,
          nextSequence,
          messages,
          now: moment.now,
          ...(as === undefined ? itemsAt(context, moment) : NO_ITEMS),
          limits: as === undefined ? limits.current : settings.limits,
          tombstones: new Map(tombstones),
          files: new Map(files),
          deleted: new Map(deleted),
          // In-process only: it cannot be cloned, and no browser has such files.
          ...(heldBack.size > 0 && { heldBack: new Map(heldBack) }),
          ...(state.session?.private && { private: true as const }),
          ...(as !== undefined && { cwd: session.state.session?.cwd ?? workspace }),
        };
      };
      // In the queue of commands, so that the basis includes every earlier command; a new session has none.
      return as === undefined ? session.exclusively(basis) : basis();
    },

    async commitImport({ expected, as, events, content }) {
      if (as !== undefined) {
        const made = apply(
          new SessionState(),
          events,
          content,
          { now: expected.now, step: 0 },
          {
            cwd: workspace,
            generation: ports.generation(),
            salt: ports.generation(),
            keptJournalBytes: settings.journal.maxBytes,
            keptEntries: settings.journal.maxEntries,
            keptTombstones: settings.tombstones.maxIds,
            history: settings.files,
          },
        );
        await makeSession(context, as, made);
        return true;
      }
      const isDone = await session.command(
        () => undefined,
        (_, { now }) => {
          // An import must not be dated later than its commit, even if the clock was set back.
          const { head, commit } = session.state.manifest;
          const isStale = expected.head !== head || expected.commit !== commit || now < expected.now;
          return isStale ? { events: [], result: false } : { events, content, result: true };
        },
      );
      if (isDone) await trimTranscript(context);
      // Notifies the peers, which then let this owner go first with its next plan.
      else ports.peers.announce(expected.head);
      return isDone;
    },
  };
}

/** Returns all that a memory holds of its session: no messages, and only the list of former revisions, if any. */
function rowsInMemory(state: SessionState): SalvagedRows['rows'] {
  const { session, items, tail, files, former, deleted, tombstones } = state;
  return texts([
    ...(session ? [{ store: 'sessions', key: SESSION_KEY, fields: session }] : []),
    ...[...items].map(([key, { id: _, ...fields }]) => ({ store: 'items', key, fields })),
    ...[...tail].map(([key, { id: _, ...fields }]) => ({ store: 'tail', key, fields })),
    ...[...files].map(([key, { path: _, ...fields }]) => ({
      store: 'files',
      key,
      fields: { ...fields, former: former.get(key) },
    })),
    ...[...deleted].map(([key, revision]) => ({
      store: 'files',
      key,
      fields: { deleted: true, revision, former: former.get(key) },
    })),
    ...[...tombstones].map(([key, time]) => ({ store: 'tombstones', key, fields: { time, step: 0 } })),
  ]);
}

const texts = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row));
