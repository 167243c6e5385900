// The memory worker: an engine over IndexedDB behind Comlink.
import { inlineKernel } from '../src/kernel/inline.ts';
import { startLocalEngine } from '../src/local-engine.ts';
import { serve } from '../src/rpc/serve.ts';
import type { Endpoint } from 'comlink';

serve(self as unknown as Endpoint, ({ settings, kernel = inlineKernel() }, onCommit) =>
  startLocalEngine({ settings, kernel, storage: 'indexeddb' }, onCommit),
);
