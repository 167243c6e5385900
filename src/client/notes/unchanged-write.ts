// A write of the model on a text that nobody changed since: it needs no merging, so nothing is loaded for it.
import type { Engine } from '../../boundary/engine.ts';
import type { ShownWriteResult, WriteOptions } from '../../tree/files/document.ts';
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
  const baseRevision = seen.revision(path) ?? 0;
  const result = await engine.writeFile(path, text, { baseRevision, source });
  if (result.status === 'conflict' && result.reason === 'stale') return undefined;
  if (result.status === 'written' && baseRevision > 0) seen.seen(path, result.revision);
  return result;
}
