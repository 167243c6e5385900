// What an app gets of an engine's answer, without an embedder or with the meaning that one gave.
import type { Engine, Meaning } from '../../src/engine-api.ts';
import { recall } from '../../src/recall-access.ts';
import type { RecallResult } from '../../src/recall-api.ts';
import type { RecallOptions } from '../../src/recall/query.ts';

export const recalled = (
  engine: Pick<Engine, 'recall'>,
  prompt: string,
  options?: RecallOptions,
  meaning?: Meaning,
): Promise<RecallResult> => recall(engine, prompt, options, meaning && { meaningOf: async () => meaning });
