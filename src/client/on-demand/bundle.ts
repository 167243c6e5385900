// Implements export and import: packs and unpacks bundles and plans imports on the app's side. The engine only reads
// rows and commits plans.
import { lazy } from '../lazy.ts';
import { untilTaken } from '../retry.ts';
import type { Salvage } from '../../api/recovery.ts';
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, isWorkingMemoryError } from '../../errors.ts';
import { readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import type { Bundle, BundleLimits } from '../../bundle/form.ts';
import type { CheckedBundle } from '../../bundle/bundle.ts';
import { bundleFromRows } from '../../bundle/from-rows.ts';
import { planImport, type ProvenanceBy } from '../../bundle/import-plan.ts';
import { bundleFromJson, bundleToJson } from '../../bundle/json-form.ts';
import { notABundle } from '../../bundle/reading/not-a-bundle.ts';
import type { Sliced } from '../../bundle/reading/slices.ts';
import { bundleFromZip, bundleToZip } from '../../bundle/zip.ts';
import type { Document } from '../../tree/files/document.ts';
import type { ImportOptions, ImportResult } from '../../bundle/import-report.ts';
import type { Settings } from '../../options/options.ts';
import { oneOfNames } from '../../options/nearest.ts';
import { ROWS_PER_READ } from '../../options/policy.ts';
import { nextTask } from '../../ports/timers.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { checkName } from '../../tree/session-name.ts';

/** Loads YAML only for an overview with a state block. */
const stateBlockPart = lazy('state', 'stateOf', () => import('../../tree/state/state-block.ts'));

const CONFLICTS: readonly string[] = ['keep', 'replace', 'fork'];
const PROVENANCES: readonly string[] = ['import', 'bundle'];

/** Exports the session. @throws invalid-input */
export async function exportBundle(
  engine: Engine,
  format: 'zip' | 'json',
  { workspace, session }: Settings,
): Promise<Uint8Array | string> {
  checkFormat(format);
  const bundle = await bundleOf(engine, { workspace, session });
  return inSlices<Uint8Array | string>(format === 'zip' ? bundleToZip(bundle) : bundleToJson(bundle), nextTask);
}

/** Checks the format. @throws invalid-input */
export function checkFormat(format: unknown): void {
  if (format !== 'zip' && format !== 'json') throw invalidInput('format', oneOfNames(format, ['zip', 'json']));
}

/** Reads the session as a bundle. @param address workspace and name of the session */
export async function bundleOf(engine: Engine, address: Pick<Bundle, 'workspace' | 'session'>): Promise<Bundle> {
  const stored = await engine.sessionRows();
  const journal = await journalUpTo(engine, stored.manifest?.head ?? 0);
  return inSlices(bundleFromRows({ ...address, journal }, stored), nextTask);
}

export async function salvaged(engine: Engine, { workspace, session }: Settings): Promise<Salvage> {
  const { damaged, ...stored } = await engine.salvage();
  const journal = await journalUpTo(engine, stored.manifest?.head ?? 0);
  const bundle = await inSlices(bundleFromRows({ workspace, session, journal }, stored), nextTask);
  return { bundle: await inSlices(bundleToJson(bundle), nextTask), damaged };
}

/** Reads entries up to `head`: commits that were made after the rows were read stay out. */
async function journalUpTo(engine: Engine, head: number): Promise<Bundle['journal']> {
  const entries: { readonly head: number }[] = [];
  for (let from = 0; ;) {
    const page = await engine.journal(from, ROWS_PER_READ);
    for (const entry of page) if (entry.head <= head) entries.push(entry);
    from = page.at(-1)?.head ?? head;
    if (page.length < ROWS_PER_READ || from >= head) return entries;
  }
}

export interface ImportHost {
  readonly settings: Settings;
  /** Runs `work` while later calls of the app wait. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Signal that ends the import before its commit: nothing is imported. */
  readonly signal?: AbortSignal;
  /** Lets other work of the thread run between two slices. */
  readonly between?: () => Promise<void>;
}

/**
 * Reads the bundle in slices and commits it at once.
 * @throws invalid-input, storage-version, tree-full, session-busy, the reason of the signal: nothing was changed
 */
export async function importBundle(
  engine: Engine,
  data: Uint8Array | string,
  options: ImportOptions,
  host: ImportHost,
): Promise<ImportResult> {
  checkOptions(options);
  return importChecked(engine, await inSlices(bundleIn(data, host.settings), pauseOf(host)), options, host);
}

/** Returns the pause between two slices. */
export const pauseOf =
  ({ signal, between = nextTask }: ImportHost) =>
  async (): Promise<void> => {
    await between();
    signal?.throwIfAborted();
  };

/** Imports one session. @throws as `importBundle` */
export async function importChecked(
  engine: Engine,
  bundle: CheckedBundle,
  options: ImportOptions,
  host: ImportHost,
): Promise<ImportResult> {
  const { settings, alone, signal } = host;
  const pause = pauseOf(host);
  const { dryRun, as, ...rules } = checkOptions(options);
  const checked = await withReadableState(bundle);
  const items = [...checked.bundle.items, ...checked.bundle.tail];
  const counts: number[] = [];
  for (let from = 0; from < items.length; from += ROWS_PER_READ) {
    if (from > 0) await pause();
    counts.push(...(await engine.countTokens(items.slice(from, from + ROWS_PER_READ).map(({ text }) => text))));
  }
  const counted = { ...checked, tokens: new Map(items.map(({ id }, place) => [id, counts[place] ?? 0])) };
  let rest = pause;
  const imported = (): Promise<ImportResult> =>
    untilTaken(async () => {
      const basis = await engine.importBasis(as);
      signal?.throwIfAborted();
      const { events, content, result } = await inSlices(planImport(basis, counted, rules, settings), rest);
      const { head, commit, now } = basis;
      // A plan that is made again runs without pauses: the sooner it is ready, the likelier it is in time.
      rest = () => Promise.resolve();
      const isTaken = dryRun || (await engine.commitImport({ expected: { head, commit, now }, as, events, content }));
      return isTaken ? { ...result, session: as ?? settings.session, dryRun } : undefined;
    });
  // A session that is imported as a new one meets none of this app's writes, so several imports can run at once.
  return as === undefined ? alone(imported) : imported();
}

export function checkOptions(options: ImportOptions): {
  readonly dryRun: boolean;
  readonly onConflict: 'keep' | 'replace';
  readonly as: string | undefined;
  readonly provenance: ProvenanceBy;
} {
  if (typeof options !== 'object' || options === null)
    throw invalidInput('options', 'an object { dryRun, conflict, as, provenance }');
  const { dryRun = false, conflict = 'keep', as, provenance = 'import' } = options;
  if (typeof dryRun !== 'boolean') throw invalidInput('dryRun', 'true or false');
  if (!CONFLICTS.includes(conflict)) throw invalidInput('conflict', oneOfNames(conflict, CONFLICTS));
  if (!PROVENANCES.includes(provenance)) throw invalidInput('provenance', oneOfNames(provenance, PROVENANCES));
  if (conflict === 'fork') checkName(as);
  else if (as !== undefined) throw invalidInput('as', "absent unless conflict is 'fork'");
  return { dryRun, onConflict: conflict === 'replace' ? 'replace' : 'keep', as, provenance };
}

export async function inSlices<Result>(work: Sliced<Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
    await pause();
  }
}

function* bundleIn(data: unknown, limits: BundleLimits): Sliced<CheckedBundle> {
  const read = textOrZip(data);
  return yield* typeof read === 'string' ? bundleFromJson(read, limits) : bundleFromZip(read, limits);
}

/** Returns text as it is, bytes of a zip as they are, and other bytes as text. @throws invalid-input */
export function textOrZip(data: unknown): string | Uint8Array {
  if (typeof data === 'string') return data;
  if (!(data instanceof Uint8Array)) throw notABundle('is neither a text nor bytes (Uint8Array)');
  const isZip = data[0] === 0x50 && data[1] === 0x4b;
  if (isZip) return data;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    throw notABundle('is neither a zip nor JSON text');
  }
}

/** Drops a state block that cannot be parsed, because it would make every later state event fail. */
async function withReadableState({ bundle, skipped }: CheckedBundle): Promise<CheckedBundle> {
  const stateIn = ({ path, text }: Document) => (path === OVERVIEW ? readBlocks(text).state : undefined);
  if (!bundle.files.some((file) => stateIn(file) !== undefined)) return { bundle, skipped };
  const { stateOf } = await stateBlockPart();
  const isBroken = (file: Document): boolean => {
    try {
      stateOf({ body: stateIn(file), session: '', now: 0 });
      return false;
    } catch (error) {
      if (!isWorkingMemoryError(error)) throw error;
      return true;
    }
  };
  if (!bundle.files.some(isBroken)) return { bundle, skipped };
  const files = bundle.files.map((file) => {
    if (!isBroken(file)) return file;
    const { state: _, ...blocks } = readBlocks(file.text);
    return { ...file, text: withBlocks(file.text, blocks) };
  });
  return {
    bundle: { ...bundle, files },
    skipped: [...skipped, { where: OVERVIEW, reason: 'its state block cannot be read' }],
  };
}
