// Estimates the tokens of a picture, a sound or a file from the charges of its provider. Pure.
import { BYTES_OF, CHARGES, type Charges, type PictureCharge, type Provider, UNKNOWN } from '../../options/charges.ts';
import type { SizedMedium } from './medium.ts';

/**
 * Returns the tokens of a medium. Without a known provider the highest charge holds: a request that is too large is
 * refused.
 */
export function chargeOf(medium: SizedMedium, provider: Provider | undefined): number {
  const all = provider === undefined ? Object.values(CHARGES) : [CHARGES[provider]];
  return Math.max(...all.map((charges) => Math.ceil(charged(medium, charges))));
}

function charged(medium: SizedMedium, charges: Charges): number {
  const { kind, bytes, width, height, mediaType = '', isLow = false } = medium;
  const lasts = (perSecond: number): number => (bytes === undefined ? UNKNOWN.seconds : bytes / perSecond);
  if (kind === 'sound') return lasts(BYTES_OF.second) * charges.soundPerSecond;
  if (kind === 'video') return lasts(BYTES_OF.videoSecond) * charges.videoPerSecond;
  if (kind === 'file') {
    if (bytes !== undefined && IS_TEXT.test(mediaType)) return bytes / BYTES_OF.textToken;
    return (bytes === undefined ? UNKNOWN.pages : Math.ceil(bytes / BYTES_OF.page)) * charges.filePerPage;
  }
  if (isLow && charges.picture.by === 'tiles') return charges.picture.low;
  if (width === undefined || height === undefined) return charges.unknownPicture;
  return pictureCharge(charges.picture, width, height);
}

const IS_TEXT = /^text\/|[/+](json|xml|yaml)$/;

function pictureCharge(charge: PictureCharge, width: number, height: number): number {
  const [long, short] = [Math.max(width, height, 1), Math.max(1, Math.min(width, height))];
  if (charge.by === 'pixels') {
    const scale = Math.min(1, charge.longest / long);
    return Math.min(charge.most, (long * short * scale * scale) / charge.pixelsPerToken);
  }
  if (long <= charge.oneTileUpTo) return charge.base + charge.perTile;
  const scale = Math.min(1, charge.longest / long);
  const both = scale * Math.min(1, charge.shortest / (short * scale));
  const tiles = Math.ceil((long * both) / charge.tile) * Math.ceil((short * both) / charge.tile);
  return charge.base + tiles * charge.perTile;
}
