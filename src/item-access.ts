// Items in words, for the app: what it asks is read here, and what it is told is worded here. Loaded when it is first
// used: the engine takes selections and answers facts.
import type { Engine } from './engine-api.ts';
import type { ForgetMode } from './items/events.ts';
import { type ForgetRequest, readRequest, warningOf } from './items/forget-request.ts';
import type { ForgetResult } from './items/forgetting.ts';
import { explainAbsence, type WhyNot } from './items/why-not.ts';
import type { Settings } from './options.ts';
import type { RecallOptions } from './recall/query.ts';

/** @throws invalid-input, not-found: nothing was changed */
export async function forget(
  engine: Engine,
  request: ForgetRequest,
  mode: ForgetMode,
  settings: Pick<Settings, 'limits' | 'ttl'>,
): Promise<ForgetResult> {
  const selection = readRequest(request);
  const result = await engine.forget(selection, mode);
  const warning = warningOf(selection, result, settings);
  return warning === undefined ? result : { ...result, warning };
}

/** @throws invalid-input */
export async function whyNot(engine: Engine, id: string, prompt: string, options: RecallOptions = {}): Promise<WhyNot> {
  return explainAbsence(id, await engine.whyNot(id, prompt, options));
}
