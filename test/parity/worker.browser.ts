import { expect, it } from 'vitest';
import { resolveSettings } from '../../src/options.ts';
import { connect } from '../../src/boundary/connect.ts';
import { runScript, scriptedEngine } from '../support/script.ts';

const startWorker = (): Worker =>
  new Worker(new URL('../support/browser/scripted-worker.ts', import.meta.url), { type: 'module' });

for (const profile of ['default', 'queue', 'priority'] as const) {
  it(`gives the same answers and the same journal in-process and through the worker (${profile})`, async () => {
    const settings = resolveSettings({ session: 'parity', profile, limits: { maxItems: 12 } });
    const connection = await connect(startWorker, { settings }, () => undefined);
    try {
      const through = await runScript(connection.engine, 7);
      expect(through).toEqual(await runScript(await scriptedEngine(settings), 7));
    } finally {
      connection.end('the test is over');
    }
  });
}
