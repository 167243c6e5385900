// Keys, cards, PINs and passwords are found in free text, English and Chinese; ordinary numbers and words are not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATTERNS } from '../../src/client/writing/secrets/patterns.ts';
import { memoryStorage } from '../../src/entries/index.ts';
import { detectSecrets, findSecrets } from '../../src/entries/secrets.ts';
import { openFixed } from '../support/fixed-memory.ts';

/** Written in two parts, so that no scanner takes this file for a leak. */
const key = (...parts: readonly string[]): string => parts.join('');
const LETTERS = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';

const SECRETS: readonly (readonly [kind: string, secret: string, text: string])[] = [
  ['key', key('AKIA', 'IOSFODNN7EXAMPLE'), 'AWS: {} in us-east-1'],
  ['key', key('ghp', '_', LETTERS.slice(0, 36)), 'clone with {}.'],
  ['key', key('github', '_pat_', LETTERS), 'token {}'],
  ['key', key('glpat', '-', LETTERS.slice(0, 20)), 'GitLab {}'],
  ['key', key('sk', '-proj-', LETTERS), 'export OPENAI_API_KEY={}'],
  ['key', key('sk', '-ant-api03-', LETTERS), '用 {} 调用模型'],
  ['key', key('sk', '_live_', LETTERS.slice(0, 24)), 'Stripe is {}'],
  ['key', key('xox', 'b-', '123456789012-', 'abcdefABCDEF'), 'Slack bot {}'],
  ['key', key('AIza', LETTERS.slice(0, 35)), 'maps: {}'],
  ['key', key('hf', '_', 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456'), 'hub {}'],
  ['key', key('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.', 'dozjgNryP4J3jVmN'), 'JWT {}'],
  ['key', key('-----BEGIN OPENSSH', ' PRIVATE KEY-----'), '{}\nb3BlbnNzaC1rZXk='],
  ['key', key('mF_9.B5f-4.1JqM', 'abcdEFGH12'), 'Authorization: Bearer {}'],
  ['key', 'x9f8A7b6C5d4E3', 'the api key is {}'],
  ['key', 'x9f8A7b6C5d4E3', '密钥是{}'],
  ['card', '4111 1111 1111 1111', 'pay with {} please'],
  ['card', '5500-0055-5555-5559', 'card {}.'],
  ['card', '378282246310005', '我的卡号是{}'],
  ['card', '6250941006528599', '银联卡号：{}，有效期十二月'],
  ['card', '４１１１１１１１１１１１１１１１', 'full-width {}'],
  ['password', '4711', 'my PIN is {}'],
  ['password', '4711', 'pin: {}'],
  ['password', '4711', 'My card and PIN {}, do not tell anybody'],
  ['password', '4711', '{} is my new pin'],
  ['password', '902134', 'The verification code is {}.'],
  ['password', '123', 'CVV: {}'],
  ['password', 'hunter2', 'the password for the router is {}'],
  ['password', 'Tr0ub4dor&3', 'Password: {}'],
  ['password', 'c0rrect-horse', 'passphrase = "{}"'],
  ['password', '4711', '我的密码是{}'],
  ['password', '４７１１', '取款密码：{}'],
  ['password', '902134', '验证码 {}，五分钟内有效'],
  ['password', '4711', '{}是我的密码'],
  ['password', '4711', '我的PIN是{}'],
  ['password', 'Abc12345', '把口令改为{}'],
  ['password', 's3cret', 'postgres://ann:{}@db.example.com/app'],
];

describe('detectSecrets', () => {
  it.each(SECRETS)('finds a %s: %s', async (kind, secret, text) => {
    const whole = text.replace('{}', () => secret);
    const found = findSecrets(whole);
    expect(found.map((one) => one.kind)).toContain(kind);
    expect(found.some(({ start, end }) => whole.slice(start, end).includes(secret))).toBe(true);
    const verdict = detectSecrets()({ kind: 'item', text: whole, source: 'user', trust: 2 });
    expect(verdict).toMatchObject({ decision: 'reject' });
    expect(JSON.stringify(verdict)).not.toContain(secret);
  });

  it.each([
    'The release is on 2026-11-23 at 23:07, not on 24.11.2026.',
    'Timestamp 1700000000000, head 42, step 1234.',
    'Call +49 30 1234 5678 or (212) 555-0187, or 138 0013 8000.',
    '请拨打 13800138000 或 010-12345678，工号 20240117。',
    'Order 4022-1187-3345-9921 was shipped; invoice 2024-000417.',
    'Order id 1234567890123456, tracking 00340434161094042557.',
    '订单号 202411230000123456 已发货，快递单号 SF1234567890123。',
    'ISBN 978-3-16-148410-0, IBAN DE89 3704 0044 0532 0130 00.',
    'IPv4 192.168.10.254, version 1.22.333, hash d41d8cd98f00b204e9800998ecf8427e.',
    'UUID 123e4567-e89b-12d3-a456-426614174000, commit 777d898.',
    'The password is required, and the password is stored in a manager.',
    'A password is at least 12 characters long; password: optional.',
    'The password policy changed in 2024. The password was changed yesterday.',
    'password is case-sensitive',
    '密码是必填项。密码为8-16位。密码至少8位，密码是六位数字。',
    '密码2024年改过一次，口令牌在桌上。',
    'Pin 1234 notes? No: pin the note to the top. Pin 12 is ground.',
    'The PIN is asked for at the door. Forgot the pin.',
    'Pinned 4711 items; 4711 is a perfume from Cologne.',
    'The API key is in the vault. api key: see README',
    'sk-learn and task-oriented-dialogue-systems-for-everyone are names.',
    'max_tokens: 128000, token count is 4096, access token: expired',
    'The bearer of this letter, https://example.com:8080/path@x',
    '0000 0000 0000 0000 and 1111111111111111 are fillers.',
    'e=2.718281828459045235, pi=3.141592653589793238',
  ])('leaves ordinary texts alone: %s', (text) => {
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
  });

  it('takes no long number for a card but by its check digit', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(digits, (rest) => {
        const numbers = Array.from({ length: 10 }, (_, last) => `4${rest.slice(1).join('')}${last}`);
        return numbers.filter((number) => findSecrets(number).length > 0).length <= 1;
      }),
    );
  });

  it('looks only for the kinds that are asked for', () => {
    expect(findSecrets('my PIN is 4711', ['key', 'card'])).toEqual([]);
    const decide = detectSecrets({ kinds: 'card' });
    expect(decide({ kind: 'item', text: 'my PIN is 4711', source: 'user', trust: 2 })).toBe('allow');
  });

  it('names the kinds in its reason, and refuses wrong options', () => {
    const text = 'card 4111 1111 1111 1111, PIN 4711';
    expect(detectSecrets({ decision: 'quarantine' })({ kind: 'item', text, source: 'user', trust: 2 })).toEqual({
      decision: 'quarantine',
      reason: 'it seems to hold a card number and a password, PIN or code',
    });
    expect(() => detectSecrets({ decision: 'ask' as 'reject' })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
  });

  it('repeats nothing without a bound but blanks, so that its time is in proportion to a text', () => {
    for (const { form } of PATTERNS) {
      const operators = form.source.replaceAll('\\s+', '').replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '');
      expect(operators).not.toMatch(/[*+]|\{\d+,\}/);
    }
  });

  it.each([
    'password for a ',
    'password   ',
    '4111-',
    'pin pin ',
    'sk-a-',
    'eyJaaaaaaaa.',
    'secret key ',
    '密码',
    'http://a:',
  ])('finds the key behind 200,000 characters of "%s"', (part) => {
    const secret = key('AKIA', 'IOSFODNN7EXAMPLE');
    const text = `${part.repeat(Math.ceil(200_000 / part.length))}\n${secret}`;
    expect(findSecrets(text).at(-1)).toEqual({
      kind: 'key',
      start: text.length - secret.length,
      end: text.length,
    });
  });

  it('keeps a card number out of a memory', async () => {
    const memory = await openFixed({ storage: memoryStorage(), onBeforeWrite: detectSecrets() });
    await memory.items.memorize('the card was declined');
    const refused = memory.items.memorize('my card is 4111 1111 1111 1111');
    await expect(refused).rejects.toMatchObject({
      code: 'write-rejected',
      details: { kind: 'item', reason: 'it seems to hold a card number' },
    });
    expect(await memory.items.list()).toHaveLength(1);
    await memory.close();
  });
});
