// The app's own message objects as text: JSON where a message is plain, and devalue's form where it holds more (dates,
// addresses, bytes). A message that the lens can write anew from its neutral form needs neither.
import { lazy } from '../../lazy.ts';
import type { Lens } from '../../../context/view/lens.ts';
import { LARGE_PART } from '../../../options/policy.ts';
import type { SentPart } from '../../../tree/transcript/parts.ts';
import type { Message as StoredMessage, NewMessage } from '../../../tree/transcript/transcript.ts';
import { PART, RICH, valuesPart } from './rich-values.ts';

const largePart = /* @__PURE__ */ lazy('large parts', 'withoutLargeParts', () => import('./large-parts.ts'));

/** Fields of a row that keep the app's object. */
export type Original = Pick<NewMessage, 'original' | 'format'> & { readonly parts?: readonly SentPart[] };

/** Limits: UTF-16 units of an object without its parts, and bytes of its parts together. */
export interface OriginalLimits {
  readonly length: number;
  readonly partBytes: number;
}

/**
 * Returns the object in text form; empty where the neutral form says all, where the object has no text form, and above
 * the limits.
 * @param neutral form that is stored: where its texts were cut, it does not say all
 */
export async function originalOf<Message>(
  lens: Lens<Message>,
  message: Message,
  neutral: NewMessage,
  { length, partBytes }: OriginalLimits,
): Promise<Original> {
  try {
    const plain = isPlain(message);
    let original = plain
      ? JSON.stringify(message)
      : JSON.stringify({ [RICH]: (await valuesPart()).stringify(message) });
    if (original === writtenAlone(lens, neutral)) return {};
    let parts: readonly SentPart[] = [];
    if (original.length >= LARGE_PART)
      ({ original = original, parts } = await (await largePart()).withoutLargeParts(message, plain));
    if (original.length > length || parts.reduce((sum, { bytes }) => sum + bytes, 0) > partBytes) return {};
    return { original: JSON.parse(original) as unknown, format: lens.name, ...(parts.length > 0 && { parts }) };
  } catch {
    // Functions, instances of an SDK's classes, and getters of the app that throw.
    return {};
  }
}

/**
 * Returns the object of a row in the format of this lens; undefined where the row has none, or a part of it is gone.
 * @param read returns the data of a part
 */
export async function storedOriginal<Message>(
  lens: Lens<Message>,
  { original, format, parts = [] }: Pick<StoredMessage, 'original' | 'format' | 'parts'>,
  read: (hash: string) => Promise<string | undefined>,
): Promise<Message | undefined> {
  if (original === undefined || format !== lens.name) return undefined;
  if (parts.length > 0) return (await (await largePart()).withLargeParts(original, parts, read)) as Message | undefined;
  const { [RICH]: rich } = original as { readonly [RICH]?: unknown };
  return (typeof rich === 'string' ? (await valuesPart()).parse(rich) : original) as Message;
}

function writtenAlone<Message>(lens: Lens<Message>, neutral: NewMessage): string | undefined {
  const written = lens.write?.(neutral, () => '') ?? [];
  return written.length === 1 ? JSON.stringify(written[0]) : undefined;
}

/** Whether JSON gives the value back. Undefined fields may get lost. @throws RangeError on a cycle */
function isPlain(value: unknown, level = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null;
  if (level > DEEPEST) return false;
  // Spread, because `every` would pass over holes.
  if (Array.isArray(value)) return [...(value as unknown[])].every((inner) => isPlain(inner, level + 1));
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return false;
  return Object.entries(value).every(
    ([key, inner]) => !RESERVED.has(key) && (inner === undefined || isPlain(inner, level + 1)),
  );
}

const RESERVED = new Set([RICH, PART, 'toJSON']);

/** Deeper values, and cycles, are left to devalue. */
const DEEPEST = 100;
