// Line ends of a file, which a model neither sees nor sends: it writes `\n` even if the file has `\r\n`. Pure.

/** Returns the text with line ends like the file's first one; unchanged for a file of one line. */
export const withLineEndsOf = (file: string, text: string): string =>
  text.replace(/\r?\n/g, /\r?\n/.exec(file)?.[0] ?? '$&');

/** Returns the text with Windows line ends. */
export const withReturns = (text: string): string => withLineEndsOf('\r\n', text);
