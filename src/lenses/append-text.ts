// Text after everything else in a content.

/** A list gets the part; a text goes on after an empty line. */
export const appendText = (content: unknown, part: { readonly type: string; readonly text: string }): unknown => {
  if (Array.isArray(content)) return [...content, part];
  return typeof content === 'string' && content !== '' ? `${content}\n\n${part.text}` : part.text;
};
