// Keys of rows as text that every database sorts as JavaScript sorts strings, by UTF-16 units. Databases compare UTF-8:
// there an emoji comes after U+FFFD, and half of a surrogate pair is lost.

/** No character; everything from here on up is written as this one and another. */
const MARK = '\uD7FF';
const FIRST = MARK.charCodeAt(0);
/** Where the second ones begin, above the control characters. */
const OFFSET = 0x20;

export const sortable = (key: string): string =>
  key.replaceAll(/[\uD7FF-\uFFFF]/g, (unit) => MARK + String.fromCharCode(unit.charCodeAt(0) - FIRST + OFFSET));

export const fromSortable = (text: string): string =>
  text.replaceAll(/\uD7FF([^])/g, (_, unit: string) => String.fromCharCode(unit.charCodeAt(0) - OFFSET + FIRST));
