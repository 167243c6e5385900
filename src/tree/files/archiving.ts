// Decides the writes of a prepared request to the tree: archived texts, the model's overview, the compaction block.
// Pure.
import type { Settings } from '../../options/options.ts';
import { readBlocks, withBlocks } from '../overview/system-blocks.ts';
import type { DocumentEvent, TreeDecision, Tree } from './document.ts';
import { completeWrites } from './documents.ts';
import { OVERVIEW } from '../paths.ts';
import { refuseCollision } from './tree-checks.ts';

export interface Archiving {
  /** Appended to the file at each path, so that no archived text is ever overwritten. */
  readonly archives: readonly { readonly path: string; readonly text: string }[];
  /** New text of the overview, if the model wrote it with a tool of the app. */
  readonly overview?: string;
  /** Body of the overview's compaction block; an empty text removes the block. */
  readonly compaction?: string;
}

/** @throws tree-full, path-not-allowed */
export function decideArchiving(
  tree: Tree,
  { archives, overview, compaction }: Archiving,
  limits: Settings['files'],
): Omit<TreeDecision<undefined>, 'result'> {
  const texts = new Map<string, string | undefined>();
  for (const { path, text } of archives) {
    const before = texts.get(path) ?? tree.files.get(path)?.text;
    if (before === undefined) refuseCollision(tree.files, path);
    texts.set(path, before === undefined ? text : `${before.trimEnd()}\n\n${text}`);
  }
  const current = tree.files.get(OVERVIEW);
  const { compaction: former = '', ...others } = readBlocks(current?.text ?? '');
  const block = compaction ?? former;
  const files = new Map(tree.files);
  if (current && (overview !== undefined || block !== former)) {
    // `completeWrites` puts the tree's own blocks into every new overview, so the tree must hold the new block first.
    const text = withBlocks(current.text, block === '' ? others : { ...others, compaction: block });
    files.set(OVERVIEW, { ...current, text });
    texts.set(OVERVIEW, overview ?? text);
  }
  const { deleted, heldBack = new Map() } = tree;
  const complete = completeWrites({ files, deleted, heldBack }, texts, 'system', limits, () => undefined);
  const events = complete.events.map((event): DocumentEvent => {
    if (event.type !== 'file-written' || event.path !== OVERVIEW) return event;
    const { path, bytes } = event;
    return overview === undefined ? { type: 'blocks-updated', path, bytes } : { ...event, source: 'assistant' };
  });
  return { events, texts: complete.texts };
}
