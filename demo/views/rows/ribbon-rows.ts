// The blocks of a request → what the ribbon shows: a head that stays in view, and the history below it. Pure.
import type { Block, RequestRecord } from '../../agent/request-record.ts';

export interface Fold {
  readonly key: string;
  /** Index in the app's list of the first and the last hidden message. */
  readonly first: number;
  readonly last: number;
  readonly tokens: number;
  readonly paths: readonly string[];
  readonly blocks: readonly Block[];
}

export type Row = { readonly kind: 'block'; readonly block: Block } | { readonly kind: 'fold'; readonly fold: Fold };

export interface Rows {
  /** System prompt and pinned overview. */
  readonly head: readonly Block[];
  /** The hidden run right after the head; later runs are rows of the history. */
  readonly fold: Fold | undefined;
  readonly history: readonly Row[];
}

export function rowsOf({ blocks }: Pick<RequestRecord, 'blocks'>): Rows {
  const head = blocks.filter(isHead);
  const history: Row[] = [];
  let folded: Block[] = [];
  const close = (): void => {
    if (folded.length > 0) history.push({ kind: 'fold', fold: foldOf(folded) });
    folded = [];
  };
  for (const block of blocks.filter((block) => !isHead(block))) {
    if (block.state === 'hidden') {
      folded.push(block);
      continue;
    }
    close();
    history.push({ kind: 'block', block });
  }
  close();
  const [first] = history;
  const isFolded = first?.kind === 'fold';
  return {
    head,
    fold: isFolded ? first.fold : undefined,
    history: isFolded ? history.slice(1) : history,
  };
}

const isHead = ({ kind }: Block): boolean => kind === 'system' || kind === 'overview';

function foldOf(blocks: readonly Block[]): Fold {
  const indexes = blocks.flatMap(({ index }) => (index === undefined ? [] : [index]));
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  return {
    key: `fold-${first}`,
    first,
    last,
    tokens: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    paths: [...new Set(blocks.flatMap(({ path }) => (path === undefined ? [] : [path])))],
    blocks,
  };
}

/** The beginning of what a message says, on one line. */
export function firstLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
}

/** The notes inside the pinned overview: without what introduces and fences them, and without comments. */
export function notesIn(pinned: string): string {
  const lines = pinned.split('\n').filter((line) => line.startsWith('| '));
  return lines
    .map((line) => line.slice(2))
    .join('\n')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
}

/** Tokens from which a block has a second, a third … line. */
const LINES_FROM = [40, 110, 300, 800];

/** Lines that a block is tall, 1–5: long messages take more room, but a short one can still be read. */
export const linesOf = (tokens: number): number => 1 + LINES_FROM.filter((least) => tokens >= least).length;
