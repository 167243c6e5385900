// Makes the rows of files and of their history that a commit writes. Pure.
import { applyDocumentEvents, historyKey } from '../../tree/apply.ts';
import type { Imported } from '../../bundle/import-plan.ts';
import type { Document, DocumentEvent, DocumentTexts } from '../../tree/files/document.ts';
import { type FormerRevision, type HistoryLimits, keptHistory } from '../../tree/files/history-budget.ts';
import type { UncheckedRow } from './row-checksum.ts';
import type { SessionState } from './state.ts';

/** The texts of files that belong to a decision's events. */
export interface DocumentContent {
  readonly files?: DocumentTexts;
  /** Revisions that an import brought or that lost a quotation, by history key; undefined: to delete. */
  readonly former?: ReadonlyMap<string, Document | undefined>;
  readonly imported?: Imported;
}

export function fileRows(
  state: SessionState,
  events: readonly DocumentEvent[],
  { files: texts = new Map(), former: rewritten = new Map(), imported }: DocumentContent,
  { now, step }: { readonly now: number; readonly step: number },
  limits: HistoryLimits,
): UncheckedRow[] {
  const { files: written, former: revisions } = applyDocumentEvents(state, events, texts, { now, step });
  const files = new Map([...written, ...(imported?.files ?? [])]);
  if (files.size + revisions.length + rewritten.size === 0) return [];
  const deleted = new Set(state.deleted.keys());
  for (const [path, file] of files) {
    if ('deleted' in file) deleted.add(path);
    else deleted.delete(path);
  }
  const stored = rewritten.size === 0 ? state.former : withoutRevisions(state, rewritten);
  const added = [
    ...[...rewritten.values()].flatMap((document) => (document ? { ...document, time: document.updatedAt } : [])),
    ...revisions.map((document) => ({ ...document, time: now })),
  ];
  const { former, dropped, forgotten } = keptHistory(
    { former: stored, deleted, untouchable: state.heldBack },
    added,
    limits,
  );
  const rows: UncheckedRow[] = [];
  const isGone = new Set(forgotten);
  const shortened = [...stored.keys()].filter((path) => stored.get(path) !== state.former.get(path));
  for (const path of new Set([...files.keys(), ...former.keys(), ...shortened])) {
    const file = files.get(path) ?? state.files.get(path) ?? deletedAt(state, path);
    if (!file || isGone.has(path)) continue;
    const { path: _, ...fields } = { path, ...file };
    const list = former.get(path) ?? stored.get(path) ?? [];
    rows.push({ store: 'files', key: path, fields: { ...fields, ...(list.length > 0 && { former: list }) } });
  }
  // Files of an import that the limits refuse never had a row.
  for (const path of forgotten) {
    if (state.deleted.has(path) || state.files.has(path)) rows.push({ store: 'files', key: path, fields: undefined });
  }
  const isDropped = new Set(dropped.map(({ path, revision }) => historyKey(path, revision)));
  for (const { time: _, ...document } of added) {
    const key = historyKey(document.path, document.revision);
    if (!isDropped.has(key)) rows.push({ store: 'fileHistory', key, fields: document });
  }
  for (const [key, document] of rewritten) if (!document) rows.push({ store: 'fileHistory', key, fields: undefined });
  for (const { path, revision } of dropped) {
    const isStored = state.former.get(path)?.some((kept) => kept.revision === revision);
    if (isStored) rows.push({ store: 'fileHistory', key: historyKey(path, revision), fields: undefined });
  }
  return rows;
}

/** Returns the stored lists without the revisions to delete. */
function withoutRevisions(
  { former }: SessionState,
  rewritten: ReadonlyMap<string, Document | undefined>,
): ReadonlyMap<string, readonly FormerRevision[]> {
  const isGone = (path: string, { revision }: FormerRevision): boolean => {
    const key = historyKey(path, revision);
    return rewritten.has(key) && rewritten.get(key) === undefined;
  };
  return new Map(
    [...former].map(([path, list]) => {
      const kept = list.filter((one) => !isGone(path, one));
      return [path, kept.length === list.length ? list : kept] as const;
    }),
  );
}

function deletedAt({ deleted }: SessionState, path: string): { deleted: true; revision: number } | undefined {
  const revision = deleted.get(path);
  return revision === undefined ? undefined : { deleted: true, revision };
}
