// The parts of overview.md that the system keeps, fenced by comments; the rest is the model's. Pure.
// Neither overwrites the other: whatever text comes in, the system's blocks go out as the system has them.

/** In the order in which they stand when nothing else says where. */
export const BLOCKS = ['index', 'state', 'compaction'] as const;
export type BlockName = (typeof BLOCKS)[number];
export type Blocks = Readonly<Partial<Record<BlockName, string>>>;

const opening = (name: string): string => `<!-- working-memory:${name} (kept by the system) -->`;
const closing = (name: string): string => `<!-- /working-memory:${name} -->`;
const MARKED =
  /^<!-- working-memory:([a-z-]+)[^\n]*-->[ \t\r]*\n([\s\S]*?)^<!-- \/working-memory:\1 -->[ \t\r]*(?:\n|$)/gm;
/** A marker without its partner, left by an edit. */
const STRAY = /^<!-- \/?working-memory:[a-z-]+[^\n]*-->[ \t\r]*(?:\n|$)/gm;

/** The bodies of the system's blocks, without their last line break. */
export function readBlocks(text: string): Blocks {
  const found: Partial<Record<BlockName, string>> = {};
  for (const [, name, body = ''] of text.matchAll(MARKED)) {
    if (isBlock(name)) found[name] ??= body.replace(/\r?\n$/, '');
  }
  return found;
}

/** What belongs to the model: the text without the system's blocks. */
export const freeText = (text: string): string => text.replace(MARKED, '').replace(STRAY, '');

/**
 * The text with exactly these blocks: each at the place where it stood, or at the end. Blocks that are not given,
 * repeated ones and stray markers go.
 */
export function withBlocks(text: string, blocks: Blocks): string {
  const placed = new Set<BlockName>();
  const kept = text.replace(MARKED, (_, name: string) => {
    const body = isBlock(name) ? blocks[name] : undefined;
    if (!isBlock(name) || body === undefined || placed.has(name)) return '';
    placed.add(name);
    // Cannot be taken for a marker below; put back at the end.
    return `\0${name}\0\n`;
  });
  let result = kept.replace(STRAY, '');
  for (const name of BLOCKS) {
    const body = blocks[name];
    if (body === undefined) continue;
    const block = `${opening(name)}\n${body && `${body}\n`}${closing(name)}\n`;
    if (placed.has(name)) result = result.split(`\0${name}\0\n`).join(block);
    else result = `${result.replace(/.$/, '$&\n')}\n${block}`;
  }
  return result;
}

const isBlock = (name: string | undefined): name is BlockName => BLOCKS.includes(name as BlockName);
