// Implements memory.recall: renders recalled texts as a block of a prompt.
import type { BlockOptions, RecalledBlock } from '../../../api/recall.ts';
import type { Engine, Meaning } from '../../../boundary/engine.ts';
import { recalledBlock } from '../../../context/view/recalled-note.ts';
import type { ContextWording } from '../../../context/words/wording.ts';
import { unknownName } from '../../../options/nearest.ts';
import { CALL_DEFAULTS } from '../../../options/policy.ts';
import type { TokenCounter } from '../../../ports/tokenizer.ts';
import type { RecalledText } from '../../../recall/recalled-text.ts';
import { kindOf } from '../../../errors.ts';
import { invalid } from '../refusals.ts';

export interface AskedBlock {
  readonly question: string;
  readonly options: BlockOptions;
  readonly meaning: Meaning | undefined;
  readonly nonce: string;
  readonly wording: ContextWording;
}

const KNOWN = ['maxTokens', 'scope', 'filters', 'former', 'recency', 'minShare', 'meaning'];

/** Recalls texts for a question, as a block of at most `maxTokens`. @throws invalid-input */
export async function recallBlock(
  engine: Engine,
  texts: TokenCounter,
  { question, options: { maxTokens = CALL_DEFAULTS.blockTokens, ...options }, meaning, nonce, wording }: AskedBlock,
): Promise<RecalledBlock> {
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw invalid(`options.${unknown}`, unknownName(unknown, KNOWN, 'recall takes'), 'a value');
  }
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    throw invalid('maxTokens', 'a whole number of tokens, at least 1', kindOf(maxTokens));
  }
  const render = (texts: readonly RecalledText[]): string => recalledBlock(texts, nonce, wording);
  const room = Math.max(0, maxTokens - (await texts.count(render([]))));
  const { texts: found, ...answer } = await engine.recallBlock(question, room, options, meaning);
  // The engine counts line by line; a whole may have a token more here and there.
  for (let hits = found; hits.length > 0; hits = hits.slice(0, -1)) {
    const text = render(hits);
    const tokens = await texts.count(text);
    const inOrder = [...hits].sort((one, other) => one.time - other.time);
    if (tokens <= maxTokens) return { ...answer, text, tokens, hits: inOrder };
  }
  return { ...answer, text: '', tokens: 0, hits: [] };
}
