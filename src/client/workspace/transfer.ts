// Implements export and import of a whole workspace: session by session, each as a bundle of its own.
import type { Engine } from '../../boundary/engine.ts';
import { type CheckedBundle, checkBundle } from '../../bundle/bundle.ts';
import type { Bundle, BundleLimits } from '../../bundle/form.ts';
import type { ImportOptions, ImportResult } from '../../bundle/import-report.ts';
import { sessionsOfJson, workspaceToJson } from '../../bundle/json-form.ts';
import type { Sliced } from '../../bundle/reading/slices.ts';
import { bundleFromZip, bundlesToZip, foldersIn } from '../../bundle/zip.ts';
import { invalidInput, kindOf, workspaceNotNamed } from '../../errors.ts';
import { isNamed } from '../../options/names.ts';
import type { Settings } from '../../options/options.ts';
import { nextTask } from '../../ports/timers.ts';
import { SHARED } from '../../tree/session-name.ts';
import {
  bundleOf,
  checkFormat,
  checkOptions,
  importBundle,
  importChecked,
  type ImportHost,
  inSlices,
  pauseOf,
  textOrZip,
} from '../on-demand/bundle.ts';

type EngineOf = <T>(session: string, use: (engine: Engine) => Promise<T>) => Promise<T>;

/** Exports all sessions of the workspace. @throws workspace-not-named, invalid-input */
export async function exportWorkspace(
  engine: Engine,
  { format, workspace: isAsked }: { readonly format: 'zip' | 'json'; readonly workspace: unknown },
  { workspace, session: own }: Settings,
  engineOf: EngineOf,
): Promise<Uint8Array | string> {
  checkFormat(format);
  if (isAsked !== true) throw invalidInput('workspace', 'true or false', kindOf(isAsked));
  if (!isNamed(workspace)) throw workspaceNotNamed('An export of the workspace');
  const bundles: Bundle[] = [];
  for (const session of [...(await namesIn(engine)), SHARED]) {
    const read = (of: Engine): Promise<Bundle> => bundleOf(of, { workspace, session });
    const bundle = session === own ? await read(engine) : await engineOf(session, read);
    if (session !== SHARED || bundle.manifest.head > 0) bundles.push(bundle);
  }
  const written = format === 'zip' ? bundlesToZip(bundles) : workspaceToJson(workspace, bundles);
  return inSlices<Uint8Array | string>(written, nextTask);
}

/**
 * Imports a bundle of one session, or each session of a workspace's: into the session of its name, or as a new one.
 * @throws as `importBundle` · workspace-not-named
 */
export async function importAny(
  engine: Engine,
  data: Uint8Array | string,
  options: ImportOptions,
  host: ImportHost,
  engineOf: EngineOf,
): Promise<ImportResult> {
  const { dryRun, provenance } = checkOptions(options);
  const { settings } = host;
  const pieces = await inSlices(piecesIn(textOrZip(data), settings), pauseOf(host));
  if (!pieces) return importBundle(engine, data, options, host);
  if (!isNamed(settings.workspace)) throw workspaceNotNamed('An import of a workspace');
  if (options.conflict === 'fork') throw invalidInput('conflict', "'keep' or 'replace' for a whole workspace");
  const known = new Set([...(await namesIn(engine)), SHARED]);
  const results: ImportResult[] = [];
  for (const piece of pieces) {
    const checked = await inSlices(piece, pauseOf(host));
    const { session } = checked.bundle;
    const into = (of: Engine, how: ImportOptions) => importChecked(of, checked, how, host);
    if (session === settings.session) results.push(await into(engine, options));
    else if (known.has(session)) {
      const result = await engineOf(session, (of) => into(of, options));
      results.push({ ...result, session });
    } else results.push(await into(engine, { dryRun, conflict: 'fork', as: session, provenance }));
  }
  return together(results, settings.session, dryRun);
}

/** Splits a workspace's bundle into sessions that are not yet read; undefined for the bundle of one session. */
function* piecesIn(
  data: string | Uint8Array,
  limits: BundleLimits,
): Sliced<readonly Sliced<CheckedBundle>[] | undefined> {
  if (typeof data === 'string') return (yield* sessionsOfJson(data, limits))?.map((raw) => checkBundle(raw, limits));
  const folders = yield* foldersIn(data, limits);
  return folders.length < 2 ? undefined : folders.map((folder) => bundleFromZip(data, limits, folder));
}

async function namesIn(engine: Engine): Promise<string[]> {
  return (await engine.listSessions({})).map(({ session }) => session);
}

function together(sessions: readonly ImportResult[], session: string, dryRun: boolean): ImportResult {
  const sum = (of: (one: ImportResult) => number): number => sessions.reduce((all, one) => all + of(one), 0);
  return {
    session,
    sessions,
    dryRun,
    items: sum(({ items }) => items),
    tail: sum(({ tail }) => tail),
    overflow: sum(({ overflow }) => overflow),
    files: sum(({ files }) => files),
    revisions: sum(({ revisions }) => revisions),
    messages: sum(({ messages }) => messages),
    tombstones: sum(({ tombstones }) => tombstones),
    conflicts: sessions.flatMap(({ conflicts }) => conflicts),
    replaced: sessions.flatMap(({ replaced }) => replaced),
    skipped: sessions.flatMap((one) =>
      one.skipped.map(({ where, reason }) => ({ where: `${one.session}: ${where}`, reason })),
    ),
  };
}
