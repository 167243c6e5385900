// A segregated-fit allocator: one free list per size class, and a bump pointer for sizes that the lists lack (Wilson et
// al., "Dynamic Storage Allocation: A Survey and Critical Review", 1995). Blocks have no header, so a caller gives the
// size back together with the block. A failed memory.grow traps: no caller has to check for a null address.
// The I/O region, which JavaScript reads and writes, is one of its blocks.

/** log2 of the size unit, 16 bytes: it holds the link of a free list and aligns every v128. */
const UNIT_SHIFT: u32 = 4;
/** Bytes: the whole memory never grows beyond 1 GB (asconfig.json). Below that, sums of addresses cannot wrap. */
const LARGEST_BLOCK: usize = 1 << 30;
/** Blocks up to this many bytes are cut from a slab; larger ones consist of whole cache lines. */
const SMALL: usize = 4096;
/** Bytes of a slab taken from unused memory. */
const FRESH_SLAB: usize = 65536;

/** Head of the free list of every size class; a free block begins with the address of the next one, 0 = last. */
const freeLists: usize = memory.data(400);
const CLASSES: u32 = 100;
/** The bump pointer: the memory above it is unused. Starts at a cache line. */
let frontier: usize = (__heap_base + 63) & ~63;
/** The unused rest of the slab. */
let slab: usize = 0;
let slabEnd: usize = 0;

let region: usize = 0;
let regionBytes: usize = 0;

/** Returns a block of at least `bytes`, with undefined content. */
export function allocate(bytes: usize): usize {
  if (bytes > LARGEST_BLOCK) unreachable();
  const sizeClass = sizeClassOf(bytes);
  const list = freeLists + (sizeClass << 2);
  const free = load<usize>(list);
  if (free) {
    store<usize>(list, load<usize>(free));
    return free;
  }
  const size = sizeOf(sizeClass);
  if (size > SMALL) return claim(size);
  if (slab + size > slabEnd) takeSlab();
  const block = slab;
  slab += size;
  return block;
}

/** Returns the bytes of the block that `allocate` returns for a request of `bytes`. */
export function blockBytes(bytes: usize): usize {
  return sizeOf(sizeClassOf(bytes));
}

/** Returns a block to its free list; `bytes` must be the number that `allocate` was called with. */
export function release(address: usize, bytes: usize): void {
  const list = freeLists + (sizeClassOf(bytes) << 2);
  store<usize>(address, load<usize>(list));
  store<usize>(list, address);
}

/** Moves an array to a larger block, with zeros after the old content, and releases the old block (0 = none). */
export function grow(address: usize, from: usize, to: usize): usize {
  const larger = allocate(to);
  memory.copy(larger, address, from);
  memory.fill(larger + from, 0, to - from);
  if (address) release(address, from);
  return larger;
}

/** Returns the address of the I/O region, grown to at least `bytes`; growing it loses its content. */
export function io(bytes: usize): usize {
  if (bytes > regionBytes || !region) {
    if (region) release(region, regionBytes);
    regionBytes = max(bytes, 1024);
    region = allocate(regionBytes);
  }
  return region;
}

/**
 * Chooses the next slab. An array that doubles leaves a free block of a size that may never be requested again: the
 * smallest such block is used before fresh memory.
 */
function takeSlab(): void {
  let size = FRESH_SLAB;
  for (let sizeClass = sizeClassOf(SMALL + 1); sizeClass < CLASSES; sizeClass++) {
    if (!load<usize>(freeLists + (sizeClass << 2))) continue;
    size = sizeOf(sizeClass);
    break;
  }
  slab = allocate(size);
  slabEnd = slab + size;
}

/** Moves the bump pointer, and grows the memory if it does not reach far enough. */
function claim(bytes: usize): usize {
  const address = frontier;
  frontier += bytes;
  const pages = memory.size();
  const missing = <i32>((frontier + 0xffff) >>> 16) - pages;
  if (missing > 0) {
    // Growing page by page makes inserts ten times slower, so it grows by a sixteenth. Near the maximum that may fail
    // although the missing pages alone still fit.
    const generous = max(missing, pages >> 4);
    if (memory.grow(generous) < 0 && memory.grow(missing) < 0) unreachable();
  }
  return address;
}

/**
 * Returns the class: one per unit up to 64 bytes, then four per power of two, which wastes less than a fifth of a
 * block.
 */
function sizeClassOf(bytes: usize): u32 {
  const last = <u32>((max<usize>(bytes, 1) - 1) >> UNIT_SHIFT);
  if (last < 4) return last;
  const power = 29 - clz<u32>(last);
  return (power << 2) + (last >> power);
}

/** Returns the bytes of the blocks of a class. */
function sizeOf(sizeClass: u32): usize {
  if (sizeClass < 4) return (sizeClass + 1) << UNIT_SHIFT;
  const power = (sizeClass >> 2) - 1;
  return ((sizeClass & 3) + 5) << (power + UNIT_SHIFT);
}
