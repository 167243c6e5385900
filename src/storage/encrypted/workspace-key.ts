// The app's key: requested once, and checked when it arrives.
import { kindOf, WorkingMemoryError } from '../../errors.ts';
import { storageKey } from './key-failures.ts';

/** A key of AES-GCM with 256 bits and the usages `encrypt` and `decrypt`; it need not be extractable. */
export type WorkspaceKey = CryptoKey | (() => CryptoKey | Promise<CryptoKey>);

export const KEY =
  'a CryptoKey of AES-GCM with 256 bits and the usages encrypt and decrypt, or a function that returns one';
const KEY_BITS = 256;

/** Returns a function that resolves to the checked key. @throws invalid-option, storage-key */
export function keyGiver(key: WorkspaceKey, option: string): () => Promise<CryptoKey> {
  if (typeof key !== 'function') checkKey(key, option);
  let asked: Promise<CryptoKey> | undefined;
  const ask = async (): Promise<CryptoKey> => {
    if (!globalThis.crypto?.subtle)
      throw storageKey('unavailable', 'this runtime has no crypto.subtle: pages have it over HTTPS and on localhost');
    if (typeof key !== 'function') return key;
    const given = await (async () => key())().catch((error: unknown) => {
      throw storageKey('unavailable', 'the function of the app failed', error);
    });
    return checkKey(given, option);
  };
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

function checkKey(key: CryptoKey, option: string): CryptoKey {
  const { algorithm, usages } = (key ?? {}) as Partial<CryptoKey>;
  const isOurs = algorithm?.name === 'AES-GCM' && (algorithm as AesKeyAlgorithm).length === KEY_BITS;
  if (isOurs && usages?.includes('encrypt') && usages.includes('decrypt')) return key;
  // Never quoted: it may be a passphrase.
  const given = kindOf(key) ?? 'nothing';
  throw new WorkingMemoryError('invalid-option', `Option ${option} must be ${KEY}; got ${given}.`, {
    option,
    expected: KEY,
  });
}
