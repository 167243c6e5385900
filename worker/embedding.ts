// The worker of a model of transformers.js. A bundler follows the module's name; without one, `moduleUrl` gives its
// address.
import { notImported } from '../src/transformers/model-host.ts';
import { serveModel } from '../src/transformers/worker/serve.ts';

/**
 * The build inserts an `import()` here that bundlers leave alone; they know it by comments, which minifying removes.
 */
declare const IMPORT_IN_BUILD: (address: string) => Promise<object>;

serveModel(async (settings) => {
  if (settings.moduleUrl !== undefined) return IMPORT_IN_BUILD(settings.moduleUrl);
  // Only here, inside a `try`, may the package be missing without an error of the bundler. Imports the browser's
  // complete file, because a bundler cannot follow all imports of the package's own sources.
  try {
    return await import('@xenova/transformers/dist/transformers.min.js');
  } catch (error) {
    throw notImported(settings, error);
  }
});
