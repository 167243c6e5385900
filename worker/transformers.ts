// The worker of a model with the peer in it: Vite, whose default format of workers cannot be split, puts both into one file.
import * as transformers from '@xenova/transformers/dist/transformers.min.js';
import { serveModel } from '../src/transformers/worker/serve.ts';

serveModel(async () => transformers);
