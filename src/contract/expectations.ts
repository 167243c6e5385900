// Assertions without the `expect` of a test runner: they throw an error that runners show as a difference.

const SHOWN = 2000;

/** Compares values; undefined fields count as absent. @param what names the values in the message */
export function expectEqual(actual: unknown, expected: unknown, what = 'the answer'): void {
  if (!isEqual(actual, expected)) fail(`${what} is ${shown(actual)}; expected ${shown(expected)}`, actual, expected);
}

/** Expects every field of `expected` in `actual`. */
export function expectFields(actual: unknown, expected: object, what = 'the answer'): void {
  const found = Object.fromEntries(Object.keys(expected).map((name) => [name, fieldOf(actual, name)]));
  expectEqual(found, expected, what);
}

export function expectTrue(holds: boolean, message: string): void {
  if (!holds) fail(message, holds, true);
}

/** Expects the call to reject with an error that has these fields. */
export async function expectRejection(call: Promise<unknown>, fields: object, what: string): Promise<void> {
  const error = await call.then(
    (answer) => fail(`${what} resolves with ${shown(answer)}; it must reject`, answer, fields),
    (thrown: unknown) => thrown,
  );
  expectFields(error, fields, `the error of ${what}`);
}

function fail(message: string, actual: unknown, expected: unknown): never {
  throw Object.assign(new Error(message), { name: 'AssertionError', actual, expected, showDiff: true });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) && (!isPlain(one) || !isPlain(other))) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(Reflect.get(one, name), Reflect.get(other, name)));
}

/** Whether a value is a plain object; one of another realm, or without a prototype, counts as well. */
const isPlain = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]';

export function shown(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
  } catch {
    // A cycle: its type has to do.
  }
  text ??= String(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}
