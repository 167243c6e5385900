// Bundles for the app: packed, unpacked and checked on the app's side; the engine gives and takes them whole.
// Loaded when it is first used: zip and the checks are nothing that the engine needs.
import type { Engine } from './engine-api.ts';
import { isWorkingMemoryError, WorkingMemoryError } from './errors.ts';
import { readBlocks, withBlocks } from './session/blocks.ts';
import { type BundleLimits, type CheckedBundle, notABundle } from './bundle/bundle.ts';
import { bundleFromJson, bundleToJson } from './bundle/json-form.ts';
import { bundleFromZip, bundleToZip } from './bundle/zip.ts';
import type { Document } from './session/documents.ts';
import type { ImportOptions, ImportResult } from './bundle/import-report.ts';
import { OVERVIEW } from './session/paths.ts';
import { stateOf } from './session/state-block.ts';

/** @throws invalid-input */
export async function exportBundle(engine: Engine, format: 'zip' | 'json'): Promise<Uint8Array | string> {
  if (format !== 'zip' && format !== 'json') {
    const expected = "'zip' or 'json'";
    throw new WorkingMemoryError('invalid-input', `format must be ${expected}.`, { argument: 'format', expected });
  }
  const bundle = await engine.exportSession();
  return format === 'zip' ? bundleToZip(bundle) : bundleToJson(bundle);
}

/** @throws invalid-input, storage-version, tree-full: nothing was changed */
export async function importBundle(
  engine: Engine,
  data: Uint8Array | string,
  options: ImportOptions,
): Promise<ImportResult> {
  const checked = withReadableState(bundleOf(data, await engine.bundleLimits()));
  return engine.importSession(checked, options);
}

function bundleOf(data: unknown, limits: BundleLimits): CheckedBundle {
  if (typeof data === 'string') return bundleFromJson(data, limits);
  if (!(data instanceof Uint8Array)) throw notABundle('is neither a text nor bytes (Uint8Array)');
  const isZip = data[0] === 0x50 && data[1] === 0x4b;
  if (isZip) return bundleFromZip(data, limits);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    throw notABundle('is neither a zip nor JSON text');
  }
  return bundleFromJson(text, limits);
}

/** A state block that cannot be read would make every later state event fail: it stays behind. */
function withReadableState({ bundle, skipped }: CheckedBundle): CheckedBundle {
  const isBroken = ({ path, text }: Document): boolean => {
    if (path !== OVERVIEW) return false;
    try {
      stateOf({ body: readBlocks(text).state, session: '', now: 0 });
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
