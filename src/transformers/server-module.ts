// Imports transformers.js on a server, by its package name. Hidden from bundlers: they would include the module a
// second time for pages, which never call this.
import { embedderUnavailable } from '../ports/embedder-unavailable.ts';
import type { ModelSettings } from './settings.ts';
import { wordsOf } from './failures.ts';

const PEER = '@xenova/transformers';

interface ModuleApi {
  createRequire(from: string): ((name: string) => unknown) & { resolve(name: string): string };
}

type Builtins = { getBuiltinModule?(name: 'node:module'): ModuleApi | undefined };

/** Whether this is Node, Deno or Bun, where the model runs in this process; false in pages and workers of pages. */
export const onServer = (): boolean => {
  const { process, document } = globalThis as { process?: { versions?: { node?: string } }; document?: unknown };
  return typeof process?.versions?.node === 'string' && document === undefined;
};

export async function serverModule({ model, moduleUrl }: ModelSettings): Promise<object> {
  if (moduleUrl === undefined) checkSharp(model);
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ moduleUrl ?? PEER)) as object;
}

/**
 * transformers.js imports sharp, for images. A sharp without its binary rejects that import and also a promise without
 * a handler, which ends the process. Requiring it first makes it throw here, where the error can be caught.
 */
function checkSharp(model: string): void {
  const { process } = globalThis as { process?: Builtins };
  const { createRequire } = process?.getBuiltinModule?.('node:module') ?? {};
  if (!createRequire) return;
  const peer = createRequire(import.meta.url).resolve(PEER);
  try {
    createRequire(peer)('sharp');
  } catch (error) {
    const message =
      `${PEER} cannot be used: its dependency sharp does not load (${wordsOf(error)}). ` +
      'Add "overrides": { "sharp": "^0.34.0" } to the package.json of your app and install again.';
    throw embedderUnavailable('no-peer', model, message, error);
  }
}
