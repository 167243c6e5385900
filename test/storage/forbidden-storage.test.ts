import { afterEach, expect, it, vi } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';

afterEach(() => vi.unstubAllGlobals());

it('a sandboxed frame, which may store nothing, is told what to pass', async () => {
  const denied = (): never => {
    throw new DOMException('access is denied for this document', 'SecurityError');
  };
  vi.stubGlobal('indexedDB', { open: denied });
  const opening = openWorkingMemory({ session: 'framed', worker: false, storage: 'indexeddb' });
  await expect(opening).rejects.toMatchObject({ code: 'storage-unavailable' });
  await expect(opening).rejects.toThrow(/IndexedDB is forbidden here .*Pass storage: 'memory' .*allow-same-origin\.$/);
});
