// The open session out of storage as a bundle, and a bundle into storage: into this session or as a new one.
import type { Engine } from '../engine-api.ts';
import { WorkingMemoryError } from '../errors.ts';
import type { RowStore } from '../ports/storage.ts';
import type { Bundle } from '../bundle/bundle.ts';
import type { Document } from '../session/documents.ts';
import type { ImportOptions, ImportResult } from '../bundle/import-report.ts';
import { apply } from './apply.ts';
import { unsealed } from './check.ts';
import { type EngineContext, reading } from './context.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import { checkName, invalidSession } from './session-commands.ts';
import { SessionState } from './state.ts';

const STORES: readonly RowStore[] = ['sessions', 'items', 'tail', 'files', 'fileHistory', 'messages', 'tombstones'];
const UNTAKEN = 'the name of a session that does not exist yet';
/** Journal entries read at a time. */
const PAGE = 500;

export function transferCommands(
  context: EngineContext,
): Pick<Engine, 'exportSession' | 'bundleLimits' | 'importSession'> {
  const { session, settings, ports } = context;
  return {
    exportSession: () => readBundle(context),

    async bundleLimits() {
      reading(context);
      const { limits, files, transcript, import: ofImport } = settings;
      return { limits, files, transcript, import: ofImport };
    },

    async importSession(checked, options) {
      reading(context);
      const { dryRun, conflict, as } = checkOptions(options);
      const tokens = async (): Promise<Map<string, number>> => {
        const counts = new Map<string, number>();
        for (const { id, text } of [...checked.bundle.items, ...checked.bundle.tail])
          counts.set(id, await ports.tokenizer.count(text));
        return counts;
      };
      if (as !== undefined) {
        const counted = { ...checked, tokens: await tokens() };
        return session.exclusively(async () => {
          const { now } = session.moment();
          const plan = planImport(new SessionState(), counted, 'keep', { now, step: 0 }, settings);
          await refuseTaken(as);
          if (!dryRun) await create(as, plan, { now, createdAt: checked.bundle.createdAt });
          return { ...plan.result, session: as, dryRun };
        });
      }
      return session.command(tokens, (counts, moment) => {
        const onConflict = conflict === 'replace' ? 'replace' : 'keep';
        const plan = planImport(session.state, { ...checked, tokens: counts }, onConflict, moment, settings);
        const result: ImportResult = { ...plan.result, session: settings.session, dryRun };
        return dryRun ? { events: [], result } : { ...plan, result };
      });
    },
  };

  async function refuseTaken(name: string): Promise<void> {
    const sessions = await ports.storage.sessions();
    const isTaken = sessions.some((stored) => stored.workspace === settings.workspace && stored.session === name);
    if (isTaken) throw invalidSession(name, UNTAKEN);
  }

  async function create(
    name: string,
    plan: ImportPlan,
    { now, createdAt }: { now: number; createdAt: number },
  ): Promise<void> {
    const { workspace, journal, files } = settings;
    const cwd = session.state.session?.cwd ?? workspace;
    const about = {
      store: 'sessions' as const,
      key: 'session',
      fields: { cwd, createdAt: createdAt > 0 ? Math.min(createdAt, now) : now },
    };
    const { imported } = plan.content;
    const content = { ...plan.content, imported: { ...imported, others: [about, ...imported.others] } };
    const kept = { keptEntries: journal.maxEntries, keptRevisions: files.keptRevisions };
    const batch = apply(new SessionState(), plan.events, content, { now, step: 0 }, { cwd, ...kept });
    const outcome = await ports.storage.commit({ workspace, session: name }, 0, batch);
    // Somebody took the name meanwhile.
    if (outcome.status === 'moved') throw invalidSession(name, UNTAKEN);
  }
}

/** Rows that do not match their check are left out; `runtime.quarantined` names them. */
async function readBundle({ session, settings, ports }: EngineContext): Promise<Bundle> {
  const { workspace, session: name } = settings;
  // Between commands, so that rows and journal are of one moment.
  return session.exclusively(async () => {
    const { manifest, rows } = await ports.storage.load({ workspace, session: name }, STORES);
    const head = manifest?.head ?? 0;
    const sound = rows.flatMap(({ store, key, value }) => {
      const fields = value && unsealed(value);
      return fields ? [{ store, key, fields }] : [];
    });
    const rowsOf = <T>(store: RowStore, keyed: (key: string) => object): T[] =>
      sound.filter((row) => row.store === store).map(({ key, fields }) => ({ ...fields, ...keyed(key) }) as T);
    const [about] = rowsOf<{ cwd: string; createdAt: number }>('sessions', () => ({}));
    const isDeleted = (file: object): boolean => 'deleted' in file;
    const files = rowsOf<Document>('files', (path) => ({ path }));
    return {
      format: 'working-memory',
      version: 1,
      workspace,
      session: name,
      cwd: about?.cwd ?? workspace,
      createdAt: about?.createdAt ?? 0,
      manifest: {
        head,
        time: manifest?.time ?? 0,
        step: manifest?.step ?? 0,
        nextSequence: manifest?.nextSequence ?? 0,
      },
      items: rowsOf('items', (id) => ({ id })),
      tail: rowsOf('tail', (id) => ({ id })),
      files: files.filter((file) => !isDeleted(file)),
      deleted: files.filter(isDeleted).map(({ path, revision }) => ({ path, revision })),
      history: rowsOf('fileHistory', () => ({})),
      messages: rowsOf('messages', (key) => ({ index: Number(key) })),
      tombstones: rowsOf('tombstones', (id) => ({ id })),
      journal: await journalUpTo(head),
    };
  });

  async function journalUpTo(head: number): Promise<Bundle['journal']> {
    const entries: { readonly head: number }[] = [];
    for (let from = 0; ;) {
      const page = await session.journal(from, PAGE);
      // Another owner may have gone on meanwhile.
      for (const entry of page) if (entry.head <= head) entries.push(entry);
      const last = page.at(-1);
      if (page.length < PAGE || !last) return entries;
      from = last.head;
    }
  }
}

function checkOptions(options: unknown): {
  dryRun: boolean;
  conflict: NonNullable<ImportOptions['conflict']>;
  as: string | undefined;
} {
  if (typeof options !== 'object' || options === null) throw invalid('options', 'an object { dryRun, conflict, as }');
  const { dryRun = false, conflict = 'keep', as } = options as ImportOptions;
  if (typeof dryRun !== 'boolean') throw invalid('dryRun', 'true or false');
  if (!['keep', 'replace', 'fork'].includes(conflict)) throw invalid('conflict', "'keep', 'replace' or 'fork'");
  if (conflict === 'fork') checkName(as);
  else if (as !== undefined) throw invalid('as', "absent, but for conflict: 'fork'");
  return { dryRun, conflict, as };
}

const invalid = (argument: string, expected: string): WorkingMemoryError =>
  new WorkingMemoryError('invalid-input', `${argument} must be ${expected}. Nothing was changed.`, {
    argument,
    expected,
  });
