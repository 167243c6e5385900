// The memory worker: an engine over IndexedDB behind Comlink.
import type { Endpoint } from 'comlink';
import { idbStorage } from '../src/storage/indexeddb.ts';
import { startLocalEngine } from '../src/host/local-engine.ts';
import { serve } from '../src/boundary/serve.ts';
// Last: a module as text has nothing in common with code, which compresses worse on both sides of it.
import { inlineKernel } from '../src/kernel/inline.ts';

serve(self as unknown as Endpoint, ({ settings, kernel = inlineKernel() }, onCommit) =>
  startLocalEngine({ settings, kernel, storage: idbStorage(), ownsStorage: true }, onCommit),
);
