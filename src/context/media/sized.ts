// The size of a medium, read from its data. Pure.
import type { Medium, SizedMedium } from './medium.ts';
import { bytesOf } from './bytes.ts';
import { withHeldData } from './held-data.ts';
import { imageSize } from './image-size.ts';

export function sized(given: Medium): SizedMedium {
  const { data, ...medium } = withHeldData(given);
  const bytes = bytesOf(data);
  const size = medium.kind === 'picture' && bytes ? imageSize(bytes) : undefined;
  const mediaType = medium.mediaType ?? typeInUrl(data);
  return { ...medium, ...size, ...(bytes && { bytes: bytes.length }), ...(mediaType !== undefined && { mediaType }) };
}

const typeInUrl = (data: unknown): string | undefined =>
  typeof data === 'string' ? /^data:([\w/.+-]+)/.exec(data.slice(0, 100))?.[1] : undefined;
