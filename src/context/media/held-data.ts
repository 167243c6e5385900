// Reads the fields of a media part of any format: its data, and what it says of them. Pure.
import type { Medium } from './medium.ts';

type PartFields = Readonly<Record<string, unknown>>;

const KIND_OF_MEDIA: Readonly<Record<string, Medium['kind']>> = { image: 'picture', audio: 'sound', video: 'video' };

/** Fields that hold the data of a part, in all formats, and fields of an object inside of them. */
const HOLDERS = ['image_url', 'image', 'input_audio', 'file', 'source', 'video_url', 'data', 'file_data', 'result'];
const DATA = ['url', 'data', 'file_data', 'image_url', 'file_url'];

/**
 * Completes a medium whose lens gives the whole part in place of its data, as if the lens had read the part's fields.
 */
export function withHeldData(medium: Medium): Medium {
  const part = fieldsOf(medium.data);
  const holder = firstOf(part, HOLDERS);
  const { media_type, detail } = fieldsOf(holder);
  const mediaType = [part.mediaType, media_type].find((type) => typeof type === 'string' && type !== '');
  const kind = KIND_OF_MEDIA[String(mediaType).split('/', 1)[0] ?? ''];
  const isLow = part.detail === 'low' || detail === 'low';
  return {
    ...medium,
    ...(holder !== undefined && { data: inside(inside(holder)) }),
    ...(kind && { kind }),
    ...(mediaType !== undefined && { mediaType: String(mediaType) }),
    ...(isLow && { isLow }),
  };
}

const inside = (holder: unknown): unknown => firstOf(fieldsOf(holder), DATA) ?? holder;

const fieldsOf = (value: unknown): PartFields =>
  typeof value === 'object' && value !== null ? (value as PartFields) : {};

/** Returns the first of these fields that holds something. */
const firstOf = (part: PartFields, names: readonly string[]): unknown =>
  names.map((name) => part[name]).find((value) => value !== undefined && value !== null);
