// Engine of one session in a worker of its own, reached like from its page.
import { overviewTemplate } from '../overview-template.ts';
import { connect } from '../../../src/boundary/connect.ts';
import type { Engine } from '../../../src/boundary/engine.ts';
import { startWorker } from '../../../src/boundary/workers/live-worker.ts';
import type { Settings } from '../../../src/options/options.ts';

export interface EngineInWorker {
  readonly engine: Engine;
  /** Terminates the worker. */
  end(): void;
}

export async function engineInWorker(start: () => Worker, settings: Settings): Promise<EngineInWorker> {
  const worker = await startWorker(start, settings.deadlineMs);
  const { ask, repeats } = await connect(
    worker,
    { settings, newOverview: overviewTemplate(settings) },
    () => undefined,
  );
  const methods = Object.keys(repeats).map((method) => [method, (...args: unknown[]) => ask(method, args)]);
  return { engine: Object.fromEntries(methods) as Engine, end: () => worker.end('the test is over') };
}
