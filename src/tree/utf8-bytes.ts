// Measures the stored size of a text. Pure.

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
