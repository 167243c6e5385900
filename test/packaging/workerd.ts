// Worker bundled like wrangler does (condition `workerd`, the kernel as a module beside it), in a real workerd.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare, type WorkerOptions } from 'miniflare';

export interface BundledWorker {
  readonly folder: string;
  readonly options: WorkerOptions;
}

/**
 * @param folder where the package is installed
 * @param alias other files for modules that the entry imports
 */
export async function bundleWorker(
  folder: string,
  entry: string,
  alias: Record<string, string> = {},
): Promise<BundledWorker> {
  const outdir = join(folder, 'bundled');
  await build({
    entryPoints: { worker: entry },
    nodePaths: [join(folder, 'node_modules')],
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
    logLevel: 'silent',
    outdir,
    alias,
  });
  const wasm = readdirSync(outdir).filter((file) => file.endsWith('.wasm'));
  const options = {
    modules: [
      { type: 'ESModule', path: join(outdir, 'worker.js') },
      ...wasm.map((file) => ({ type: 'CompiledWasm', path: join(outdir, file) }) as const),
    ],
    modulesRoot: outdir,
    compatibilityDate: '2026-04-01',
  } satisfies WorkerOptions;
  return { folder, options };
}

/** Started again over the same `folder`, it has the objects' storage of the time before. */
export const startWorkerd = (
  { folder, options }: BundledWorker,
  durableObjects: NonNullable<WorkerOptions['durableObjects']>,
): Miniflare => new Miniflare({ ...options, durableObjects, durableObjectsPersist: join(folder, 'kept') });
