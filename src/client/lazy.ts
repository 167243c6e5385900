// Parts of the library that are loaded on demand. Dynamic imports fail when a redeploy removed a chunk or the network is
// down, and browsers differ in what follows: Chromium fetches again at the next import, Firefox keeps the failure for the
// life of the page (HTML's module map, https://bugzilla.mozilla.org/show_bug.cgi?id=1706905).
import { WorkingMemoryError } from '../errors.ts';

/** The build puts an `import()` here that bundlers leave alone; source and one-file builds have none. */
declare const IMPORT_IN_BUILD: (address: string) => Promise<object>;

/** Both browsers name the chunk in their message; WebKit does not. */
const ADDRESS = /dynamically imported module: (\S+)/;

/** Query that makes a failed address another one. */
let attempts = 0;

/**
 * Loads a part once. A failure is not kept: the next call tries again, under a new address where the browser keeps it.
 * @param name an export of the part, by which a module is recognised as the part
 * @throws part-unavailable
 */
export function lazy<Part extends object>(
  part: string,
  name: keyof Part & string,
  load: () => Promise<Part>,
): () => Promise<Part> {
  let loaded: Part | undefined;
  return async () => {
    if (loaded) return loaded;
    try {
      loaded = await load().catch((error: unknown) => loadAgain<Part>(error, name));
      return loaded;
    } catch (cause) {
      throw partUnavailable(part, cause);
    }
  };
}

async function loadAgain<Part extends object>(error: unknown, name: string): Promise<Part> {
  const [, address] = ADDRESS.exec(String(error)) ?? [];
  if (address === undefined || typeof IMPORT_IN_BUILD === 'undefined') throw error;
  const found = await IMPORT_IN_BUILD(`${address}${address.includes('?') ? '&' : '?'}again=${++attempts}`);
  // A bundler may have given the exports of its chunk other names.
  if (!(name in found)) throw error;
  return found as Part;
}

function partUnavailable(part: string, cause: unknown): WorkingMemoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WorkingMemoryError(
    'part-unavailable',
    `The part for ${part} could not be loaded (${reason}). Nothing was changed. Serve the files of this version, or reload the page; the next call tries again.`,
    { part, reason },
    { cause },
  );
}
