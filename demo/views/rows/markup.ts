// Converts Markdown to safe HTML: micromark escapes HTML and drops dangerous addresses.

/** Characters that may be markup; text without them is shown as it is. */
const MARKS = /[*_`#<>[\]|\\&~]|^\s*(?:[-+]|\d+[.)])\s|^\s*(?:=+|-+)\s*$/m;

export const mayBeMarkdown = (text: string): boolean => MARKS.test(text) || text.includes('\n\n');

/** Loads the converter with the first text that needs it. */
export async function markup(text: string): Promise<string> {
  const { micromark } = await import('micromark');
  return micromark(text);
}
