import { wrap } from 'comlink';
import { expect, it } from 'vitest';
import { resolveSettings } from '../../src/options/options.ts';
import { engineInWorker } from '../support/browser/engine-in-worker.ts';
import { decidedIn } from '../support/kernel/replay.ts';
import type { ReplayingWorker } from '../support/kernel/replaying-worker.ts';
import { runScript } from '../support/script.ts';

const scriptedWorker = (): Worker =>
  new Worker(new URL('../support/browser/scripted-worker.ts', import.meta.url), { type: 'module' });

for (const profile of ['default', 'queue', 'priority'] as const) {
  it(`leaves a journal behind the worker that decides the same again in another one (${profile})`, async () => {
    const settings = resolveSettings({
      session: 'replay',
      profile,
      limits: { maxItems: 12 },
      longTail: { maxItems: 20 },
    });
    const { engine, end } = await engineInWorker(scriptedWorker, settings);
    const replaying = new Worker(new URL('../support/kernel/replaying-worker.ts', import.meta.url), { type: 'module' });
    try {
      await runScript(engine, 11);
      const entries = await engine.journal(0, 10_000);
      expect(await wrap<ReplayingWorker>(replaying).replay(entries, settings)).toEqual(entries.map(decidedIn));
    } finally {
      end();
      replaying.terminate();
    }
  });
}
