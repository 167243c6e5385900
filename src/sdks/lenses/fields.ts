// Safe access to values of unknown shape: at run time, a lens receives messages that no compiler has checked.

export type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the value as an object; an empty one for anything else. */
export const fields = (value: unknown): Fields => (isObject(value) ? value : {});

/** Returns the objects of a list; none for anything else. */
export const objects = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the value as a string; an empty one for anything else. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
