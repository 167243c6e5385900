// Refuses messages of another format than their lens reads, before a part of them is lost.
import { WorkingMemoryError } from '../../../errors.ts';
import type { Lens } from '../../../context/view/lens.ts';
import { lazy } from '../../lazy.ts';

const formatsPart = /* @__PURE__ */ lazy('formats', 'likelyFormat', () => import('./other-formats.ts'));

/**
 * Refuses messages of other formats.
 * @throws invalid-input: names the format that the first one looks like, and its lens
 */
export async function refuseForeign<Message>(
  { name, foreign }: Pick<Lens<Message>, 'name' | 'foreign'>,
  messages: readonly Message[],
): Promise<void> {
  if (!foreign) return;
  for (const [index, message] of messages.entries()) {
    const marks = marksOf(message);
    if (!foreign.test(marks)) continue;
    const likely = (await formatsPart()).likelyFormat(marks) ?? 'another format';
    const argument = `messages[${index}]`;
    throw new WorkingMemoryError(
      'invalid-input',
      `${argument} looks like ${likely}. The lens ${name} would lose a part of it. Nothing was changed.`,
      { argument, expected: `a message of the format ${name}`, received: `what looks like ${likely}` },
    );
  }
}

/**
 * Returns the marks by which formats differ, each between two spaces: the fields of a message as `.field`, the fields
 * of its parts as `..field`, and the types of both.
 */
function marksOf(message: unknown): string {
  const { content, parts = content } = (message ?? {}) as { readonly content?: unknown; readonly parts?: unknown };
  let marks = marksOfFields(message, '.');
  if (Array.isArray(parts)) for (const part of parts as unknown[]) marks += marksOfFields(part, '..');
  return marks;
}

/** Appends mark by mark, without lists in between: every request looks at all messages. */
function marksOfFields(value: unknown, prefix: string): string {
  let marks = '';
  if (typeof value !== 'object' || value === null) return marks;
  for (const key of Object.keys(value)) {
    const given = (value as Readonly<Record<string, unknown>>)[key] ?? undefined;
    if (given !== undefined) marks += ` ${prefix}${key} `;
    if (key === 'type') marks += ` ${given as string} `;
  }
  return marks;
}
