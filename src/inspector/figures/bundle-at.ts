// Makes an export of a session as it was after a commit, from its export now and the state then. Pure.
import type { CommitEntry, LeftThen, StateAt } from './state-at.ts';

/** Fields of an export as JSON that are read; the rest goes along. */
export interface Exported {
  readonly items: readonly ExportedItem[];
  readonly tail: readonly ExportedItem[];
  readonly files: readonly ExportedFile[];
  readonly history: readonly ExportedFile[];
  readonly messages: readonly { readonly index: number; readonly parts?: readonly { readonly hash: string }[] }[];
  readonly parts?: readonly { readonly hash: string }[];
  readonly manifest: object;
}

interface ExportedItem {
  readonly id: string;
  readonly replacedBy?: string;
  readonly left?: LeftThen;
}

interface ExportedFile {
  readonly path: string;
  readonly revision: number;
}

/** Parses an export in steps of one record: each stands in a line of its own, and no other line begins as it does. */
export function* readExport(text: string): Generator<void, Exported> {
  const lines = text.split('\n');
  const whole = JSON.parse(lines.map((line, at) => line.replace(/^\{".*\}/, `${at}`)).join(''));
  for (const list of Object.values(whole)) {
    if (!Array.isArray(list)) continue;
    for (const [place, at] of list.entries()) {
      yield;
      list[place] = JSON.parse((lines[at] as string).replace(/,$/, ''));
    }
  }
  return whole;
}

/** Writes a bundle as JSON, in steps of one record. */
export function* written(bundle: Exported): Generator<void, string> {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(bundle)) {
    const records: string[] = [];
    if (Array.isArray(value))
      for (const record of value) {
        yield;
        records.push(JSON.stringify(record));
      }
    fields.push(`"${name}":${Array.isArray(value) ? `[${records}]` : JSON.stringify(value)}`);
  }
  return `{${fields}}`;
}

/**
 * Cuts an export back to a state, in steps of one record. Records have the fields that they have now; those that no row
 * holds any more are left out. Forgotten ids stay forgotten.
 */
export function* bundleAt(
  exported: Exported,
  { items, tail, files, messages }: StateAt,
  { head, time, step }: Pick<CommitEntry, 'head' | 'time' | 'step'>,
): Generator<void, Exported> {
  const bundle = {
    ...exported,
    manifest: { ...exported.manifest, head, time, step },
    items: [] as ExportedItem[],
    tail: [] as ExportedItem[],
    files: [] as ExportedFile[],
    history: [] as ExportedFile[],
    messages: [] as Exported['messages'][number][],
    parts: [] as { readonly hash: string }[],
    deleted: [],
    journal: [],
  };
  for (const item of [...exported.items, ...exported.tail]) {
    yield;
    const { left: leftNow, replacedBy, ...current } = item;
    const left = tail.get(item.id) ?? (leftNow && leftNow.head <= head ? leftNow : undefined);
    const isFormer = left?.reason === 'replaced' && replacedBy !== undefined;
    if (items.has(item.id)) bundle.items.push(current);
    else if (left) bundle.tail.push({ ...current, ...(isFormer && { replacedBy }), left });
  }
  for (const file of [...exported.files, ...exported.history]) {
    yield;
    const then = files.get(file.path) ?? 0;
    if (file.revision === then) bundle.files.push(file);
    if (file.revision < then) bundle.history.push(file);
  }
  const held = new Set<string>();
  for (const message of exported.messages) {
    yield;
    if (message.index >= messages) continue;
    bundle.messages.push(message);
    for (const { hash } of message.parts ?? []) held.add(hash);
  }
  bundle.parts = exported.parts?.filter(({ hash }) => held.has(hash)) ?? [];
  return bundle;
}
