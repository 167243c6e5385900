// Merges the files of a bundle into the tree of a session: picks winners, revisions and histories. Pure.
import type { Settings } from '../options/options.ts';
import { historyKey } from '../tree/apply.ts';
import type { Bundle } from './form.ts';
import type { Document, DocumentEvent, Tree } from '../tree/files/document.ts';
import { completeWrites } from '../tree/files/documents.ts';
import { overviewStatus } from '../tree/overview/overview.ts';
import { OVERVIEW } from '../tree/paths.ts';
import { roomIn } from '../tree/files/room.ts';
import { utf8Bytes } from '../tree/utf8-bytes.ts';

export interface FilesImport {
  /** Every changed path with its new content. */
  readonly files: ReadonlyMap<string, Document | { readonly deleted: true; readonly revision: number }>;
  /** Former revisions to write, by history key. */
  readonly former: ReadonlyMap<string, Document>;
  readonly events: readonly DocumentEvent[];
  readonly added: number;
  readonly conflicts: readonly { readonly path: string; readonly kept: 'here' | 'imported' }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** @throws tree-full if the overview with its index exceeds its limit */
export function decideFilesImport(
  tree: Tree,
  bundle: Pick<Bundle, 'files' | 'deleted' | 'history'>,
  onConflict: 'keep' | 'replace',
  limits: Settings['files'],
): FilesImport {
  const merged = new Map(tree.files);
  const taken = new Map<string, Document>();
  /** Paths new to this session with their revision; only these import their history. */
  const foreign = new Map<string, number>();
  const conflicts: { path: string; kept: 'here' | 'imported' }[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const room = roomIn(tree, limits);

  for (const document of inOrderOfWorth(bundle.files)) {
    const { path, text } = document;
    const current = tree.files.get(path);
    if (current?.text === text) continue;
    const gaveWay = current === undefined || isUntouched(current);
    const reason = gaveWay || onConflict === 'replace' ? room.obstacle(document) : undefined;
    const isTaken = reason === undefined && (gaveWay || onConflict === 'replace');
    if (!gaveWay) conflicts.push({ path, kept: isTaken ? 'imported' : 'here' });
    if (reason !== undefined) skipped.push({ path, reason });
    if (!isTaken) continue;
    const isForeign = gaveWay && !tree.deleted.has(path);
    const next = (current?.revision ?? tree.deleted.get(path) ?? 0) + 1;
    const revision = isForeign ? Math.max(document.revision, next) : next;
    if (isForeign) foreign.set(path, revision);
    room.take(document);
    taken.set(path, { ...document, revision });
    merged.set(path, { ...document, revision });
  }

  const files = new Map<string, Document | { deleted: true; revision: number }>(taken);
  for (const { path, revision } of bundle.deleted) {
    if (tree.files.has(path) || tree.deleted.has(path)) continue;
    files.set(path, { deleted: true, revision });
    foreign.set(path, revision);
  }
  const events: DocumentEvent[] = [];
  const overview = merged.get(OVERVIEW);
  if (overview && !tree.heldBack?.has(OVERVIEW)) {
    const { texts } = completeWrites(
      { files: merged, deleted: tree.deleted },
      new Map([[OVERVIEW, overview.text]]),
      'import',
      limits,
      () => undefined,
    );
    const text = texts.get(OVERVIEW) ?? overview.text;
    if (taken.has(OVERVIEW) || text !== overview.text) files.set(OVERVIEW, { ...overview, text });
    if (!taken.has(OVERVIEW) && text !== overview.text)
      events.push({ type: 'blocks-updated', path: OVERVIEW, bytes: utf8Bytes(text) });
  }
  for (const { path, revision, source } of taken.values()) {
    const file = files.get(path);
    if (file && !('deleted' in file))
      events.push({ type: 'file-written', path, revision, bytes: utf8Bytes(file.text), source });
  }
  return {
    files,
    former: historyOf(bundle.history, foreign, tree, limits),
    events,
    added: taken.size,
    conflicts,
    skipped,
  };
}

/** Whether a file is an unedited template, which is replaced without a conflict. */
const isUntouched = ({ path, text }: Document): boolean =>
  path === OVERVIEW && overviewStatus(text, 0, Infinity) === 'template';

/** Orders the overview first, then the most recently changed files, in case not all fit. */
const inOrderOfWorth = (files: readonly Document[]): readonly Document[] =>
  [...files].sort(
    (one, other) => Number(other.path === OVERVIEW) - Number(one.path === OVERVIEW) || other.updatedAt - one.updatedAt,
  );

function historyOf(
  history: readonly Document[],
  foreign: ReadonlyMap<string, number>,
  tree: Tree,
  { keptRevisions }: Settings['files'],
): ReadonlyMap<string, Document> {
  const kept = history.filter(({ path, revision }) => {
    const newest = foreign.get(path);
    // The replaced template itself becomes a former revision.
    const isTaken = tree.files.get(path)?.revision === revision;
    return newest !== undefined && revision < newest && revision >= newest - keptRevisions && !isTaken;
  });
  return new Map(kept.map((former) => [historyKey(former.path, former.revision), former]));
}
