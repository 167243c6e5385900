// Fields of an object that may be anything: a lens answers for messages that no type has checked.

export type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** No fields where there is no object. */
export const fields = (value: unknown): Fields => (isObject(value) ? value : {});

/** The objects of a list; none where there is no list. */
export const objects = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Empty where there is no text. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
