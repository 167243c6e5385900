// Fits messages of other apps to a memory: cut to its longest text, dated, and checked before any is stored, so that
// the same import again finds each of them in its place.
import type { WorkingMemory } from '../../api/memory.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import { CONVERSATIONS } from '../../options/policy.ts';
import { checkMessage } from '../../tree/transcript/message-check.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { ImportedConversation, Refused } from './conversation.ts';

const LONGEST_NAME = 200;

/**
 * Returns the UTF-16 units of text that the memory takes in one message, as a power of two and at most as many as an
 * import writes. No call tells the limit, so texts of each length are imported for a trial, which stores nothing.
 */
export async function longestTextOf(memory: Pick<WorkingMemory, 'import'>): Promise<number> {
  const lengths = Array.from({ length: Math.log2(CONVERSATIONS.message) + 1 }, (_, power) => 2 ** power);
  const messages = lengths.map((length) => ({ role: 'user', text: 'x'.repeat(length) }));
  const bundle = JSON.stringify({ format: 'working-memory', version: 1, messages });
  const { skipped } = await memory.import(bundle, { dryRun: true });
  return lengths[lengths.length - 1 - skipped.length] ?? 1;
}

/** Fits the messages of a conversation. @returns the messages, and the reasons for each part that is left out */
export function fitted(
  { messages: given, startedAt }: ImportedConversation,
  longest: number,
): { readonly messages: readonly NewMessage[]; readonly refused: readonly Refused[] } {
  const messages: NewMessage[] = [];
  const refused: Refused[] = [];
  // A message without a time was said when the one before it was.
  let latest = startedAt ?? given.find(({ at }) => at !== undefined)?.at;
  for (const [index, message] of given.entries()) {
    const where = `message ${index + 1}`;
    try {
      const at = message.at ?? latest;
      const parts = partsOf({ ...message, ...(at !== undefined && { at }) }, longest);
      for (const { original: _, ...part } of parts) checkMessage(part, longest);
      messages.push(...parts);
      refused.push(...cutIn(message, longest).map((reason) => ({ where, reason })));
      latest = at;
    } catch (error) {
      if (!isWorkingMemoryError(error)) throw error;
      refused.push({ where, reason: error.message });
    }
  }
  return { messages, refused };
}

/** Splits a message into messages of a length that the memory takes. */
function partsOf({ name, ...message }: NewMessage, longest: number): NewMessage[] {
  const { role, at, calls, results } = message;
  const cut = (text: string): string => text.slice(0, longest).toWellFormed();
  const said = {
    source: 'import' as const,
    ...(name !== undefined && name !== '' && { name: name.slice(0, LONGEST_NAME).toWellFormed() }),
  };
  const [text = '', ...more] = pieces(message.text, longest);
  return [
    {
      ...message,
      ...said,
      text,
      ...(calls && { calls: calls.map((one) => ({ ...one, arguments: cut(one.arguments) })) }),
      ...(results && { results: results.map((one) => ({ ...one, text: cut(one.text) })) }),
    },
    ...more.map((piece) => ({ role, text: piece, ...said, ...(at !== undefined && { at }) })),
  ];
}

/** Yields pieces of a text, and cuts no character in two. */
function* pieces(text: string, longest: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = from + longest;
    const isWithin = longest > 1 && end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    const to = isWithin ? end - 1 : end;
    yield text.slice(from, to).toWellFormed();
    from = to;
  }
}

/** Lists the texts that are cut off, because no further message can hold their rest. */
function cutIn({ calls = [], results = [] }: NewMessage, longest: number): string[] {
  const kept = (length: number): string => `${length} characters; the first ${longest} were kept`;
  return [
    ...calls
      .filter((call) => call.arguments.length > longest)
      .map((call) => `the arguments of ${call.name} have ${kept(call.arguments.length)}`),
    ...results
      .filter((result) => result.text.length > longest)
      .map((result) => `a result has ${kept(result.text.length)}`),
  ];
}
