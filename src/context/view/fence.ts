// Text that others may have written, shown to a model as data. Pure. Three walls, each enough against a reader of
// lines: every line of the text carries a prefix, so that none of it can begin a tag or a comment; both tags carry a
// nonce that the text cannot hold; invisible characters are made visible.
import { invalidInput } from '../../errors.ts';
import { escaped, visibleText } from '../../tree/visible-text.ts';

export interface Fence {
  /** Name of the tag: a lower-case letter, then up to 39 of a–z, 0–9, _. */
  readonly name: string;
  /** 12–64 of a–z and 0–9, unknown to the author of the text. Fixed for an epoch, so that the prompt's prefix stays. */
  readonly nonce: string;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const NONCE = /^[0-9a-z]{12,64}$/;
export const PREFIX = '| ';

/**
 * Returns the text between two tag lines, each of its lines after `| `; without a last line break.
 * @throws invalid-input: a name or nonce of another form
 */
export function fenced(text: string, fence: Fence): string {
  const [opening, closing] = tags(fence);
  const lines = withoutNonce(visibleText(text.replaceAll('\r\n', '\n')), fence.nonce).replaceAll('\n', `\n${PREFIX}`);
  return `${opening}\n${PREFIX}${lines}\n${closing}`;
}

/**
 * Returns the text inside of a fence: the text with plain line breaks and escapes; the same text when it is fenced
 * again.
 * @throws invalid-input: not one text in this fence
 */
export function unfenced(text: string, fence: Fence): string {
  const [opening, closing] = tags(fence);
  const lines = text.split('\n');
  const inner = lines.slice(1, -1);
  const wrong = inner.findIndex((line) => !line.startsWith(PREFIX));
  if (lines.length < 3 || lines[0] !== opening || lines.at(-1) !== closing || wrong >= 0) {
    const where = wrong >= 0 ? `; line ${wrong + 2} has no prefix` : '';
    throw invalidInput('text', `lines after '${PREFIX}' between ${opening} and ${closing}${where}`);
  }
  return inner.map((line) => line.slice(PREFIX.length)).join('\n');
}

/** Checks the form of a nonce. @throws invalid-input */
export function checkNonce(nonce: string): void {
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) throw invalidInput('nonce', '12 to 64 of a–z and 0–9');
}

function tags({ name, nonce }: Fence): readonly [string, string] {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw invalidInput('name', 'a lower-case letter, then up to 39 of a–z, 0–9 and _');
  }
  checkNonce(nonce);
  return [`<${name} nonce="${nonce}">`, `</${name} nonce="${nonce}">`];
}

/** Escapes the nonce of the epoch, which a text may quote; also where two of them overlap, and in capitals. */
const withoutNonce = (text: string, nonce: string): string =>
  text.replace(new RegExp(`${nonce.charAt(0)}(?=${nonce.slice(1)})`, 'giu'), escaped);
