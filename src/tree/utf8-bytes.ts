// How long a text is where it is stored. Pure.

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
