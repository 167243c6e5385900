// A write of the model on a text that nobody changed since: it needs no merging, so nothing is loaded for it.
import type { Engine } from '../../boundary/engine.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import type { Document, ShownWriteResult, WriteOptions } from '../../tree/files/document.ts';
import type { SeenFiles } from './seen-files.ts';

/** Undefined where others wrote since, where the model saw nothing of the file, and with `force`. */
export async function unchangedWrite(
  engine: Engine,
  path: string,
  text: string,
  { force, source = 'assistant' }: Pick<WriteOptions, 'force' | 'source'>,
  seen: SeenFiles,
): Promise<ShownWriteResult | undefined> {
  if (force) return undefined;
  const baseRevision = (await currentOf(engine, path))?.revision ?? 0;
  if (baseRevision !== (seen.revision(path) ?? 0)) return undefined;
  const result = await engine.writeFile(path, text, { baseRevision, source });
  if (result.status === 'conflict' && result.reason === 'stale') return undefined;
  if (result.status === 'written' && baseRevision > 0) seen.seen(path, result.revision);
  return result;
}

/** Undefined where there is no such file. */
export function currentOf(engine: Engine, path: string): Promise<Document | undefined> {
  return engine.readFile(path).catch((error: unknown) => {
    if (isWorkingMemoryError(error, 'not-found')) return undefined;
    throw error;
  });
}
