// Plans an import as one commit. Pure.
// A bundle can come from anywhere: imported records are dated no later than now and get the lowest trust, unless the app
// vouches for the bundle.
import { invalidInput } from '../errors.ts';
import { given } from '../items/apply.ts';
import type { ItemEvent } from '../items/events.ts';
import { type FieldTable, type ImportDates, ITEM_FIELDS } from '../items/fields/item-fields.ts';
import { LEFT_FIELDS } from '../items/fields/left-fields.ts';
import type { ItemsView, TailItem } from '../items/item.ts';
import type { Limits } from '../items/limits.ts';
import type { Settings } from '../options/options.ts';
import { type Source, type Trust, TRUST_OF_SOURCE, trustOf } from '../options/provenance.ts';
import type { Document, DocumentEvent, Tree } from '../tree/files/document.ts';
import { messageKey, type TranscriptEvent } from '../tree/transcript/transcript.ts';
import type { BundleMessage, Bundle, TransferEvent } from './form.ts';
import type { CheckedBundle } from './bundle.ts';
import { decideFilesImport, type FilesImport } from './import-files.ts';
import { decideItemsImport, type ItemsImport, type OnConflict } from './import-items.ts';
import type { ImportResult } from './import-report.ts';
import { type Sliced, SliceMeter } from './reading/slices.ts';

/** The session before the import, without items past the hard TTL in its store. */
export interface ImportBasis extends ItemsView, Tree {
  /** Events by which these items leave, in the commit of the import. */
  readonly expiry: readonly ItemEvent[];
  readonly head: number;
  /** Id of the newest commit: the number alone may belong to another session. */
  readonly commit?: string | undefined;
  readonly step: number;
  /** Time of the import, ms since 1970. */
  readonly now: number;
  /** Limits of the store that takes the items. */
  readonly limits: Limits;
  /** Number of messages in the transcript. */
  readonly messages: number;
  /** Hard-forgotten ids with the time of their erasure. */
  readonly tombstones: ReadonlyMap<string, number>;
  /** Working directory for a new session; absent if the session exists. */
  readonly cwd?: string;
  /** True if the existing session is private. */
  readonly private?: true;
}

export type ImportEvent = ItemEvent | DocumentEvent | TranscriptEvent | TransferEvent;

/** Rows written as they are; the events of the import do not change them. */
export interface Imported extends Pick<ItemsImport, 'items' | 'tail'>, Pick<FilesImport, 'files'> {
  readonly others: readonly {
    readonly store: 'sessions' | 'messages' | 'parts' | 'tombstones';
    readonly key: string;
    readonly fields: object;
  }[];
}

export interface ImportPlan {
  readonly events: readonly ImportEvent[];
  readonly content: { readonly imported: Imported } & Pick<FilesImport, 'former'>;
  readonly result: Omit<ImportResult, 'session' | 'dryRun'>;
}

/** A checked bundle with the token counts of its items by this session's tokenizer. */
export interface Counted extends CheckedBundle {
  readonly tokens: ReadonlyMap<string, number>;
}

interface Provenance {
  readonly source: Source;
  readonly trust: Trust;
}

const PROVENANCE_BY = {
  import: (): Provenance => ({ source: 'import', trust: TRUST_OF_SOURCE.import }),
  // Never more than the source allows, whatever the bundle says.
  bundle: ({ source, trust }: Provenance): Provenance => ({ source, trust: trustOf(source, trust) }),
};
export type ProvenanceBy = keyof typeof PROVENANCE_BY;

/**
 * @throws invalid-input: a private conversation for a session that is not private · tree-full if the overview with its
 * index exceeds its limit
 */
export function* planImport(
  basis: ImportBasis,
  { bundle, tokens, skipped: unsound }: Counted,
  { onConflict, provenance }: { readonly onConflict: OnConflict; readonly provenance: ProvenanceBy },
  { longTail, files: fileLimits, tombstones: { maxIds } }: Pick<Settings, 'longTail' | 'files' | 'tombstones'>,
): Sliced<ImportPlan> {
  const meter = new SliceMeter();
  const { items: held, tail: archived, usage, nextSequence, tombstones, head, step, now, limits, cwd, expiry } = basis;
  if (bundle.private && cwd === undefined && !basis.private) {
    const expected =
      "of a conversation that is not private; open the session with private: true, or pass conflict: 'fork'";
    throw invalidInput('data', expected);
  }
  const isFresh = held.size === 0 && archived.size === 0 && basis.messages === 0;
  const stepHere = isFresh ? Math.max(step, bundle.manifest.step) : step;
  const isOccupied = basis.messages > 0 && bundle.messages.length > 0;
  const messages = isOccupied ? [] : bundle.messages;
  // Dropped messages have no record, so the rows are renumbered.
  const rowOf = new Map(messages.map(({ index }, row) => [index, row]));
  const dated = datesAs({ now, step: stepHere }, bundle, rowOf);
  const provenanceOf = PROVENANCE_BY[provenance];
  const skipped = [...unsound];

  const erased = bundle.tombstones.filter(({ id }) => {
    const isHere = held.has(id) || archived.has(id);
    if (isHere) skipped.push({ where: `item ${id}`, reason: 'it was forgotten in the bundle and is in use here' });
    return !isHere && !tombstones.has(id);
  });
  // This session's own ids stay: an import only uses free room.
  const room = Math.max(0, maxIds - tombstones.size);
  const remembered = [...erased].sort((one, other) => other.time - one.time).slice(0, room);
  if (remembered.length < erased.length) {
    const reason = `no room for ${erased.length - remembered.length} forgotten ids; tombstones.maxIds allows ${maxIds}`;
    skipped.push({ where: 'tombstones', reason });
  }
  const forgotten = new Map([...tombstones, ...erased.map(({ id, time }) => [id, time] as const)]);
  const items = yield* decideItemsImport(
    { items: held, tail: archived, usage, nextSequence, tombstones: forgotten },
    [
      ...(yield* each(bundle.items, meter, (item) => ({
        ...importedAs(ITEM_FIELDS, item, { ...dated, tokens: tokens.get(item.id) }),
        ...provenanceOf(item),
      }))),
      ...(yield* each(bundle.tail, meter, (item): TailItem => ({
        ...importedAs(ITEM_FIELDS, item, { ...dated, tokens: tokens.get(item.id) }),
        ...provenanceOf(item),
        left: importedAs(LEFT_FIELDS, item.left, dated),
      }))),
    ],
    { onConflict, limits, longTail, now, step: stepHere, head: head + 1, firstTurn: expiry.length },
    meter,
  );
  for (const { id, reason } of items.skipped) skipped.push({ where: `item ${id}`, reason });

  const stamped = (file: Document): Document => ({
    ...file,
    ...provenanceOf(file),
    updatedAt: dated.time(file.updatedAt),
    step: dated.step(file.step),
  });
  const documents = { files: bundle.files.map(stamped), deleted: bundle.deleted, history: bundle.history.map(stamped) };
  const files = decideFilesImport(basis, documents, onConflict, fileLimits);
  for (const { path, reason } of files.skipped) skipped.push({ where: path, reason });

  if (isOccupied) {
    const reason = `the transcript here already has ${basis.messages}; conflict: 'fork' imports the ${bundle.messages.length}`;
    skipped.push({ where: 'messages', reason });
  }

  const { title, salt = '', private: isPrivate } = bundle;
  const about = given({
    ...(cwd !== undefined && { cwd, createdAt: dated.time(bundle.createdAt), title, private: isPrivate }),
    // Keep the hashes: those of a list with erased texts could not be recomputed.
    ...(messages.some(({ hash }) => hash) && { salt }),
  });
  const others: Imported['others'][number][] = [
    ...(Object.keys(about).length > 0 ? [{ store: 'sessions' as const, key: 'session', fields: about }] : []),
    ...remembered.map(({ id, time, step: at }) => {
      return { store: 'tombstones' as const, key: id, fields: { time: dated.time(time), step: dated.step(at) } };
    }),
    ...(messages.length === 0 ? [] : (bundle.parts ?? [])).map(({ hash, bytes, data }) => {
      return { store: 'parts' as const, key: hash, fields: { bytes, data } };
    }),
    ...(yield* each(messages, meter, (message, index) => ({
      store: 'messages' as const,
      key: messageKey(index),
      fields: { ...messageRow(message, rowOf, dated), ...provenanceOf(message) },
    }))),
  ];
  const replaced = items.conflicts.filter(({ kept }) => kept === 'imported').length;
  const changes = items.items.size + items.tail.size + files.files.size + others.length;
  const events: ImportEvent[] = [
    ...expiry,
    ...(stepHere > step ? [{ type: 'step-advanced' as const, step: stepHere }] : []),
    ...items.events,
    ...files.events,
    ...messages.map(({ role }, index) => ({ type: 'message-appended' as const, index, role })),
    {
      type: 'session-imported',
      items: items.added.items,
      replaced,
      tail: items.added.tail,
      files: files.added,
      messages: messages.length,
      nextSequence: items.nextSequence,
    },
  ];
  return {
    events: changes === 0 ? [] : events,
    content: { imported: { items: items.items, tail: items.tail, files: files.files, others }, former: files.former },
    result: {
      items: items.added.items,
      tail: items.added.tail,
      overflow: items.overflow,
      files: files.added,
      revisions: files.former.size,
      messages: messages.length,
      tombstones: remembered.length,
      conflicts: [
        ...items.conflicts.map(({ id, kept }) => ({ item: id, kept })),
        ...files.conflicts.map(({ path, kept }) => ({ path, kept })),
      ],
      replaced: items.replaced,
      skipped,
    },
  };
}

/** Converts times and steps: no time is later than now, and steps keep their distance from the current one. */
const datesAs = (
  { now, step }: Pick<ImportBasis, 'now' | 'step'>,
  { manifest }: Bundle,
  rowOf: ReadonlyMap<number, number>,
): ImportDates => ({
  // Bundles made by hand have 0 for an unknown time.
  time: (time) => (time > 0 ? Math.min(time, now) : now),
  step: (then) => Math.max(0, step - Math.max(0, manifest.step - then)),
  message: (index) => rowOf.get(index),
});

function messageRow(
  { index, after: former = index - 1, ...message }: BundleMessage,
  rowOf: ReadonlyMap<number, number>,
  dated: ImportDates,
): object {
  const after = rowOf.get(former) ?? -1;
  const isNext = message.hash === undefined || after === (rowOf.get(index) as number) - 1;
  return {
    ...message,
    ...(!isNext && { after }),
    time: dated.time(message.time),
    step: dated.step(message.step),
  };
}

function* each<From, To>(
  list: readonly From[],
  meter: SliceMeter,
  convert: (record: From, index: number) => To,
): Sliced<To[]> {
  const converted: To[] = [];
  for (const [index, record] of list.entries()) {
    converted.push(convert(record, index));
    if (meter.isFullAfterRecord(0)) yield;
  }
  return converted;
}

/** Applies the `imported` conversion of every field that has one. */
function importedAs<Values extends object>(table: FieldTable, fields: Values, here: ImportDates): Values {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const row = table[name];
    converted[name] = row?.imported && value !== undefined ? row.imported(value, here) : value;
  }
  return given(converted) as Values;
}
