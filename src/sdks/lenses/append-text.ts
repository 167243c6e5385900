// Appends a text to a content.

/** Returns the content with the text at its end: a part of its list, or a paragraph of its text. */
export const appendText = (content: unknown, part: { readonly type: string; readonly text: string }): unknown => {
  if (Array.isArray(content)) return [...content, part];
  return typeof content === 'string' && content !== '' ? `${content}\n\n${part.text}` : part.text;
};
