// The line ends of a file, which a model neither sees nor sends: it writes `\n` where the file has `\r\n`. Pure.

const LINE_END = /\r?\n/;

/** The text with line ends as the first one of the file; of a file in one line nothing is known. */
export const withLineEndsOf = (file: string, text: string): string =>
  LINE_END.exec(file)?.[0] === '\r\n' ? withReturns(text) : text;

/** With the line ends of Windows. */
export const withReturns = (text: string): string => text.replace(/\r?\n/g, '\r\n');
