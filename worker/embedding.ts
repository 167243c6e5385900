// The worker of a model of transformers.js. A bundler follows the name; without one `moduleUrl` says where the module is.
import { serveModel } from '../src/transformers/serve.ts';

/** The build puts an `import()` here that bundlers leave alone; they know it by comments, which minifying takes away. */
declare const IMPORT_IN_BUILD: (address: string) => Promise<object>;

serveModel(({ moduleUrl }) =>
  // The browser's whole file: a bundler cannot follow all that the package's own sources import.
  moduleUrl === undefined ? import('@xenova/transformers/dist/transformers.min.js') : IMPORT_IN_BUILD(moduleUrl),
);
