// The app's thread plans an import and the engine commits it: the result must be the same wherever the engine runs.
import { expect, it } from 'vitest';
import { exportBundle, importBundle } from '../../src/client/on-demand/bundle.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { resolveSettings } from '../../src/options/options.ts';
import { engineInWorker } from '../support/browser/engine-in-worker.ts';
import { start as scriptedWorker } from '../support/browser/scripted-worker.ts?bundled-worker';
import { bundleOf, FULL, itemOf, jsonOf } from '../support/storage/bundles.ts';
import { runScript, scriptedEngine } from '../support/script.ts';

const settings = resolveSettings({ session: 'parity', limits: { maxItems: 12 } });

/** Each import with its answer or error, and what it left. */
async function imports(engine: Engine): Promise<unknown[]> {
  await runScript(engine, 7);
  const host = { settings, alone: <T>(work: () => Promise<T>) => work() };
  const full = jsonOf(FULL);
  const known = jsonOf(bundleOf({ items: [...(await engine.listItems())].map((item) => itemOf(item.id)) }));
  const asked: readonly (readonly [data: string, options: object])[] = [
    [full, { dryRun: true }],
    [full, {}],
    [full, { conflict: 'replace' }],
    [known, { conflict: 'replace' }],
    [full, { conflict: 'fork', as: 'copy', dryRun: true }],
    [full, { conflict: 'fork', as: 'copy' }],
    [full, { conflict: 'fork', as: 'copy' }],
    [full, { conflict: 'fork' }],
    [full, { conflict: 'merge' }],
    ['no bundle', {}],
  ];
  const outcomes: unknown[] = [];
  for (const [data, options] of asked) {
    outcomes.push(
      await importBundle(engine, data, options, host).catch((error: unknown) => {
        if (!isWorkingMemoryError(error)) throw error;
        const { code, message, details } = error;
        return { code, message, details };
      }),
      await engine.listSessions({}),
      await exportBundle(engine, 'json', settings),
    );
  }
  return outcomes;
}

it('imports give the same answers, errors and rows in-process and through the worker', async () => {
  const { engine, end } = await engineInWorker(scriptedWorker, settings);
  try {
    const through = await imports(engine);
    const here = await imports(await scriptedEngine(settings));
    expect(through).toEqual(here);
    const codes = here.map((outcome) => (outcome as { code?: string }).code).filter(Boolean);
    expect(codes).toEqual(Array(4).fill('invalid-input'));
  } finally {
    end();
  }
});
