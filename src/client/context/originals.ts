// The app's own message objects as text: JSON where a message is plain, and devalue's form where it holds more (dates,
// addresses, bytes). A message that the lens can write anew from its neutral form needs neither.
import { parse, stringify } from 'devalue';
import type { Lens } from '../../context/view/lens.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';

/** The only key of the object that holds devalue's text. */
const RICH = '$devalue';

/** What a row keeps of the app's object. */
export type Original = Pick<NewMessage, 'original' | 'format'>;

/** Empty where the neutral form says all, where the object has no text form, and above `longest` UTF-16 units. */
export function originalOf<Message>(
  lens: Lens<Message>,
  message: Message,
  neutral: NewMessage,
  longest: number,
): Original {
  const original = encoded(message);
  if (original === undefined || original.length > longest || original === writtenAlone(lens, neutral)) return {};
  return { original: JSON.parse(original) as unknown, format: lens.name };
}

/** The object of a row in the format of this lens; undefined where the row has none. */
export function storedOriginal<Message>(lens: Lens<Message>, { original, format }: Original): Message | undefined {
  if (original === undefined || format !== lens.name) return undefined;
  const { [RICH]: rich } = original as { readonly [RICH]?: unknown };
  return (typeof rich === 'string' ? parse(rich) : original) as Message;
}

function writtenAlone<Message>(lens: Lens<Message>, neutral: NewMessage): string | undefined {
  const written = lens.write?.(neutral, () => '') ?? [];
  return written.length === 1 ? JSON.stringify(written[0]) : undefined;
}

function encoded(message: unknown): string | undefined {
  try {
    return isPlain(message) ? JSON.stringify(message) : JSON.stringify({ [RICH]: stringify(message) });
  } catch {
    // Functions, and instances of an SDK's classes; a getter of the app that throws.
    return undefined;
  }
}

/** Whether JSON gives the value back. Fields that are undefined may go. @throws RangeError on a cycle */
function isPlain(value: unknown, level = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null;
  if (level > DEEPEST) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isPlain(value[index], level + 1)) return false;
    return true;
  }
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return false;
  return Object.entries(value).every(
    ([key, inner]) => key !== RICH && key !== 'toJSON' && (inner === undefined || isPlain(inner, level + 1)),
  );
}

/** Deeper values, and cycles, are left to devalue. */
const DEEPEST = 100;
