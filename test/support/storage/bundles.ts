// Bundles for tests: one with everything, and random ones.
import fc from 'fast-check';
import { resolveSettings } from '../../../src/options/options.ts';
import { SOURCES, type Trust } from '../../../src/options/provenance.ts';
import type { Bundle, BundleLimits } from '../../../src/bundle/form.ts';
import { inOrder } from '../../../src/bundle/bundle.ts';
import { bundleToJson } from '../../../src/bundle/json-form.ts';
import type { Item } from '../../../src/items/item.ts';
import type { Sliced } from '../../../src/bundle/reading/slices.ts';
import { bundleToZip } from '../../../src/bundle/zip.ts';

export const LIMITS: BundleLimits = resolveSettings({ session: 'test' });

/** Returns the result of sliced work, run without a pause. */
export function finished<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** Counts the pauses of the work. */
export function pausesOf(work: Sliced<unknown>): number {
  for (let pauses = 0; ; pauses++) if (work.next().done) return pauses;
}

export const jsonOf = (bundle: Bundle): string => finished(bundleToJson(bundle));

export const zipOfBundle = (bundle: Bundle): Uint8Array => finished(bundleToZip(bundle));

export const turnedAround = <T>(list: readonly T[]): T[] => list.map((_, place) => list[list.length - 1 - place] as T);

const BY_USER = { source: 'user', trust: 2 } as const;

export const itemOf = (id: string, fields: Partial<Item> = {}): Item => ({
  id,
  text: `text of ${id}`,
  importance: 0.5,
  tokens: 3,
  sequence: 0,
  createdAt: 1_700_000_000_000,
  step: 0,
  pinned: false,
  forgotten: false,
  ...BY_USER,
  ...fields,
});

const EMPTY: Bundle = {
  format: 'working-memory',
  version: 1,
  workspace: '/Users/genius/project/ai',
  session: 'chat 42',
  cwd: '/Users/genius/project/ai',
  createdAt: 1_600_000_000_000,
  manifest: { head: 0, time: 0, step: 0, nextSequence: 0 },
  items: [],
  tail: [],
  files: [],
  deleted: [],
  history: [],
  messages: [],
  tombstones: [],
  journal: [],
};

export const bundleOf = (fields: Partial<Bundle> = {}): Bundle => ({ ...EMPTY, ...fields });

const AT = { updatedAt: 1_700_000_000_000, step: 1, ...BY_USER };

/** A bundle with one of everything. */
export const FULL: Bundle = bundleOf({
  manifest: { head: 9, time: 1_700_000_000_000, step: 4, nextSequence: 5 },
  items: [
    itemOf('a', { tags: ['one', 'two'], group: 'talk' }),
    itemOf('b', { sequence: 1, pinned: true, text: '记忆 🐦\nnext' }),
  ],
  tail: [
    {
      ...itemOf('c', { sequence: 2 }),
      left: { head: 3, turn: 0, time: 1_700_000_000_000, step: 1, reason: 'expired-hard' },
    },
  ],
  files: [
    { path: 'overview.md', text: '# Overview\n\nall is well\n', revision: 3, ...AT },
    { path: 'detail/plan.md', text: '# Plan\r\n\ufeffkeeps every letter', revision: 1, ...AT },
    { path: 'detail/设计.md', text: '', revision: 2, ...AT },
    { path: 'archive/old/notes.md', text: 'done', revision: 1, ...AT },
  ],
  deleted: [{ path: 'detail/gone.md', revision: 2 }],
  history: [
    { path: 'overview.md', text: '# Overview\n', revision: 2, ...AT },
    { path: 'detail/gone.md', text: 'was here', revision: 1, ...AT },
  ],
  messages: [
    {
      index: 0,
      time: 1_700_000_000_000,
      step: 0,
      role: 'user',
      text: 'hello\u2028there',
      source: 'user',
      trust: 2,
      original: '{"id":"m1"}',
    },
    {
      index: 1,
      time: 1_700_000_000_000,
      step: 1,
      role: 'assistant',
      text: '',
      calls: [{ id: 'c1', name: 'read', arguments: '{"path":"overview.md"}' }],
      source: 'assistant',
      trust: 1,
    },
    {
      index: 2,
      time: 1_700_000_000_000,
      step: 1,
      role: 'tool',
      text: '',
      results: [{ id: 'c1', text: 'ok' }],
      source: 'tool',
      trust: 0,
    },
    {
      index: 3,
      time: 1_700_000_000_000,
      step: 2,
      role: 'system',
      text: '',
      source: 'system',
      trust: 2,
      redacted: true,
    },
  ],
  tombstones: [{ id: 'erased', time: 1_700_000_000_000, step: 2 }],
  journal: [
    {
      head: 9,
      time: 1_700_000_000_000,
      step: 4,
      usage: {},
      events: [{ type: 'step-advanced', step: 4 }],
      touched: [],
    } as { head: number },
  ],
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((value) => `${value}.`);
const time = fc.integer({ min: 0, max: 2_000_000_000_000 });
const count = fc.integer({ min: 0, max: 1000 });
const by = fc.record({ source: fc.constantFrom(...SOURCES), trust: fc.constantFrom<Trust>(0, 1, 2) });
const id = fc.stringMatching(/^[a-z0-9-]{1,12}$/).filter((value) => value !== 'constructor' && value !== 'prototype');
const path = fc
  .tuple(fc.constantFrom('detail', 'archive'), fc.stringMatching(/^[a-z0-9]{1,8}$/))
  .map(([folder, name]) => `${folder}/x${name}.md`);

const item: fc.Arbitrary<Item> = fc
  .tuple(
    fc.record(
      {
        text,
        importance: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
        tokens: count,
        createdAt: time,
        step: count,
        tags: fc.uniqueArray(text, { maxLength: 3 }),
        speaker: text,
      },
      { requiredKeys: ['text', 'importance', 'tokens', 'createdAt', 'step'] },
    ),
    fc.record({ id, sequence: count, pinned: fc.boolean(), forgotten: fc.boolean() }),
    by,
  )
  .map(([words, numbers, writer]) => ({ ...words, ...numbers, ...writer }));

const document = fc
  .tuple(
    fc.record({
      text: fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
      revision: fc.integer({ min: 1, max: 50 }),
      updatedAt: time,
      step: count,
    }),
    by,
  )
  .map(([fields, writer]) => ({ ...fields, ...writer }));

const message = fc
  .tuple(
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      text: fc.string({ unit: 'grapheme' }),
      time,
      step: count,
    } as const),
    fc.record(
      { name: text, original: fc.json().filter((json) => !/__proto__|constructor|prototype/.test(json)) },
      { requiredKeys: [] },
    ),
    by,
  )
  .map(([fields, further, writer]) => ({ ...fields, ...further, ...writer }));

/** Sound bundles, in order, and with at least the steps that their records name. */
export const anyBundle: fc.Arbitrary<Bundle> = fc
  .record({
    session: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    workspace: fc.string({ unit: 'grapheme', maxLength: 60 }),
    items: fc.uniqueArray(item, { selector: (one) => one.id, maxLength: 8 }),
    left: fc.array(
      fc.record({
        head: count,
        turn: count,
        time,
        step: count,
        reason: fc.constantFrom('expired-soft', 'capacity-exceeded'),
      } as const),
      { maxLength: 3 },
    ),
    overview: fc.option(document, { nil: undefined }),
    documents: fc.uniqueArray(fc.tuple(path, document), { selector: ([one]) => one, maxLength: 5 }),
    messages: fc.array(message, { maxLength: 5 }),
    erased: fc.uniqueArray(id, { maxLength: 3 }),
    createdAt: time,
  })
  .map(({ items, left, overview, documents, messages, erased, ...about }) => {
    const [archived, live] = [items.slice(0, left.length), items.slice(left.length)];
    return inOrder(
      bundleOf({
        ...about,
        cwd: about.workspace,
        manifest: { head: 7, time: 5, step: 2000, nextSequence: 1001 },
        items: live,
        tail: archived.flatMap((one, at) => (left[at] ? [{ ...one, left: left[at] }] : [])),
        files: [
          ...(overview ? [{ ...overview, path: 'overview.md' }] : []),
          ...documents.map(([at, one]) => ({ ...one, path: at })),
        ],
        messages: messages.map((one, index) => ({ ...one, index })),
        tombstones: erased.map((one) => ({ id: one, time: 3, step: 1 })),
      }),
    );
  });
