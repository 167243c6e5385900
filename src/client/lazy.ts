// Loads parts of the library on demand. A dynamic import fails when a redeploy removed the chunk or the network fails.
// Chromium then fetches again at the next import; Firefox keeps the failure in the page's module map until a reload.
import { once } from '../boundary/part.ts';

/** Inserted by the build: an `import()` that bundlers leave alone; source and one-file builds have none. */
declare const IMPORT_IN_BUILD: (address: string) => Promise<object>;

/** Matches the chunk that Chromium and Firefox name in their message; WebKit does not name it. */
const ADDRESS = /module: (\S+)/;

/** Fragment that makes a failed address a new one for the module map; servers and caches do not see it. */
let attempts = 0;

/**
 * Loads a part once. After a failure the next call tries again, under a new address where the browser caches failures.
 * @param name name of an export by which the part's module is recognised
 * @throws part-unavailable
 */
export function lazy<Part extends object>(
  part: string,
  name: keyof Part & string,
  load: () => Promise<Part>,
): () => Promise<Part> {
  return once(part, () => load().catch((error: unknown) => loadAgain<Part>(error, name)));
}

async function loadAgain<Part extends object>(error: unknown, name: string): Promise<Part> {
  const [, address] = ADDRESS.exec(String(error)) ?? [];
  if (address === undefined || typeof IMPORT_IN_BUILD === 'undefined') throw error;
  const chunk = await IMPORT_IN_BUILD(`${address}#${++attempts}`);
  // A chunk of several modules exports each as an object; some bundlers give all exports other names.
  const found = [chunk, ...Object.values(chunk)].find((part) => Object(part) === part && name in part);
  if (found === undefined) throw error;
  return found as Part;
}
