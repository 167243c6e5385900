// The head of a request: the prompts before the conversation, and the texts that are sent beside the list.
import type { PrepareOptions } from '../../../api/context.ts';
import { textHash } from '../../../context/list/rolling-hash.ts';
import type { SeenMessage } from '../../../context/view/history.ts';
import type { RequestInput } from '../../../context/plan/request.ts';
import { kindOf } from '../../../errors.ts';
import { invalid } from '../refusals.ts';

/** Returns the system prompt as a text, and the tools as they are counted. @throws invalid-input */
export function besideList({ system = '', tools }: PrepareOptions): readonly [system: string, tools: string] {
  const blocks: readonly unknown[] = Array.isArray(system) ? system : [{ text: system }];
  const texts = blocks.map((block) => Object(block).text as unknown);
  if (!texts.every((text) => typeof text === 'string')) {
    throw invalid('system', 'a text or a list of blocks with a text', kindOf(system));
  }
  try {
    return [texts.join('\n'), JSON.stringify(tools) ?? ''];
  } catch {
    throw invalid('tools', 'what JSON can hold', kindOf(tools));
  }
}

export function headOf(
  prompts: readonly SeenMessage[],
  outside: readonly string[],
  count: (text: string) => number,
  salt: string | undefined,
): RequestInput['head'] {
  return {
    hash: textHash([...prompts.map(({ text }) => text), ...outside].join('\0'), salt),
    tokens: outside.reduce((sum, text) => sum + count(text), 0),
    outside: outside.join('\n'),
  };
}
