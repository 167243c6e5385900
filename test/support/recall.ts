// Turns an engine's answer into what an app gets, without an embedder or with the meaning from one.
import type { RecallResult } from '../../src/api/recall.ts';
import type { Engine, Meaning } from '../../src/boundary/engine.ts';
import type { RecallOptions } from '../../src/recall/query.ts';

export const recalled = (
  engine: Pick<Engine, 'recall'>,
  prompt: string,
  options?: RecallOptions,
  meaning?: Meaning,
): Promise<RecallResult> => engine.recall(prompt, options, meaning);
