// AES-GCM seals, and names that stand for keys of rows. A fresh IV precedes each sealed value; its context is
// authenticated with it, so that a value in another place, session or version does not open.
import { packed, unpacked } from './sealed-values.ts';

/** Version of the sealed form; stored. */
const FORM = 1;
const IV_BYTES = 12;
const AES_BYTES = 32;
const HMAC_BYTES = 32;
/** Bytes of the keys of one session. */
export const KEY_BYTES = AES_BYTES + HMAC_BYTES;
/** Bytes of a name that stands for a key. */
const NAME_BYTES = 16;
const LENGTH_STEP = 32;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Bytes that WebCrypto accepts: over memory that no other thread shares. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

export const randomBytes = (length: number): OwnBytes => crypto.getRandomValues(new Uint8Array(length));

const UTF8 = new TextEncoder();

/** Returns the first half of a digest, in hexadecimal. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, NAME_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns everything that a value is bound to as one text, which differs for any two lists of parts. */
export const boundTo = (...parts: readonly (string | number)[]): string =>
  JSON.stringify(['working-memory', FORM, ...parts]);

/** @param bound see `boundTo` */
export async function seal(key: CryptoKey, bound: string, value: unknown): Promise<OwnBytes> {
  const iv = randomBytes(IV_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: UTF8.encode(bound) };
  const sealed = await crypto.subtle.encrypt(algorithm, key, packed(value));
  const whole = new Uint8Array(IV_BYTES + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), IV_BYTES);
  return whole;
}

/** @throws if the key, the place or the value is another one */
export async function unseal(key: CryptoKey, bound: string, sealed: Uint8Array): Promise<unknown> {
  const whole = sealed as OwnBytes;
  const iv = whole.subarray(0, IV_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: UTF8.encode(bound) };
  return unpacked(await crypto.subtle.decrypt(algorithm, key, whole.subarray(IV_BYTES)));
}

/** Seals a short text; reveals its length only in steps. */
export async function sealText(key: CryptoKey, bound: string, text: string): Promise<string> {
  const filler = LENGTH_STEP - (UTF8.encode(text).length % LENGTH_STEP);
  const sealed = await seal(key, bound, [text, ' '.repeat(filler)]);
  return btoa(String.fromCharCode(...sealed));
}

/** Opens a sealed text; undefined if it does not open. */
export async function openText(key: CryptoKey, bound: string, sealed: unknown): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(sealed as string), (character) => character.charCodeAt(0));
    const [text] = (await unseal(key, bound, bytes)) as [string, string];
    return text;
  } catch {
    return undefined;
  }
}

export const hmacKey = (bytes: OwnBytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign']);

/** Returns an unordered name that only the holder of the key can compute. */
export const keyedName = async (key: CryptoKey, ...parts: readonly string[]): Promise<string> =>
  `h${hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, UTF8.encode(JSON.stringify(parts)))))}`;

/** Returns a name that can be checked by anyone who guesses the text. */
export const openName = async (text: string): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', UTF8.encode(`working-memory ${text}`))));

/** The keys of one session. */
export interface SealingKeys {
  readonly seals: CryptoKey;
  readonly names: CryptoKey;
}

export async function sealingKeys(bytes: OwnBytes): Promise<SealingKeys> {
  const [seals, names] = await Promise.all([
    crypto.subtle.importKey('raw', bytes.slice(0, AES_BYTES), 'AES-GCM', false, ['encrypt', 'decrypt']),
    hmacKey(bytes.slice(AES_BYTES)),
  ]);
  return { seals, names };
}
