// Reads transcripts of any format as messages of OpenAI's chat, the format of the replay.
import { createReadStream } from 'node:fs';
import type { NewMessage } from 'working-memory';
import type { ChatMessage, Run } from '../../replay/chat.ts';
import { type Call, UsageError } from '../command.ts';
import { FORMATS } from '../formats.ts';
import { found, mustBeReadable } from '../named-file.ts';
import { didYouMean } from '../nearest.ts';
import { withMemory } from '../place.ts';

/** Reads the transcripts of a file, or the session in a memory's folder. @throws UsageError */
export async function transcriptsOf(call: Call): Promise<Run[]> {
  const { folder: path } = call;
  if (!(await found(path)).isDirectory()) return inFile(call);
  return withMemory(call, { readOnly: true }, async ({ transcript }) => [
    runOf(call.values.session ?? path, await transcript.read()),
  ]);
}

async function inFile({ folder: path, values }: Call): Promise<Run[]> {
  const { from = 'openai-chat' } = values;
  const format = FORMATS[from]?.(values);
  if (!format)
    throw new UsageError(
      `--from must be one of ${Object.keys(FORMATS).join(', ')}; got ${from}.${didYouMean(from, Object.keys(FORMATS))}`,
    );
  const runs: Run[] = [];
  await mustBeReadable(path);
  try {
    const text = createReadStream(path, 'utf8') as AsyncIterable<string>;
    for await (const { id, title, messages, refused = [] } of format.read({ path, time: undefined, text })) {
      if (messages.length > 0) runs.push(runOf(title ?? id ?? path, messages));
      else if (refused.length > 0)
        throw new UsageError(`${path} holds no ${format.expected}: ${refused[0]?.where}: ${refused[0]?.reason}.`);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} holds no ${format.expected}: it ${reason}.`);
  }
  return runs;
}

export const runOf = (id: string, messages: readonly NewMessage[]): Run => ({
  id,
  native: true,
  messages: messages.flatMap(chatMessages),
});

/** Results come before the text that the user sent with them. */
function chatMessages({ role, text, calls = [], results = [] }: NewMessage): ChatMessage[] {
  const answers = results.map(({ id, text: content }): ChatMessage => ({ role: 'tool', tool_call_id: id, content }));
  if (role === 'tool') return answers.length > 0 ? answers : [];
  if (role !== 'assistant') return [...answers, { role, content: text }];
  const made = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input },
  }));
  return [{ role, content: text, ...(made.length > 0 && { tool_calls: made }) }];
}
