import { expect, it } from 'vitest';
import { serveMemory } from '../../../src/entries/mcp.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { openFixed } from '../../support/fixed-memory.ts';

type Handle = (request: { params: { uri: string } }) => Promise<object>;

it('tells a client that anything it follows may be new where commits of others were missed', async () => {
  const storage = memoryStorage();
  const options = { storage, journal: { maxEntries: 16 } };
  const served = await openFixed(options);
  const other = await openFixed(options);
  const told: string[] = [];
  const handlers = new Map<string, Handle>();
  await serveMemory(
    {
      registerCapabilities: () => undefined,
      setRequestHandler: (method: string, handle: Handle) => void handlers.set(method, handle),
      sendResourceListChanged: async () => void told.push('list'),
      sendResourceUpdated: async ({ uri }) => void told.push(uri),
    },
    served,
  );
  await handlers.get('resources/subscribe')?.({ params: { uri: 'memory:///overview.md' } });
  for (let count = 0; count < 20; count++) await other.files.write('overview.md', `# Notes\n\nTake ${count}`);
  await served.items.memorize('a fact');
  expect(told).toEqual(['list', 'memory:///overview.md']);
});
