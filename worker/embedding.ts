// The worker of a model of transformers.js. A bundler follows the name; without one `moduleUrl` says where the module is.
import { notImported } from '../src/transformers/model-host.ts';
import { serveModel } from '../src/transformers/worker/serve.ts';

/** The build puts an `import()` here that bundlers leave alone; they know it by comments, which minifying takes away. */
declare const IMPORT_IN_BUILD: (address: string) => Promise<object>;

serveModel(async (settings) => {
  if (settings.moduleUrl !== undefined) return IMPORT_IN_BUILD(settings.moduleUrl);
  // In a `try` here, and nowhere else, the package may be missing without an error of the bundler. The browser's whole
  // file, for a bundler cannot follow all that the package's own sources import.
  try {
    return await import('@xenova/transformers/dist/transformers.min.js');
  } catch (error) {
    throw notImported(settings, error);
  }
});
