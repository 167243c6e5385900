import { expect, it } from 'vitest';
import { resolveSettings } from '../../src/options/options.ts';
import { engineInWorker } from '../support/browser/engine-in-worker.ts';
import { start as scriptedWorker } from '../support/browser/scripted-worker.ts?bundled-worker';
import { runScript, scriptedEngine } from '../support/script.ts';

for (const profile of ['default', 'queue', 'priority'] as const) {
  it(`gives the same answers and the same journal in-process and through the worker (${profile})`, async () => {
    const settings = resolveSettings({ session: 'parity', profile, limits: { maxItems: 12 } });
    const { engine, end } = await engineInWorker(scriptedWorker, settings);
    try {
      const through = await runScript(engine, 7);
      expect(through).toEqual(await runScript(await scriptedEngine(settings), 7));
    } finally {
      end();
    }
  });
}
