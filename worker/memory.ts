// The memory worker: an engine over IndexedDB behind Comlink.
import type { Endpoint } from 'comlink';
import { idbStorage } from '../src/adapters/idb-storage.ts';
import { inlineKernel } from '../src/kernel/inline.ts';
import { startLocalEngine } from '../src/local-engine.ts';
import { serve } from '../src/rpc/serve.ts';

serve(self as unknown as Endpoint, ({ settings, template, kernel = inlineKernel() }, onCommit) =>
  startLocalEngine({ settings, template, kernel, storage: idbStorage(), ownsStorage: true }, onCommit),
);
