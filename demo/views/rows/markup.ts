// Markdown → HTML that is safe to put into the page: micromark escapes HTML and drops dangerous addresses.

/** Characters that may be markup; any other text is shown as it is. */
const MARKS = /[*_`#<>[\]|\\&~]|^\s*(?:[-+]|\d+[.)])\s|^\s*(?:=+|-+)\s*$/m;

export const mayBeMarkdown = (text: string): boolean => MARKS.test(text) || text.includes('\n\n');

/** Loaded with the first text that needs it. */
export async function markup(text: string): Promise<string> {
  const { micromark } = await import('micromark');
  return micromark(text);
}
