// The head of a request: the prompts before the conversation, and the texts that are sent beside the list.
import type { PrepareOptions } from '../../../api/context.ts';
import { hashesFrom, type KnownHashes } from '../../../context/list/list-hashes.ts';
import { NO_MESSAGES, textHash } from '../../../context/list/rolling-hash.ts';
import type { History } from '../../../context/view/history.ts';
import type { RequestInput } from '../../../context/plan/request.ts';
import { kindOf } from '../../../errors.ts';
import { invalid } from '../refusals.ts';
import type { ListHashes } from '../../../tree/transcript/message-tree.ts';

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
    throw invalid('tools', 'a value that JSON can hold', kindOf(tools));
  }
}

/** What a list is told apart by. */
export interface ListIdentity {
  readonly hashes: ListHashes;
  readonly head: RequestInput['head'];
  /** The system prompt, and the leading system messages. */
  readonly said: readonly string[];
}

export function identityOf(
  { messages, head }: History,
  beside: ReturnType<typeof besideList>,
  count: (text: string) => number,
  known: KnownHashes,
): ListIdentity {
  const prompts = messages.slice(0, head);
  const texts = prompts.map(({ text }) => text);
  return {
    hashes: {
      head: hashesFrom(NO_MESSAGES, prompts, known).head,
      body: messages.slice(head).map(({ hash }) => hash),
    },
    head: {
      hash: textHash([...texts, ...beside].join('\0'), known.get(NO_MESSAGES)),
      tokens: beside.reduce((sum, text) => sum + count(text), 0),
      outside: beside.join('\n'),
    },
    said: [beside[0], ...texts],
  };
}
