// The allocator (a bump pointer with one free list per power of two) and the I/O region shared with
// JavaScript. Knows nothing of what is stored. A failed memory.grow traps: no caller holds a null address.

const CACHE_LINE: usize = 64;
/** 16 bytes: room for the link of a free list, and the alignment that vector loads like. */
const SMALLEST_CLASS: u32 = 4;
/** No single block may be larger than the whole memory may become; below that, address sums cannot wrap. */
const LARGEST_BLOCK: usize = 1 << 30;

/** Head of the free list of every size class; a free block begins with the address of the next one. */
const freeLists: usize = memory.data(128);
let frontier: usize = __heap_base;

let region: usize = 0;
let regionBytes: usize = 0;

/** Takes memory that is never given back. `alignment` is a power of two. */
export function claim(bytes: usize, alignment: usize = CACHE_LINE): usize {
  if (bytes > LARGEST_BLOCK) unreachable();
  const address = (frontier + alignment - 1) & ~(alignment - 1);
  frontier = address + bytes;
  const pages = memory.size();
  const missing = <i32>((frontier + 0xffff) >>> 16) - pages;
  if (missing > 0) {
    // Growing page by page makes inserts ten times dearer; near the maximum the bare need may still fit.
    const generous = max(missing, max(pages >> 2, 16));
    if (memory.grow(generous) < 0 && memory.grow(missing) < 0) unreachable();
  }
  return address;
}

/** A block of at least `bytes`, with undefined content. */
export function allocate(bytes: usize): usize {
  if (bytes > LARGEST_BLOCK) unreachable();
  const sizeClass = sizeClassOf(bytes);
  const list = freeLists + (sizeClass << 2);
  const free = load<usize>(list);
  if (free) {
    store<usize>(list, load<usize>(free));
    return free;
  }
  const size = <usize>1 << sizeClass;
  return claim(size, min(size, CACHE_LINE));
}

/** Gives back a block of `allocate`; `bytes` must be what was asked for then. */
export function release(address: usize, bytes: usize): void {
  const list = freeLists + (sizeClassOf(bytes) << 2);
  store<usize>(address, load<usize>(list));
  store<usize>(list, address);
}

/** Moves an array to a larger block, zeroed behind the old content; gives the old one back (0 = none). */
export function grow(address: usize, from: usize, to: usize): usize {
  const larger = allocate(to);
  memory.copy(larger, address, from);
  memory.fill(larger + from, 0, to - from);
  if (address) release(address, from);
  return larger;
}

/** Address of the I/O region after making sure that it holds `bytes`; growing it loses its content. */
export function io(bytes: usize): usize {
  if (bytes > regionBytes || !region) {
    if (region) release(region, regionBytes);
    regionBytes = max(bytes, 1024);
    region = allocate(regionBytes);
  }
  return region;
}

function sizeClassOf(bytes: usize): u32 {
  return bytes <= 16 ? SMALLEST_CLASS : 32 - clz<u32>(<u32>(bytes - 1));
}
