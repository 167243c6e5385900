// Appends a text to a content.

/** A copy: a list with the part at its end, a string continued after an empty line. */
export const appendText = (content: unknown, part: { readonly type: string; readonly text: string }): unknown => {
  if (Array.isArray(content)) return [...content, part];
  return typeof content === 'string' && content !== '' ? `${content}\n\n${part.text}` : part.text;
};
