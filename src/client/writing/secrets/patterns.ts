// Patterns of keys, cards, PINs and passwords in a text. docs/threat-model.md lists these rows. Every repetition is
// bounded, so that a search takes time in proportion to the text.

/** One form of a secret. */
export interface SecretPattern {
  readonly kind: SecretKind;
  /** Pattern whose named group `secret` is the secret itself; without that group, the whole match is. */
  readonly form: RegExp;
  /** Tells a secret from a text that only looks like one. */
  readonly is?: (secret: string) => boolean;
}

export const SECRET_KINDS = ['key', 'card', 'password'] as const;
/** Kind of a secret; `password` includes PINs and codes. */
export type SecretKind = (typeof SECRET_KINDS)[number];

const VALUE = '["\'`“「『]?(?<secret>[!-~]{4,128})';
const AFTER_LABEL = '(?:\\s+(?:for|of|to|at|on)(?:\\s+[^\\s:=]{1,30}){1,4}?)?';
const IS = '\\s{0,3}(?:[:=]|\\s(?:is|was))\\s{0,3}';
const IS_ZH = '\\s{0,3}(?:[:=]|是|为|為|改为|改成|改為|设为|設為)\\s{0,3}';

export const PATTERNS: readonly SecretPattern[] = [
  { kind: 'key', form: /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY-----/g },
  // Amazon Web Services
  { kind: 'key', form: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  // GitHub, GitLab
  { kind: 'key', form: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_\w{22,255}\b|\bglpat-[\w-]{20,255}/g },
  // OpenAI, Anthropic and others after their example
  { kind: 'key', form: /\bsk-(?:[a-z]{2,10}-){0,2}[\w-]{20,255}/g, is: hasDigitAndLetter },
  // Stripe, Slack, Google, Hugging Face, npm
  { kind: 'key', form: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}\b/g },
  { kind: 'key', form: /\bxox[abeprs]-[A-Za-z0-9-]{10,255}/g },
  { kind: 'key', form: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'key', form: /\bhf_[A-Za-z0-9]{30,255}\b|\bnpm_[A-Za-z0-9]{36}\b/g },
  // A JSON Web Token
  { kind: 'key', form: /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,4096}\.[\w-]{8,1024}/g },
  // Name and password in an address
  { kind: 'password', form: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,64}:(?<secret>[^\s:/@]{3,128})@/gi },
  { kind: 'key', form: /\bbearer\s{1,3}(?<secret>[\w.~+/-]{20,1024}={0,2})/gi, is: hasDigitAndLetter },
  {
    kind: 'key',
    form: new RegExp(
      `(?:\\b(?:api|secret|access|private|auth)[ _-]?(?:key|token)|\\bclient[ _-]?secret|密钥|密鑰|私钥|私鑰|令牌)(?:${IS}|${IS_ZH})${VALUE}`,
      'gi',
    ),
    is: (secret) => secret.length >= 12 && hasDigitAndLetter(secret),
  },
  {
    kind: 'card',
    form: /(?<![\d.,-])(?:\d[ -]?){12,18}\d(?![\d-]|[.,]\d)/g,
    is: (digits) => isCard(digits.replace(/\D/g, '')),
  },
  {
    kind: 'password',
    form: new RegExp(`\\b(?:password|passwd|passphrase|passcode|pass code|pwd)\\b${AFTER_LABEL}${IS}${VALUE}`, 'gi'),
    is: isPassword,
  },
  { kind: 'password', form: new RegExp(`(?:密码|密碼|口令)${IS_ZH}${VALUE}`, 'g'), is: isPassword },
  {
    kind: 'password',
    form: new RegExp(
      `\\b(?:pin(?: code| number)?|(?:verification|security|one-time) code|otp|cvv|cvc)\\b${AFTER_LABEL}(?:${IS}|${IS_ZH})(?<secret>\\d{3,8})(?!\\d|[.,/-]\\d)`,
      'gi',
    ),
  },
  { kind: 'password', form: /\b(?:PIN|CVV|CVC|OTP) (?<secret>\d{3,8})(?!\d|[.,/-]\d)/g },
  {
    kind: 'password',
    form: /(?<![\d.,/-])(?<secret>\d{4,8}) (?:is|was) (?:my|our|the|your|his|her|their) (?:new |old )?(?:pin|passcode|password)\b/gi,
  },
  {
    kind: 'password',
    form: /(?:PIN ?码|验证码|驗證碼|安全码|安全碼|密码|密碼)\s{0,3}(?:[:=]|是|为|為)?\s{0,3}(?<secret>\d{4,8})(?![\d年月日位个個天]|[.,/-]\d)/gi,
  },
  {
    kind: 'password',
    form: /(?<![\d.,/-])(?<secret>\d{4,8})\s{0,3}是(?:我|你|您|他|她)?的?(?:新|旧|舊)?(?:PIN|密码|密碼|口令)/gi,
  },
];

function hasDigitAndLetter(secret: string): boolean {
  return /\d/.test(secret) && /[a-z]/i.test(secret);
}

/** Whether the value is digits alone, or a token that is no word: of letters, with digits or signs among them. */
function isPassword(value: string): boolean {
  const token = value.replace(/["'`.,:;!?)\]}>]+$/, '');
  if (/^\d+$/.test(token)) return token.length >= 4 && token.length <= 12;
  return token.length >= 5 && (hasDigitAndLetter(token) || /[a-z0-9][!@#$%^&*+=~?]/i.test(token));
}

/** Beginnings of card numbers, and their lengths: ISO/IEC 7812 as the networks use it. */
const NETWORKS: readonly (readonly [beginning: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9])/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^3(?:0[0-5]|[68])/, [14]],
];

function isCard(digits: string): boolean {
  const isKnown = NETWORKS.some(([beginning, lengths]) => beginning.test(digits) && lengths.includes(digits.length));
  return isKnown && luhn(digits) && new Set(digits).size > 1;
}

/** Checks the last digit by ISO/IEC 7812-1: every second digit from the right counts twice, its digits added. */
function luhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
