import { afterEach, expect, it, vi } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a sandboxed frame', 'access is denied for this document', 'SecurityError'],
  ['a page whose user blocks its data', 'The user denied permission to access the database.', 'UnknownError'],
])('%s, which may store nothing, is told what to pass', async (_, message, name) => {
  const denied = (): never => {
    throw new DOMException(message, name);
  };
  vi.stubGlobal('indexedDB', { open: denied });
  const opening = openWorkingMemory({ session: 'framed', worker: false, storage: 'indexeddb' });
  await expect(opening).rejects.toMatchObject({ code: 'storage-unavailable' });
  await expect(opening).rejects.toThrow(/IndexedDB is forbidden here .*Pass storage: 'memory' .*allow-same-origin\.$/);
});
