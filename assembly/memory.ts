// The allocator (free lists, and a bump pointer for what they lack) and the I/O region shared with JavaScript. Knows
// nothing of what is stored. A failed memory.grow traps: no caller holds a null address.

/** The unit of sizes: room for the link of a free list, and the alignment that vector loads like. */
const UNIT_SHIFT: u32 = 4;
/** No single block may be larger than the whole memory may become; below that, address sums cannot wrap. */
const LARGEST_BLOCK: usize = 1 << 30;
/** Blocks up to this size are cut from larger ones; those above are of whole cache lines. */
const SMALL: usize = 4096;
const FRESH_SCRAP: usize = 65536;

/** Head of the free list of every size class; a free block begins with the address of the next one. */
const freeLists: usize = memory.data(400);
const CLASSES: u32 = 100;
/** Everything from here on is unused. At the start of a cache line. */
let frontier: usize = (__heap_base + 63) & ~63;
/** What is left of the block that small ones are cut from. */
let scrap: usize = 0;
let scrapEnd: usize = 0;

let region: usize = 0;
let regionBytes: usize = 0;

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
  const size = sizeOf(sizeClass);
  if (size > SMALL) return claim(size);
  if (scrap + size > scrapEnd) findScrap();
  const block = scrap;
  scrap += size;
  return block;
}

/** How large a block `allocate` gives for that. */
export function blockBytes(bytes: usize): usize {
  return sizeOf(sizeClassOf(bytes));
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

/** Arrays that outgrow their block leave one behind that nothing of its size may ever ask for again. */
function findScrap(): void {
  let size = FRESH_SCRAP;
  for (let sizeClass = sizeClassOf(SMALL + 1); sizeClass < CLASSES; sizeClass++) {
    if (!load<usize>(freeLists + (sizeClass << 2))) continue;
    size = sizeOf(sizeClass);
    break;
  }
  scrap = allocate(size);
  scrapEnd = scrap + size;
}

/** Takes memory that nobody has used. */
function claim(bytes: usize): usize {
  const address = frontier;
  frontier += bytes;
  const pages = memory.size();
  const missing = <i32>((frontier + 0xffff) >>> 16) - pages;
  if (missing > 0) {
    // Growing page by page makes inserts ten times dearer; near the maximum the bare need may still fit.
    const generous = max(missing, pages >> 4);
    if (memory.grow(generous) < 0 && memory.grow(missing) < 0) unreachable();
  }
  return address;
}

/** One class per unit up to 64 bytes, from there on four per power of two. */
function sizeClassOf(bytes: usize): u32 {
  const last = <u32>((max<usize>(bytes, 1) - 1) >> UNIT_SHIFT);
  if (last < 4) return last;
  const power = 29 - clz<u32>(last);
  return (power << 2) + (last >> power);
}

/** Bytes of the blocks of a class. */
function sizeOf(sizeClass: u32): usize {
  if (sizeClass < 4) return (sizeClass + 1) << UNIT_SHIFT;
  const power = (sizeClass >> 2) - 1;
  return ((sizeClass & 3) + 5) << (power + UNIT_SHIFT);
}
