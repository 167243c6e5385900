// A write of the model on a text that nobody has changed since: it needs no merging, so nothing is loaded for it.
import type { Engine } from '../../boundary/engine.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import type { Document, ShownWriteResult, WriteOptions } from '../../tree/files/document.ts';
import type { SeenFiles } from './seen-files.ts';

/**
 * Writes the text. Undefined, with nothing written, where others changed or deleted the file since, where the model saw
 * nothing of an existing file, and with `force`.
 */
export async function unchangedWrite(
  engine: Engine,
  path: string,
  text: string,
  { force, source = 'assistant' }: Pick<WriteOptions, 'force' | 'source'>,
  seen: SeenFiles,
): Promise<ShownWriteResult | undefined> {
  if (force) return undefined;
  const baseRevision = seen.revision(path) ?? 0;
  // Checked here, before a gate is asked about a text that must be merged first.
  if (((await currentOf(engine, path))?.revision ?? 0) !== baseRevision) return undefined;
  const result = await engine.writeFile(path, text, { baseRevision, source }).catch(noneIfGone);
  if (result?.status === 'conflict') return result.reason === 'stale' ? undefined : result;
  if (result && baseRevision > 0) seen.seen(path, result.revision);
  return result;
}

/** Returns the file; undefined where there is none. */
export const currentOf = (engine: Engine, path: string): Promise<Document | undefined> =>
  engine.readFile(path).catch(noneIfGone);

function noneIfGone(error: unknown): undefined {
  if (!isWorkingMemoryError(error, 'not-found')) throw error;
}
