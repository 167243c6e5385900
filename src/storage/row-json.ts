// Converts rows to JSON and back without loss. Tagged objects hold typed arrays and the numbers that JSON lacks. A
// field of the row whose name begins with `$` gets a second `$`, so that a single one marks a tag.

const ARRAYS = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};

type PlainObject = Readonly<Record<string, unknown>>;
/** Encodes a typed array's bytes as `{ $array, $bytes }`; `ReadBytes` decodes them. */
type WriteBytes = (name: string, bytes: Uint8Array) => PlainObject;
type ReadBytes = (name: string, text: string) => unknown;

/** @throws TypeError if the value holds something that JSON cannot store, such as a function */
export function encode(value: unknown, write: WriteBytes = asBase64): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $number: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (Array.isArray(value)) return Array.from(value, (each) => encode(each, write));
  if (ArrayBuffer.isView(value)) return encodeBytes(Object.prototype.toString.call(value).slice(8, -1), value, write);
  if (value instanceof ArrayBuffer) return encodeBytes('ArrayBuffer', new Uint8Array(value), write);
  if (!isPlain(value))
    throw new TypeError(`A row cannot hold ${typeof value === 'object' ? 'this kind of object' : `a ${typeof value}`}`);
  const present = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    present.map(([name, field]) => [name.startsWith('$') ? `$${name}` : name, encode(field, write)]),
  );
}

export function decode(value: unknown, read: ReadBytes = ofBase64): unknown {
  if (Array.isArray(value)) return value.map((each) => decode(each, read));
  if (typeof value !== 'object' || value === null) return value;
  const { $number, $array, $bytes } = value as PlainObject;
  if (typeof $number === 'string') return Number($number);
  if (typeof $array === 'string' && typeof $bytes === 'string') return read($array, $bytes);
  const own = Object.entries(value).filter(([name]) => !name.startsWith('$') || name.startsWith('$$'));
  return Object.fromEntries(
    own.map(([name, field]) => [name.startsWith('$') ? name.slice(1) : name, decode(field, read)]),
  );
}

/** Returns one line of a log; `ours` are the storage's own fields, whose names begin with `$`. */
export function lineOf(fields: object, ours: PlainObject = {}): string {
  const parts = [JSON.stringify(ours), JSON.stringify(encode(fields))].map((json) => json.slice(1, -1));
  return `{${parts.filter((part) => part !== '').join(',')}}\n`;
}

function encodeBytes(name: string, view: ArrayBufferView, write: WriteBytes): unknown {
  if (name !== 'ArrayBuffer' && !(name in ARRAYS)) throw new TypeError(`A row cannot hold a ${name}`);
  return write(name, new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

function asBase64($array: string, bytes: Uint8Array): PlainObject {
  return { $array, $bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

const ofBase64: ReadBytes = (name, base64) =>
  arrayOf(name, Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer);

/** Returns the array of this kind over these bytes. */
export function arrayOf(name: string, buffer: ArrayBuffer): unknown {
  if (name === 'ArrayBuffer') return buffer;
  if (!(name in ARRAYS)) throw new TypeError(`${name} is not a typed array`);
  return new ARRAYS[name as keyof typeof ARRAYS](buffer);
}

export function isPlain(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}
