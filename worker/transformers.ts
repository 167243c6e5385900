// The worker of a model with the package included: Vite, whose default worker format cannot be split, bundles both into
// one file.
import * as transformers from '@xenova/transformers/dist/transformers.min.js';
import { serveModel } from '../src/transformers/worker/serve.ts';

serveModel(async () => transformers);
