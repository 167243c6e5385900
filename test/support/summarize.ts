// What an app gets told of an engine's items, counted as the engine of a test counts them.
import type { DigestResult } from '../../src/api/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { type DigestHost, summarize } from '../../src/client/items.ts';
import type { DigestRequest } from '../../src/items/digest.ts';
import { resolveSettings } from '../../src/options.ts';
import { wordTokens } from './fakes/fakes.ts';

export const summarized = (
  engine: Engine,
  request: DigestRequest = {},
  { settings = resolveSettings({ session: 'test' }), tokenizer = wordTokens }: Partial<DigestHost> = {},
): Promise<DigestResult> => summarize(engine, request, { settings, tokenizer });
