// Bases writes of the model on the text that it saw last: changes by others since then stay. Loaded on first use.
import type { Engine } from '../../boundary/engine.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import { shownConflict } from '../../tree/files/conflict.ts';
import { isWhole, readableDiff } from '../../tree/files/diff.ts';
import type { Document, ShownConflict, ShownWriteResult, WriteOptions } from '../../tree/files/document.ts';
import { withLineEndsOf } from '../../tree/line-ends.ts';
import { mergedFile } from '../../tree/merging/merged-file.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import { NUMBERS } from '../../tree/transcript/branch-keys.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { untilTaken } from '../retry.ts';
import type { SeenFiles } from './seen-files.ts';
import { currentOf } from './unchanged-write.ts';

export { mergedFile };

/** Files of a session as a model has seen them. */
export interface SeenByModel {
  readonly files: SeenFiles;
  /** Whether a request shows this overview as a whole. */
  readonly isShownWhole: (overview: string) => Promise<boolean>;
}

/**
 * Returns the revision that the model saw last, by a tool or in a request; undefined where it saw none, or where that
 * revision is no longer kept.
 */
export async function lastSeen(engine: Engine, path: string, seen: SeenByModel): Promise<Document | undefined> {
  const current = await currentOf(engine, path);
  return current && (await baseOf(engine, current, seen));
}

/**
 * Replaces a file, or creates it, with the model's version of the text that it saw. Changes by others since then are
 * merged in; where both changed the same lines, or the model never saw the text, the result is a conflict that shows
 * the difference.
 */
export function writeOnSeen(
  engine: Engine,
  path: string,
  given: string,
  { force = false, source = 'assistant' }: Pick<WriteOptions, 'force' | 'source'>,
  seen: SeenByModel,
): Promise<ShownWriteResult> {
  return untilTaken(async () => {
    const current = await currentOf(engine, path);
    if (!current) return taken(await engine.writeFile(path, given, { baseRevision: 0, source }));
    const text = withLineEndsOf(current.text, given);
    const base = await baseOf(engine, current, seen);
    const next = base?.revision === current.revision ? text : base && mergedFile(path, base.text, current.text, text);
    if (next === undefined) return refused(current, text, seen);
    const result = await put(engine, current, next, { force, source });
    if (result?.status !== 'written') return result;
    if (next === text) {
      seen.files.seen(path, result.revision);
      return result;
    }
    const diff = readableDiff(plain(path, text), plain(path, next));
    if (isWhole(diff)) seen.files.seen(path, result.revision);
    return { ...result, merged: diff };
  });
}

const plain = (path: string, text: string): string => (path === OVERVIEW ? freeText(text) : text);

/** Returns a conflict. It shows the model the text of the file, so its next write may be based on that. */
function refused(current: Document, text: string, { files }: SeenByModel): ShownConflict {
  const { path, revision } = current;
  const conflict = { status: 'conflict', reason: 'stale', path, current } as const;
  const shown = shownConflict(
    { ...conflict, current: { ...current, text: plain(path, current.text) } },
    plain(path, text),
  );
  if (isWhole(shown.diff)) files.seen(path, revision);
  return { ...shown, current };
}

/** Writes the text; undefined where another write was faster. */
async function put(
  engine: Engine,
  { path, text: former, revision: baseRevision }: Document,
  text: string,
  { force, source }: Required<Pick<WriteOptions, 'force' | 'source'>>,
): Promise<ShownWriteResult | undefined> {
  if (!force || former === '') return taken(await engine.writeFile(path, text, { baseRevision, source }));
  // An edit may drop any part of the text that it replaces, unlike a write; it fails if that text is no longer there.
  return engine.editFile(path, former, text, { source }).catch((error: unknown) => {
    if (isWorkingMemoryError(error, 'invalid-input') && error.details.argument === 'find') return undefined;
    throw error;
  });
}

const taken = (result: ShownWriteResult): ShownWriteResult | undefined =>
  result.status === 'conflict' && result.reason === 'stale' ? undefined : result;

async function baseOf(engine: Engine, current: Document, seen: SeenByModel): Promise<Document | undefined> {
  const { path, revision, source } = current;
  // Nobody has seen a revision that is not there yet: the record is wrong, and begins anew.
  let byTool = seen.files.revision(path) ?? 0;
  if (byTool > revision) {
    seen.files.forget();
    byTool = 0;
  }
  if (byTool === revision) return current;
  const former = new Map((await engine.fileHistory(path)).map((document) => [document.revision, document]));
  const documentOf = (one: number): Document | undefined => (one === revision ? current : former.get(one));
  const shown = path === OVERVIEW ? await shownIn(engine) : 0;
  const inRequest = shown > byTool ? documentOf(shown) : undefined;
  if (inRequest && (await seen.isShownWhole(inRequest.text))) return inRequest;
  if (byTool > 0) return documentOf(byTool);
  // A template has nothing to lose. Otherwise the base is the model's own latest write before this opening.
  if (source === 'system' && path === OVERVIEW) return current;
  return [...former.values(), current].filter((document) => document.source === 'assistant').at(-1);
}

/** Returns the revision of the overview in the latest request of the conversation; 0 before the first. */
async function shownIn(engine: Engine): Promise<number> {
  const { rows } = await engine.contextBasis();
  const numbers = rows.find(({ key }) => key === NUMBERS)?.fields as { readonly shown?: { readonly revision: number } };
  return numbers?.shown?.revision ?? 0;
}
