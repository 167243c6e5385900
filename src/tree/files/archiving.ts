// What a prepared request writes into the tree: texts put away, the model's overview, the system's block. Pure.
import type { Settings } from '../../options.ts';
import { readBlocks, withBlocks } from '../overview/system-blocks.ts';
import type { DocumentEvent, TreeDecision, Tree } from './document.ts';
import { settle } from './documents.ts';
import { OVERVIEW } from '../paths.ts';

export interface Archiving {
  /** Added to the end of what the file holds already: nothing put away is ever written over. */
  readonly archives: readonly { readonly path: string; readonly text: string }[];
  /** The overview as the model wrote it with a tool of the app's own. */
  readonly overview?: string;
  /** Body of the overview's compaction block; an empty one removes the block. */
  readonly compaction?: string;
}

/** @throws tree-full */
export function decideArchiving(
  tree: Tree,
  { archives, overview, compaction }: Archiving,
  limits: Settings['files'],
): Omit<TreeDecision<undefined>, 'result'> {
  const texts = new Map<string, string | undefined>();
  for (const { path, text } of archives) {
    const before = texts.get(path) ?? tree.files.get(path)?.text;
    texts.set(path, before === undefined ? text : `${before.trimEnd()}\n\n${text}`);
  }
  const current = tree.files.get(OVERVIEW);
  const { compaction: former = '', ...others } = readBlocks(current?.text ?? '');
  const block = compaction ?? former;
  const files = new Map(tree.files);
  if (current && (overview !== undefined || block !== former)) {
    // Whatever text comes in, the system's blocks go out as the tree has them: so the tree must have the new one first.
    const text = withBlocks(current.text, block === '' ? others : { ...others, compaction: block });
    files.set(OVERVIEW, { ...current, text });
    texts.set(OVERVIEW, overview ?? text);
  }
  const settled = settle({ files, deleted: tree.deleted }, texts, 'system', limits, () => undefined);
  const events = settled.events.map((event): DocumentEvent => {
    if (event.type !== 'file-written' || event.path !== OVERVIEW) return event;
    const { path, bytes } = event;
    return overview === undefined ? { type: 'blocks-updated', path, bytes } : { ...event, source: 'assistant' };
  });
  return { events, texts: settled.texts };
}
