// Pictures, sound, video and files among the parts of a content, in whatever format. Pure.
import type { Medium } from '../context/media/medium.ts';
import { type Fields, fields, objects, string } from './fields.ts';

const KINDS: readonly (readonly [RegExp, Medium['kind']])[] = [
  [/^(input_)?image|^computer_screenshot$/, 'picture'],
  [/audio/, 'sound'],
  [/video/, 'video'],
  [/^(input_)?(file|document|media)/, 'file'],
];
const KIND_OF_MEDIA: Readonly<Record<string, Medium['kind']>> = { image: 'picture', audio: 'sound', video: 'video' };

/** Where the data of a part stand, by the names of all formats; an inner object has them once more. */
const HOLDERS = ['image_url', 'image', 'input_audio', 'file', 'source', 'video_url', 'data', 'file_data', 'result'];
const DATA = ['url', 'data', 'file_data', 'image_url', 'file_url'];

/** Undefined for a part that is text, or holds text. */
export function mediumOf(part: Fields): Medium | undefined {
  const type = string(part.type);
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1];
  if (kind === undefined) return undefined;
  const holder = firstOf(part, HOLDERS);
  const inner = fields(holder);
  // Documents of text, and files as the AI SDK holds those of text.
  if (inner.type === 'text' || inner.type === 'content' || typeof inner.text === 'string') return undefined;
  const held = typeof holder === 'object' ? (firstOf(holder, DATA) ?? holder) : holder;
  const data = typeof held === 'object' ? (firstOf(held, DATA) ?? held) : held;
  const mediaType = string(part.mediaType) || string(inner.media_type);
  const isLow = part.detail === 'low' || inner.detail === 'low';
  return {
    kind: KIND_OF_MEDIA[mediaType.slice(0, mediaType.indexOf('/'))] ?? kind,
    ...(data !== undefined && { data }),
    ...(mediaType !== '' && { mediaType }),
    ...(isLow && { isLow }),
  };
}

/** The first of these fields that holds something. */
const firstOf = (part: unknown, names: readonly string[]): unknown =>
  names.map((name) => fields(part)[name]).find((value) => value !== undefined && value !== null);

/** All of a content, in order, those inside of its parts included; of a text none. */
export function mediaOf(content: unknown, callId?: string): Medium[] {
  return objects(content).flatMap((part) => {
    const medium = mediumOf(part);
    if (medium) return [callId === undefined ? medium : { ...medium, callId }];
    return string(part.type) === 'document' ? mediaOf(fields(part.source).content, callId) : [];
  });
}

/** A copy of the content with a part made of the next text in the place of each. */
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

/** The media parts of a text, for formats that say so in `text`. */
export const textPart = (text: string): Fields => ({ type: 'text', text });
