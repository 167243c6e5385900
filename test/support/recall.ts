// What an app gets of an engine's answer.
import type { Engine } from '../../src/engine-api.ts';
import type { RecallResult } from '../../src/recall-api.ts';
import type { RecallOptions } from '../../src/recall/query.ts';
import { shown } from '../../src/recall/showing.ts';

export async function recalled(
  engine: Pick<Engine, 'recall'>,
  prompt: string,
  options?: RecallOptions,
): Promise<Pick<RecallResult, 'hits'>> {
  const { found, limit } = await engine.recall(prompt, options);
  return { hits: shown(found, prompt, limit) };
}
