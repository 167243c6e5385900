// What an app gets of an engine's answer, without an embedder or with the meaning that one gave.
import type { RecallResult } from '../../src/api/recall.ts';
import type { Engine, Meaning } from '../../src/boundary/engine.ts';
import type { RecallOptions } from '../../src/recall/query.ts';

export const recalled = (
  engine: Pick<Engine, 'recall'>,
  prompt: string,
  options?: RecallOptions,
  meaning?: Meaning,
): Promise<RecallResult> => engine.recall(prompt, options, meaning);
