// The blocks of overview.md that the system writes, between comment markers; the rest belongs to the model. Pure.
// Neither overwrites the other: a write by the model keeps the blocks, and a new block keeps the free text.

/** In the order in which new blocks are appended. */
export const BLOCKS = ['index', 'state', 'compaction'] as const;
export type BlockName = (typeof BLOCKS)[number];
export type Blocks = Readonly<Partial<Record<BlockName, string>>>;

const opening = (name: string): string => `<!-- working-memory:${name} (kept by the system) -->`;
const closing = (name: string): string => `<!-- /working-memory:${name} -->`;
const MARKED =
  /^<!-- working-memory:([a-z-]+)[^\n]*-->[ \t\r]*\n([\s\S]*?)^<!-- \/working-memory:\1 -->[ \t\r]*(?:\n|$)/gm;
/** A marker without its partner, left by an edit. */
const STRAY = /^<!-- \/?working-memory:[a-z-]+[^\n]*-->[ \t\r]*(?:\n|$)/gm;

/** Returns the bodies of the blocks without their last line break; the first of repeated blocks. */
export function readBlocks(text: string): Blocks {
  const found: Partial<Record<BlockName, string>> = {};
  for (const [, name, body = ''] of text.matchAll(MARKED)) {
    if (isBlock(name)) found[name] ??= body.replace(/\r?\n$/, '');
  }
  return found;
}

/** Returns the model's part: the text without the system's blocks. */
export const freeText = (text: string): string => text.replace(MARKED, '').replace(STRAY, '');

/** Returns the blocks with their markers, in order, without the text around them. */
export const onlyBlocks = (text: string): string => (text.match(MARKED) ?? []).join('');

/** Returns where the trailing blocks begin, or the length of the text. */
export function endOfFreeText(text: string): number {
  let end = text.length;
  let next = 0;
  for (const { 0: block, index } of text.matchAll(MARKED)) {
    if (end === text.length || text.slice(next, index).trim() !== '') end = index;
    next = index + block.length;
  }
  return text.slice(next).trim() === '' ? end : text.length;
}

/** Returns the text with its blocks emptied: writing it fills them again, each in its place. */
export const withEmptyBlocks = (text: string): string =>
  withBlocks(text, Object.fromEntries(Object.keys(readBlocks(text)).map((name) => [name, ''])));

/**
 * Returns the text with exactly these blocks, each in its former place or else at the end. Removes other blocks,
 * repeated blocks and stray markers.
 */
export function withBlocks(text: string, blocks: Blocks): string {
  const placed = new Set<BlockName>();
  const kept = text.replace(MARKED, (_, name: string) => {
    const body = isBlock(name) ? blocks[name] : undefined;
    if (!isBlock(name) || body === undefined || placed.has(name)) return '';
    placed.add(name);
    // A placeholder, so that the removal of stray markers does not touch the block. No text contains NUL.
    return `\0${name}\0\n`;
  });
  let result = kept.replace(STRAY, '');
  for (const name of BLOCKS) {
    const body = blocks[name];
    if (body === undefined) continue;
    const block = `${opening(name)}\n${body && `${body}\n`}${closing(name)}\n`;
    if (placed.has(name)) result = result.split(`\0${name}\0\n`).join(block);
    // One blank line, however many a removed block has left.
    else result = `${result.trimEnd()}\n\n${block}`;
  }
  return result;
}

const isBlock = (name: string | undefined): name is BlockName => BLOCKS.includes(name as BlockName);
