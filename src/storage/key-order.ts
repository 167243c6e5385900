// Encodes row keys so that databases sort them as JavaScript sorts strings, by UTF-16 units. Databases compare UTF-8,
// which sorts an emoji after U+FFFD and cannot encode half of a surrogate pair.

/** An unassigned code unit; each unit from here on is encoded as this one and another. */
const MARK = '\uD7FF';
const FIRST = MARK.charCodeAt(0);
/** First value of the second unit, above the control characters. */
const OFFSET = 0x20;

export const sortable = (key: string): string =>
  key.replaceAll(/[\uD7FF-\uFFFF]/g, (unit) => MARK + String.fromCharCode(unit.charCodeAt(0) - FIRST + OFFSET));

export const fromSortable = (text: string): string =>
  text.replaceAll(/\uD7FF([^])/g, (_, unit: string) => String.fromCharCode(unit.charCodeAt(0) - OFFSET + FIRST));
