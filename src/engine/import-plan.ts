// A checked bundle and the session it goes into → what one commit must do. Pure.
// What is imported may come from anywhere: it is dated no later than now, and its trust is the least there is.
import { decideItemsImport, type OnConflict } from '../bundle/import-items.ts';
import type { Item, TailItem } from '../items/item.ts';
import type { Settings } from '../options.ts';
import { TRUST_OF_SOURCE } from '../provenance.ts';
import type { Bundle, BundleMessage, CheckedBundle } from '../bundle/bundle.ts';
import type { Document } from '../session/documents.ts';
import { decideFilesImport } from '../bundle/import-files.ts';
import type { ImportResult } from '../bundle/import-report.ts';
import { messageKey } from '../session/transcript.ts';
import type { Content, Imported, JournalEvent, Moment } from './apply.ts';
import type { SessionState } from './state.ts';

export interface ImportPlan {
  readonly events: readonly JournalEvent[];
  readonly content: Content & { readonly imported: Imported };
  readonly result: Omit<ImportResult, 'session' | 'dryRun'>;
}

/** A checked bundle with the tokens of its items as they are counted here. */
export interface Counted extends CheckedBundle {
  readonly tokens: ReadonlyMap<string, number>;
}

const IMPORTED = { source: 'import', trust: TRUST_OF_SOURCE.import } as const;

export function planImport(
  state: SessionState,
  { bundle, tokens, skipped: unsound }: Counted,
  onConflict: OnConflict,
  { now, step }: Moment,
  { limits, longTail, files: fileLimits }: Settings,
): ImportPlan {
  const { items: held, tail: archived, manifest, tombstones } = state;
  const isFresh = held.size === 0 && archived.size === 0 && manifest.messages === 0;
  const stepHere = isFresh ? Math.max(step, bundle.manifest.step) : step;
  const dated = datesAs({ now, step: stepHere }, bundle);
  const skipped = [...unsound];

  const erased = bundle.tombstones.filter(({ id }) => {
    const isHere = held.has(id) || archived.has(id);
    if (isHere) skipped.push({ where: `item ${id}`, reason: 'it is forgotten in the bundle and in use here' });
    return !isHere && !tombstones.has(id);
  });
  const forgotten = new Map([...tombstones, ...erased.map(({ id, time }) => [id, time] as const)]);
  const counted = <Kept extends Item>(item: Kept): Kept => {
    const { createdAt, step: memorizedIn, id } = item;
    return {
      ...item,
      ...IMPORTED,
      createdAt: dated.time(createdAt),
      step: dated.step(memorizedIn),
      tokens: tokens.get(id) ?? item.tokens,
    };
  };
  const items = decideItemsImport(
    { items: held, tail: archived, usage: state.usage, nextSequence: state.nextSequence, tombstones: forgotten },
    [
      ...bundle.items.map((item): Item => counted(item)),
      ...bundle.tail.map((item): TailItem => {
        const { left } = item;
        return { ...counted(item), left: { ...left, time: dated.time(left.time), step: dated.step(left.step) } };
      }),
    ],
    { onConflict, limits, longTail, now, head: manifest.head + 1 },
  );
  for (const { id, reason } of items.skipped) skipped.push({ where: `item ${id}`, reason });

  const stamped = (file: Document): Document => ({
    ...file,
    ...IMPORTED,
    updatedAt: dated.time(file.updatedAt),
    step: dated.step(file.step),
  });
  const documents = { files: bundle.files.map(stamped), deleted: bundle.deleted, history: bundle.history.map(stamped) };
  const files = decideFilesImport(state, documents, onConflict, fileLimits);
  for (const { path, reason } of files.skipped) skipped.push({ where: path, reason });

  const isOccupied = manifest.messages > 0 && bundle.messages.length > 0;
  if (isOccupied) {
    const reason = `the transcript here holds ${manifest.messages} and only grows; conflict: 'fork' takes the ${bundle.messages.length} over`;
    skipped.push({ where: 'messages', reason });
  }
  const messages = isOccupied ? [] : bundle.messages;

  const others: Imported['others'][number][] = [
    ...erased.map(({ id, time, step: at }) => {
      return { store: 'tombstones' as const, key: id, fields: { time: dated.time(time), step: dated.step(at) } };
    }),
    ...messages.map((message, index) => ({
      store: 'messages' as const,
      key: messageKey(index),
      fields: messageRow(message, dated),
    })),
  ];
  const replaced = items.conflicts.filter(({ kept }) => kept === 'imported').length;
  const changes = items.items.size + items.tail.size + files.files.size + others.length;
  const events: JournalEvent[] = [
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
      tombstones: erased.length,
      conflicts: [
        ...items.conflicts.map(({ id, kept }) => ({ item: id, kept })),
        ...files.conflicts.map(({ path, kept }) => ({ path, kept })),
      ],
      skipped,
    },
  };
}

interface Dates {
  time(time: number): number;
  step(step: number): number;
}

/** The bundle's times and steps as this session counts them: never later than now, and as far back as they were. */
const datesAs = ({ now, step }: Moment, { manifest }: Bundle): Dates => ({
  // 0 stands where a bundle made by hand says nothing.
  time: (time) => (time > 0 ? Math.min(time, now) : now),
  step: (then) => Math.max(0, step - Math.max(0, manifest.step - then)),
});

function messageRow({ index: _, ...message }: BundleMessage, dated: Dates): object {
  return { ...message, ...IMPORTED, time: dated.time(message.time), step: dated.step(message.step) };
}
