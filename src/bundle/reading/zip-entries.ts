// Reads an untrusted zip: checks declared sizes before inflating anything, and actual sizes while inflating. Pure.
import { Inflate } from 'fflate';
import { checksumAfter } from '../checksum.ts';
import { notABundle } from './not-a-bundle.ts';
import { RecordRefusal, type SkipList } from './skipped.ts';
import { type Sliced, SliceMeter } from './slices.ts';

export interface ZipLimits {
  /** Limit for all contents together, compressed and uncompressed. */
  readonly maxBytes: number;
  /** Limit for the inflated contents; absent: only `maxBytes` applies. */
  readonly maxInflated?: number;
  readonly maxEntries: number;
}

interface Declared {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  /** Byte offset of its local header. */
  readonly offset: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
/** The best ratio that deflate can reach; a higher one means a false size. */
const HIGHEST_RATIO = 1032;
/** Bytes inflated at a time: small, so that a false size is noticed before memory fills up. */
const PIECE = 4096;
/** Bytes of a checksum computed between two checks of the slice. */
const CRC_PIECE = 65_536;

/**
 * Returns contents by name, without folders. Inflates only the entries that `wants` accepts.
 * @throws invalid-input if the data is no zip or a malicious one
 */
export function* readZip(
  data: Uint8Array,
  limits: ZipLimits,
  wants: (name: string) => boolean,
  skipped: SkipList,
  meter = new SliceMeter(),
): Sliced<Map<string, Uint8Array>> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const end = endOf(view);
  const declared = directory(view, end, limits, skipped);
  refuseBombs(declared, data.length, limits);
  const wanted = declared.filter(({ name }) => !name.endsWith('/') && wants(name));
  const { maxInflated = limits.maxBytes } = limits;
  const inflated = wanted.reduce((sum, { size }) => sum + size, 0);
  if (inflated > maxInflated) throw notABundle(`has ${inflated} bytes of text; ${maxInflated} are allowed`);
  const contents = new Map<string, Uint8Array>();
  for (const entry of wanted) {
    if (contents.has(entry.name)) {
      skipped.add(entry.name, 'the zip holds it twice');
      continue;
    }
    try {
      contents.set(entry.name, yield* content(data, view, entry, end.directoryAt, meter));
    } catch (error) {
      // Skip damaged entries only; a malicious one ends the import.
      if (!(error instanceof RecordRefusal)) throw error;
      skipped.add(entry.name, error.message);
    }
  }
  return contents;
}

interface End {
  readonly entries: number;
  readonly directoryAt: number;
}

function endOf(view: DataView): End {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) !== END || view.getUint16(at + 20, true) !== last - at) continue;
    const entries = view.getUint16(at + 10, true);
    const directoryAt = view.getUint32(at + 16, true);
    if (entries === 0xffff || directoryAt === 0xffffffff) throw notABundle('is a zip64, larger than any bundle');
    if (view.getUint16(at + 8, true) !== entries) throw notABundle('is one part of a split zip');
    if (directoryAt + view.getUint32(at + 12, true) > at) throw notABundle('is a damaged zip');
    return { entries, directoryAt };
  }
  throw notABundle('is an incomplete zip');
}

function directory(
  view: DataView,
  { entries, directoryAt }: End,
  { maxEntries }: ZipLimits,
  skipped: SkipList,
): Declared[] {
  if (entries > maxEntries) throw notABundle(`is a zip of ${entries} entries; import.maxEntries allows ${maxEntries}`);
  const declared: Declared[] = [];
  let at = directoryAt;
  for (let entry = 0; entry < entries; entry++) {
    const nameLength = at + 46 <= view.byteLength ? view.getUint16(at + 28, true) : 0;
    const next = at + 46 + nameLength;
    if (nameLength === 0 || next > view.byteLength || view.getUint32(at, true) !== CENTRAL)
      throw notABundle('is a damaged zip');
    const name = nameOf(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
    refuseFileType(name, view.getUint32(at + 38, true) >>> 28);
    if (name === undefined) skipped.add(`entry ${entry}`, 'its name is not UTF-8');
    else {
      declared.push({
        name,
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        compressed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
    }
    at = next + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return declared;
}

/**
 * Returns undefined if the name is not UTF-8. @throws invalid-input for a name that points outside the target folder
 */
function nameOf(bytes: Uint8Array): string | undefined {
  let name: string;
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const isHostile = /[\\\p{Cc}]/u.test(name) || /^(\/|~|[a-z]:)/i.test(name) || name.split('/').includes('..');
  if (isHostile) throw notABundle(`is a zip with an entry outside of it (${JSON.stringify(name.slice(0, 60))})`);
  return name;
}

/** Refuses links and devices. `type`: upper four bits of a Unix mode; 8 is a file, 4 a folder, 0 unspecified. */
function refuseFileType(name: string | undefined, type: number): void {
  if (type === 0 || type === 4 || type === 8) return;
  throw notABundle(`is a zip with a link or device in it (${JSON.stringify((name ?? '').slice(0, 60))})`);
}

function refuseBombs(declared: readonly Declared[], length: number, { maxBytes }: ZipLimits): void {
  const sum = (numberOf: (entry: Declared) => number): number =>
    declared.reduce((total, entry) => total + numberOf(entry), 0);
  const size = sum((entry) => entry.size);
  if (Math.max(size, length) > maxBytes) {
    throw notABundle(`has ${Math.max(size, length)} bytes; import.maxBytes allows ${maxBytes}`);
  }
  if (sum(({ compressed }) => compressed) > length) throw notABundle('is a zip whose entries overlap');
  const liar = declared.find(({ size: claimed, compressed }) => claimed > (compressed + 1) * HIGHEST_RATIO);
  if (liar) throw notABundle('is a zip that declares more than its bytes can hold');
}

function* content(
  data: Uint8Array,
  view: DataView,
  entry: Declared,
  directoryAt: number,
  meter: SliceMeter,
): Sliced<Uint8Array> {
  const { flags, method, compressed, size, offset, crc } = entry;
  if (flags & 1) throw new RecordRefusal('it is encrypted');
  const isHeader = offset + 30 <= directoryAt && view.getUint32(offset, true) === LOCAL;
  const from = isHeader
    ? offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    : Infinity;
  if (from + compressed > directoryAt) throw new RecordRefusal('it is damaged');
  const packed = data.subarray(from, from + compressed);
  if (method !== 0 && method !== 8) throw new RecordRefusal(`its compression (${method}) is not supported`);
  const bytes = method === 0 ? packed : yield* inflated(packed, size, meter);
  if (bytes.length !== size || (yield* crcOf(bytes, meter)) !== crc) throw new RecordRefusal('it is damaged');
  return bytes;
}

function* inflated(packed: Uint8Array, size: number, meter: SliceMeter): Sliced<Uint8Array> {
  const bytes = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) throw notABundle('is a zip whose contents are larger than it declares');
    bytes.set(piece, length);
    length += piece.length;
  });
  for (let at = 0; at < packed.length; at += PIECE) {
    const end = Math.min(packed.length, at + PIECE);
    const before = length;
    try {
      inflate.push(packed.subarray(at, end), end === packed.length);
    } catch (error) {
      // fflate's own errors have a numeric code.
      if (typeof (error as { code?: unknown }).code !== 'number' && !(error instanceof RangeError)) throw error;
      throw new RecordRefusal('it is damaged');
    }
    if (meter.isFullAfter(length - before)) yield;
  }
  return bytes.subarray(0, length);
}

function* crcOf(bytes: Uint8Array, meter: SliceMeter): Sliced<number> {
  let crc = 0;
  for (let from = 0; from < bytes.length; from += CRC_PIECE) {
    const piece = bytes.subarray(from, from + CRC_PIECE);
    crc = checksumAfter(crc, piece);
    if (meter.isFullAfter(piece.length)) yield;
  }
  return crc;
}
