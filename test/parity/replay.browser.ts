import { wrap } from 'comlink';
import { expect, it } from 'vitest';
import { resolveSettings } from '../../src/options/options.ts';
import { engineInWorker } from '../support/browser/engine-in-worker.ts';
import { start as scriptedWorker } from '../support/browser/scripted-worker.ts?bundled-worker';
import { decidedIn } from '../support/kernel/replay.ts';
import type { ReplayingWorker } from '../support/kernel/replaying-worker.ts';
import { start as startReplaying } from '../support/kernel/replaying-worker.ts?bundled-worker';
import { runScript } from '../support/script.ts';

for (const profile of ['default', 'queue', 'priority'] as const) {
  it(`leaves a journal behind the worker that decides the same again in another one (${profile})`, async () => {
    const settings = resolveSettings({
      session: 'replay',
      profile,
      limits: { maxItems: 12 },
      longTail: { maxItems: 20 },
    });
    const { engine, end } = await engineInWorker(scriptedWorker, settings);
    const replaying = startReplaying();
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
