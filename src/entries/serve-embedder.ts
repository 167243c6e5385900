// The entry for an app's own worker of a model.
import { serveModel } from '../transformers/worker/serve.ts';

/**
 * Makes this worker the one that `worker` of the settings starts.
 * @param module the module of transformers.js: `import * as transformers from '@huggingface/transformers'`
 */
export const serveEmbedder = (module: object): void => serveModel(async () => module);
