// Decides writes, edits, renames and deletions of files, and when a write is a conflict. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import type { Settings } from '../../options/options.ts';
import { type Source, TRUST_OF_SOURCE, type Trust } from '../../options/provenance.ts';
import { readBlocks, withBlocks } from '../overview/system-blocks.ts';
import { detailIndex } from '../overview/detail-index.ts';
import { OVERVIEW } from '../paths.ts';
import { losesMost } from './shrink-guard.ts';
import { existing, notFound, refuseCollision, refuseOverview } from './tree-checks.ts';
import { refuseOverLimits } from './tree-limits.ts';
import { utf8Bytes } from '../utf8-bytes.ts';
import type {
  Document,
  DocumentEvent,
  DirectWriteOptions,
  Conflict,
  WriteResult,
  TreeDecision,
  Tree,
  RenameResult,
  BlockUpdate,
} from './document.ts';

export function decideWrite(
  tree: Tree,
  {
    path,
    text,
    baseRevision,
    force = false,
    source = 'user',
    trust,
  }: { readonly path: string; readonly text: string } & DirectWriteOptions,
  limits: Settings['files'],
): TreeDecision<WriteResult> {
  const current = tree.files.get(path);
  if (baseRevision !== undefined && !force && baseRevision !== (current?.revision ?? 0)) {
    if (!current) throw notFound(path, tree.files);
    return conflict('stale', current);
  }
  if (current && !force && losesMost(current.text, text)) return conflict('shrinks', current);
  if (!current) refuseCollision(tree.files, path);
  const decision = completeWrites(tree, new Map([[path, text]]), source, limits, ({ revision, bytes }) => ({
    status: 'written' as const,
    path,
    revision,
    bytes,
  }));
  return withTrust(decision, path, trust);
}

/** Replaces one passage. @throws invalid-input if it does not occur exactly once */
export function decideEdit(
  tree: Tree,
  {
    path,
    find,
    replace,
    source = 'user',
    trust,
  }: { readonly path: string; readonly find: string; readonly replace: string } & Pick<
    DirectWriteOptions,
    'source' | 'trust'
  >,
  limits: Settings['files'],
): TreeDecision<WriteResult> {
  const current = existing(tree, path);
  const places = current.text.split(find).length - 1;
  if (find === '' || places !== 1) {
    const expected = 'a passage that occurs in the file exactly once';
    throw new WorkingMemoryError(
      'invalid-input',
      `The passage to replace must occur exactly once; in ${path} it occurs ${find === '' ? 'everywhere (it is empty)' : `${places} times`}. ` +
        `${places > 1 ? 'Give more of the text around it.' : 'Read the file and take the passage from there.'} Nothing was changed.`,
      { argument: 'find', expected, received: `${places} times` },
    );
  }
  // Slices, because `String.replace` expands `$&` and the like in the new text.
  const at = current.text.indexOf(find);
  const text = current.text.slice(0, at) + replace + current.text.slice(at + find.length);
  return decideWrite(tree, { path, text, force: true, source, ...(trust !== undefined && { trust }) }, limits);
}

export function decideRename(
  tree: Tree,
  from: string,
  to: string,
  limits: Settings['files'],
): TreeDecision<RenameResult> {
  const current = existing(tree, from);
  refuseOverview(from, 'renamed');
  if (tree.files.has(to)) {
    throw new WorkingMemoryError(
      'invalid-input',
      `There is a file ${to} already. Choose another name or delete it first.`,
      {
        argument: 'to',
        expected: 'a path without a file',
      },
    );
  }
  const without = new Map(tree.files);
  without.delete(from);
  refuseCollision(without, to);
  const texts = new Map<string, string | undefined>([
    [from, undefined],
    [to, current.text],
  ]);
  const decision = completeWrites(tree, texts, current.source, limits, ({ revision }) => ({ from, to, revision }), to);
  const { events, ...moved } = withTrust(decision, to, current.trust);
  return { ...moved, events: [{ type: 'file-renamed', from, to }, ...events] };
}

export function decideDelete(
  tree: Tree,
  path: string,
  limits: Settings['files'],
): TreeDecision<{ readonly path: string; readonly revision: number }> {
  const { revision } = existing(tree, path);
  refuseOverview(path, 'deleted');
  return completeWrites(tree, new Map([[path, undefined]]), 'user', limits, () => ({ path, revision }), path);
}

/** Returns the decision with this trust of the file, if lower than that of the source. */
function withTrust<Result>(
  decision: TreeDecision<Result>,
  path: string,
  trust: Trust | undefined,
): TreeDecision<Result> {
  if (trust === undefined) return decision;
  const events = decision.events.map((event) =>
    event.type === 'file-written' && event.path === path && trust < TRUST_OF_SOURCE[event.source]
      ? { ...event, trust }
      : event,
  );
  return { ...decision, events };
}

/** Decides new blocks; the result is false if the state block changed since it was read: compute the update again. */
export function decideBlocks(
  tree: Tree,
  { expected, blocks, kind }: BlockUpdate,
  limits: Settings['files'],
): TreeDecision<boolean> {
  const { text } = existing(tree, OVERVIEW);
  tree.heldBack?.get(OVERVIEW)?.refuse();
  const current = readBlocks(text);
  if (current.state !== expected) return { events: [], texts: new Map(), result: false };
  const texts = new Map([[OVERVIEW, withBlocks(text, { ...current, ...blocks })]]);
  refuseOverLimits(tree, texts, limits);
  const bytes = utf8Bytes(texts.get(OVERVIEW) ?? '');
  return {
    events: [
      { type: 'state-changed', kind },
      { type: 'blocks-updated', path: OVERVIEW, bytes },
    ],
    texts,
    result: true,
  };
}

/** Stores a missing overview instead of only showing the template. */
export function decideFirstOpening(
  tree: Tree,
  isNew: boolean,
  template: string,
  limits: Settings['files'],
): Omit<TreeDecision<undefined>, 'result'> {
  const created: DocumentEvent[] = isNew ? [{ type: 'session-created' }] : [];
  if (tree.files.has(OVERVIEW)) return { events: created, texts: new Map() };
  const { events, texts } = completeWrites(tree, new Map([[OVERVIEW, template]]), 'system', limits, () => undefined);
  return { events: [...created, ...events], texts };
}

/**
 * Completes a set of new texts: restores the system's blocks of the overview, updates its index of detail files, checks
 * the limits and makes one event per text.
 * @param main path whose revision and bytes go into the result
 */
export function completeWrites<Result>(
  tree: Tree,
  texts: ReadonlyMap<string, string | undefined>,
  source: Source,
  limits: Settings['files'],
  result: (main: { readonly revision: number; readonly bytes: number }) => Result,
  main = [...texts.keys()][0] ?? OVERVIEW,
): TreeDecision<Result> {
  for (const path of texts.keys()) tree.heldBack?.get(path)?.refuse();
  const complete = new Map(texts);
  const overview = tree.heldBack?.has(OVERVIEW) ? tree.files.get(OVERVIEW)?.text : overviewText(tree, texts);
  if (overview !== undefined && overview !== (complete.get(OVERVIEW) ?? tree.files.get(OVERVIEW)?.text))
    complete.set(OVERVIEW, overview);
  refuseOverLimits(tree, complete, limits);
  const revisionOf = (path: string): number => tree.files.get(path)?.revision ?? tree.deleted.get(path) ?? 0;
  const events = [...complete].map(([path, text]): DocumentEvent => {
    const revision = revisionOf(path) + 1;
    if (text === undefined) return { type: 'file-deleted', path, revision };
    const bytes = utf8Bytes(text);
    if (!texts.has(path)) return { type: 'blocks-updated', path, bytes };
    return { type: 'file-written', path, revision, bytes, source };
  });
  const mainText = complete.get(main);
  const numbers = { revision: revisionOf(main) + 1, bytes: mainText === undefined ? 0 : utf8Bytes(mainText) };
  return { events, texts: complete, result: result(numbers) };
}

/** Returns the overview after these writes, with its index of detail files. */
export function overviewText(tree: Pick<Tree, 'files'>, texts: ReadonlyMap<string, string | undefined>): string {
  const current = tree.files.get(OVERVIEW)?.text ?? '';
  const text = texts.get(OVERVIEW) ?? current;
  // The index lists the newest file first, and no file is newer than one of this commit.
  const now = Number.POSITIVE_INFINITY;
  const documents = new Map<string, Pick<Document, 'path' | 'text' | 'updatedAt'>>(tree.files);
  for (const [path, written] of texts) {
    if (written === undefined) documents.delete(path);
    else documents.set(path, { path, text: written, updatedAt: now });
  }
  const index = detailIndex([...documents.values()]);
  const { index: _, ...others } = readBlocks(current);
  return withBlocks(text, { ...others, ...(index !== undefined && { index }) });
}

const conflict = (reason: Conflict['reason'], current: Document): TreeDecision<WriteResult> => ({
  events: [],
  texts: new Map(),
  result: { status: 'conflict', reason, path: current.path, current },
});
