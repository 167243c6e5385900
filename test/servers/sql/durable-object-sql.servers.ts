// SQLite of a Durable Object in Cloudflare's own runtime, which takes one bundled file.
import { Miniflare } from 'miniflare';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

it('a Durable Object keeps sessions in its SQLite', async () => {
  const ssr = fileURLToPath(new URL('../support/durable-object-owner.ts', import.meta.url));
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr,
      write: false,
      rolldownOptions: { external: ['cloudflare:workers'], output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'owner.js', contents: built.output[0].code }],
    compatibilityDate: '2025-01-01',
    durableObjects: { OWNER: { className: 'Owner', useSQLite: true } },
  });
  expect(await (await miniflare.dispatchFetch('http://owner/')).json()).toEqual(['done', 'moved', 2, 1, 1, 0]);
  await miniflare.dispose();
});
