// Finds pictures, sound, video and files among the parts of a content of any format. Pure.
import type { Medium } from '../../context/media/medium.ts';
import { type Fields, fields, objects, string } from './fields.ts';

const KINDS: readonly (readonly [RegExp, Medium['kind']])[] = [
  [/^(input_)?image|^computer_screenshot$/, 'picture'],
  [/audio/, 'sound'],
  [/video/, 'video'],
  [/^(input_)?(file|document|media)/, 'file'],
];

/**
 * Returns the medium of a part; undefined for text, or a part that holds text: text documents, and the AI SDK's text
 * files.
 */
export function mediumOf(part: Fields): Medium | undefined {
  const kind = KINDS.find(([pattern]) => pattern.test(string(part.type)))?.[1];
  return kind && !Object.values(part).some(isText) ? { kind, data: part } : undefined;
}

const isText = (held: unknown): boolean => {
  const { type, text } = fields(held);
  return type === 'text' || type === 'content' || typeof text === 'string';
};

/** Returns all media of a content, in order, including those inside of its parts; none for a text. */
export function mediaOf(content: unknown, callId?: string): Medium[] {
  return objects(content).flatMap((part) => {
    const medium = mediumOf(part);
    if (medium) return [callId === undefined ? medium : { ...medium, callId }];
    return string(part.type) === 'document' ? mediaOf(fields(part.source).content, callId) : [];
  });
}

/** Copies the content; a part made of the next text takes the place of each medium. */
export function withTexts(content: unknown, texts: Iterator<string>, partOf: (text: string) => Fields): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) => {
    if (mediumOf(fields(part))) return partOf(texts.next().value as string);
    const { type, source } = fields(part);
    if (type !== 'document' || fields(source).content === undefined) return part;
    return {
      ...fields(part),
      source: { ...fields(source), content: withTexts(fields(source).content, texts, partOf) },
    };
  });
}

/** Makes the part that holds a text, for formats with the field `text`. */
export const textPart = (text: string): Fields => ({ type: 'text', text });
