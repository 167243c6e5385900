// Safe access to values of unknown shape: at run time, a lens receives messages that no compiler has checked.

export type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The value as an object; an empty one for anything else. */
export const fields = (value: unknown): Fields => (isObject(value) ? value : {});

/** The objects of a list; empty for anything else. */
export const objects = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The value as a string; empty for anything else. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
