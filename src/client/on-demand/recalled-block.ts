// Implements memory.recall: renders what the engine recalls as a block of a prompt.
import type { BlockOptions, RecalledBlock } from '../../api/recall.ts';
import type { Engine, Meaning } from '../../boundary/engine.ts';
import { textHash } from '../../context/list/rolling-hash.ts';
import { recalledBlock } from '../../context/view/recalled-note.ts';
import { UNKNOWN_TOOLS } from '../../context/reminder/given-tools.ts';
import type { ContextWords } from '../../context/planning-context.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { CALL_DEFAULTS } from '../../options.ts';
import { checkedIds } from '../../ports/ids.ts';
import { randomIds } from '../../ports/system.ts';
import { defaultTokenScan } from '../../ports/token-scan.ts';
import { checkedTokenizer } from '../../ports/tokenizer.ts';
import type { RecalledText } from '../../recall/recalled-text.ts';
import type { ContextHost } from '../context/context-client.ts';

/** @throws invalid-input */
export async function recallBlock(
  engine: Engine,
  { tokenizer = defaultTokenScan(), ids = randomIds }: ContextHost,
  words: ContextWords,
  { question, maxTokens = CALL_DEFAULTS.blockTokens, ...options }: BlockOptions & { readonly question: string },
  meaning?: Meaning,
): Promise<RecalledBlock> {
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    throw invalidInput('maxTokens', 'a whole number of tokens, at least 1', kindOf(maxTokens));
  }
  const { count } = checkedTokenizer(tokenizer);
  const nonce = textHash(checkedIds(ids)());
  const wording = words(UNKNOWN_TOOLS);
  const render = (texts: readonly RecalledText[]): string => recalledBlock(texts, nonce, wording);
  const frame = await count(render([]));
  const { texts: found, ...answer } = await engine.recallBlock(
    question,
    Math.max(0, maxTokens - frame),
    options,
    meaning,
  );
  let hits = found;
  // The engine counts line by line; a whole may have a token more here and there.
  for (; hits.length > 0; hits = hits.slice(0, -1)) {
    const text = render(hits);
    const tokens = await count(text);
    if (tokens <= maxTokens) return { ...answer, text, tokens, hits: inOrder(hits) };
  }
  return { ...answer, text: '', tokens: 0, hits };
}

const inOrder = (texts: readonly RecalledText[]): RecalledText[] =>
  [...texts].sort((one, other) => one.time - other.time);
