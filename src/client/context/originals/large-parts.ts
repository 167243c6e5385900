// The large parts of an app's messages, found and named by their hash, so that each crosses to the engine and into
// storage once. Loaded with the first message that is large.
import { LARGE_PART } from '../../../options/policy.ts';
import type { HeldPart, SentPart } from '../../../tree/transcript/parts.ts';
import { type Conversions, PART, RICH, valuesPart } from './rich-values.ts';

/** A large text, or bytes. */
type LargePart = string | Uint8Array;

/** Deeper values, and cycles, hold no parts. */
const DEEPEST = 100;

/** Names of large texts and bytes in devalue's form. */
const TEXT = 'PartText';
const BYTES = 'PartBytes';

/** Writes the message as text without its large parts; without `original` where it has none. */
export async function withoutLargeParts(
  message: unknown,
  isPlain: boolean,
): Promise<{ readonly original?: string; readonly parts: readonly SentPart[] }> {
  const large = new Set<LargePart>();
  collect(message, large, 0);
  const parts = await hashed(large);
  if (!parts || parts.size === 0) return { parts: [] };
  const hashOf = (part: unknown): string | undefined => parts.get(part as LargePart)?.hash;
  const unique = [...new Map([...parts.values()].map((part) => [part.hash, part])).values()];
  const original = isPlain
    ? JSON.stringify(message, (_key, value: unknown) => {
        const hash = typeof value === 'string' ? hashOf(value) : undefined;
        return hash === undefined ? value : { [PART]: hash };
      })
    : JSON.stringify({
        [RICH]: (await valuesPart()).stringify(message, {
          [TEXT]: (value) => typeof value === 'string' && hashOf(value),
          [BYTES]: (value) => value instanceof Uint8Array && hashOf(value),
        }),
      });
  return { original, parts: unique };
}

/** Restores the app's object; undefined where a part is gone or damaged. */
export async function withLargeParts(
  original: unknown,
  parts: readonly HeldPart[],
  read: (hash: string) => Promise<string | undefined>,
): Promise<unknown> {
  const found = new Map<string, LargePart>();
  /** Whether each part is a text. A first reading tells, since a reviver cannot wait for the data of a hash. */
  const isText = new Map<string, boolean>();
  const noting = (text: boolean) => (hash: string) => {
    isText.set(hash, text);
    return found.get(hash);
  };
  const revivers = { [TEXT]: noting(true), [BYTES]: noting(false) };
  await decoded(original, revivers);
  for (const { hash } of parts) {
    const part = await partOf(hash, isText.get(hash) ?? true, await read(hash));
    if (part === undefined) return undefined;
    found.set(hash, part);
  }
  return decoded(original, revivers);
}

async function decoded(original: unknown, revivers: Conversions<string>): Promise<unknown> {
  const { [RICH]: rich } = original as { readonly [RICH]?: unknown };
  if (typeof rich === 'string') return (await valuesPart()).parse(rich, revivers);
  return withTexts(original, revivers[TEXT] as (hash: string) => unknown);
}

/** Copies plain JSON with the large texts in their places. */
function withTexts(value: unknown, textOf: (hash: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, textOf));
  const { [PART]: hash } = value as { readonly [PART]?: unknown };
  if (typeof hash === 'string') return textOf(hash);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, textOf)]));
}

function collect(value: unknown, found: Set<LargePart>, level: number): void {
  if (typeof value === 'string') {
    if (value.length >= LARGE_PART && value.isWellFormed()) found.add(value);
  } else if (value instanceof Uint8Array) {
    if (value.byteLength >= LARGE_PART) found.add(value);
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && level < DEEPEST) {
    for (const inner of Object.values(value)) collect(inner, found, level + 1);
  }
}

/**
 * Returns the parts with their hashes; undefined where the runtime has no SHA-256, as in a page that no https serves:
 * there the parts stay in their messages.
 */
async function hashed(parts: ReadonlySet<LargePart>): Promise<ReadonlyMap<LargePart, SentPart> | undefined> {
  const named = new Map<LargePart, SentPart>();
  for (const part of parts) {
    const hash = await sha256(part);
    if (hash === undefined) return undefined;
    const data = typeof part === 'string' ? part : base64(part);
    named.set(part, { hash, bytes: typeof part === 'string' ? utf8(part).byteLength : data.length, data });
  }
  return named;
}

/** Returns the part as the app had it; undefined where its data are not those of the hash. */
async function partOf(hash: string, isText: boolean, data: string | undefined): Promise<LargePart | undefined> {
  if (data === undefined) return undefined;
  try {
    const part = isText ? data : bytesOf(data);
    return (await sha256(part)) === hash ? part : undefined;
  } catch {
    // The data are no base64.
    return undefined;
  }
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function sha256(part: LargePart): Promise<string | undefined> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return undefined;
  const bytes = typeof part === 'string' ? utf8(part) : part;
  const digest = await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes at once; more arguments than this overflow the stack of a call. */
const SLICE = 8190;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += SLICE)
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + SLICE)));
  return text;
}

const bytesOf = (data: string): Uint8Array => Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
