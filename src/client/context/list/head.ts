// What a request begins with: the prompts before the conversation, and what is sent beside the list.
import type { PrepareOptions } from '../../../api/context.ts';
import { textHash } from '../../../context/list/rolling-hash.ts';
import type { SeenMessage } from '../../../context/view/history.ts';
import type { RequestInput } from '../../../context/plan/request.ts';

export function headOf(
  prompts: readonly SeenMessage[],
  { system = '', tools }: PrepareOptions,
  count: (text: string) => number,
  salt: string | undefined,
): RequestInput['head'] {
  const outside = [system, tools === undefined ? '' : (JSON.stringify(tools) ?? '')];
  return {
    hash: textHash([...prompts.map(({ text }) => text), ...outside].join('\0'), salt),
    tokens: outside.reduce((sum, text) => sum + count(text), 0),
    outside: outside.join('\n'),
  };
}
