// Searches a storage, a log or an export for canaries, without the code that redacts them.
import { unzipSync } from 'fflate';

export const CANARIES = {
  en: 'My café “Sans & Souci” has the PIN 47110815.',
  'zh-CN': '我的银行卡密码是 47119026，请不要告诉别人。',
} as const;

/** Strings that occur in canaries only; each identifies one. */
const NEEDLE = /47110815|47119026|souci|银行卡密码/i;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ROUNDS = 4;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const UTF16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** Undoes every way of writing a text: escapes, entities, markup, invisible characters. */
function plainly(text: string): string {
  let plain = text;
  for (let round = 0; round < ROUNDS; round++)
    plain = plain
      .replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16) % 0x11_0000))
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x11_0000))
      .replace(/&(\w+);/g, (entity, name: string) => NAMED[name] ?? entity)
      .replace(/(?:%[\da-f]{2})+/gi, (codes) => {
        return UTF8.decode(Uint8Array.from(codes.slice(1).split('%'), (code) => Number.parseInt(code, 16)));
      });
  return plain
    .normalize('NFKC')
    .replace(/<\/?[a-z][^<>]{0,80}>/gi, '')
    .replace(/[\\*_~`\p{Cf}]/gu, '');
}

/** Returns every reading of the bytes as text. */
const readings = (bytes: Uint8Array): string[] => [
  UTF8.decode(bytes),
  UTF16.decode(bytes),
  UTF16.decode(bytes.subarray(1)),
];

const BASE64 = /[\w+/-]{24,}/g;

/** Decodes whole groups of four only; the rest is shorter than any canary. */
function bytesOf(base64: string): Uint8Array {
  const plain = base64.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(plain.slice(0, plain.length & ~3)), (sign) => sign.charCodeAt(0));
}

/** Returns a canary with its surroundings; undefined where there is none. */
function foundIn(text: string, depth = 0): string | undefined {
  const plain = plainly(text);
  const at = plain.search(NEEDLE);
  if (at >= 0) return plain.slice(Math.max(0, at - 80), at + 40);
  if (depth > 0) return undefined;
  for (const [coded] of text.matchAll(BASE64)) {
    const found = readings(bytesOf(coded)).map((reading) => foundIn(reading, 1));
    const first = found.find((one) => one !== undefined);
    if (first !== undefined) return `base64 of ${first}`;
  }
  return undefined;
}

/** Returns the places of canaries in a value: in keys, texts, bytes and archives. */
export function traces(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const found = foundIn(value);
    return found === undefined ? [] : [`${path}: ${found}`];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return traces(unzipSync(bytes), `${path} zip`);
    return readings(bytes).flatMap((reading) => traces(reading, path));
  }
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return traces({ ...value, own: { name, message, stack, cause } }, `${path} error`);
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.flatMap(([key, inner]: [unknown, unknown]) => [
    ...traces(String(key), `${path} key`),
    ...traces(inner, `${path}/${String(key).slice(0, 60)}`),
  ]);
}
