// Finds keys, cards, PINs and passwords in texts: for `onBeforeWrite`, and for apps that look themselves.
import type { OnBeforeWrite } from '../../../api/writing/before-write.ts';
import { checkOptions, oneOf, type Partly, someOf, withDefaults } from '../../../options/rules.ts';
import { PATTERNS, SECRET_KINDS, type SecretKind } from './patterns.ts';

export const SECRETS_OPTIONS = {
  /** Decision on a text that holds a secret. */
  decision: oneOf(['reject', 'quarantine'], { default: 'reject' }),
  /** Kinds of secrets to look for. */
  kinds: someOf(SECRET_KINDS, { default: SECRET_KINDS }),
};

/** Options of `detectSecrets`. */
export type DetectSecretsOptions = Partly<typeof SECRETS_OPTIONS>;

/** Place in a text that seems to hold a secret. */
export interface FoundSecret {
  readonly kind: SecretKind;
  /** Place in UTF-16 units of the text, `end` excluded. */
  readonly start: number;
  readonly end: number;
}

const WORDS: Readonly<Record<SecretKind, string>> = {
  key: 'a key',
  card: 'a card number',
  password: 'a password, PIN or code',
};

/**
 * Finds likely secrets of these kinds, in order. Where two overlap, the one that begins first stays, or else the longer
 * one.
 */
export function findSecrets(text: string, kinds: SecretKind | readonly SecretKind[] = SECRET_KINDS): FoundSecret[] {
  const read = narrow(text);
  const found = PATTERNS.filter(({ kind }) => kinds.includes(kind)).flatMap(({ kind, form, is = () => true }) =>
    Array.from(read.matchAll(form), (match): FoundSecret | undefined => {
      const secret = match.groups?.['secret'] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      return is(secret) ? { kind, start, end: start + secret.length } : undefined;
    }).filter((one) => one !== undefined),
  );
  const order = found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return order.filter((one) => {
    if (one.start < end) return false;
    end = one.end;
    return true;
  });
}

/** Replaces full-width characters, dashes and blanks by ASCII ones, each by as many UTF-16 units. */
const narrow = (text: string): string =>
  text
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u00a0\u3000\u2000-\u200a\u202f]/g, ' ');

/**
 * Makes an `onBeforeWrite` that rejects, or quarantines, any text that seems to hold a key, a card number, a PIN or a
 * password. It finds the forms that docs/threat-model.md lists, English and Chinese; a password that is a plain word it
 * cannot know.
 * @example await openWorkingMemory({ session: 'chat-42', onBeforeWrite: detectSecrets() });
 * @throws invalid-option
 */
export function detectSecrets(options: DetectSecretsOptions = {}): OnBeforeWrite {
  checkOptions(options, SECRETS_OPTIONS, 'detectSecrets');
  const { decision, kinds } = withDefaults(SECRETS_OPTIONS, options);
  return ({ text }) => {
    const found = new Set(findSecrets(text, kinds).map(({ kind }) => kind));
    if (found.size === 0) return 'allow';
    const what = SECRET_KINDS.filter((kind) => found.has(kind)).map((kind) => WORDS[kind]);
    return { decision, reason: `it seems to hold ${what.join(' and ')}` };
  };
}
