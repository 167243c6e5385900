import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { checkBundle, inOrder } from '../../src/bundle/bundle.ts';
import { bundleFromJson, workspaceToJson } from '../../src/bundle/json-form.ts';
import { WORKSPACE_FORMAT } from '../../src/bundle/form.ts';
import { canonicalJson } from '../../src/tree/canonical-json.ts';
import {
  anyBundle,
  bundleOf,
  finished,
  FULL,
  itemOf,
  jsonOf,
  LIMITS,
  turnedAround,
} from '../support/storage/bundles.ts';

const check = (raw: unknown) => finished(checkBundle(raw, LIMITS));
const fromJson = (text: string, limits = LIMITS) => finished(bundleFromJson(text, limits));
const codeOf = (ask: () => unknown): string | undefined => {
  try {
    ask();
    return undefined;
  } catch (error) {
    return isWorkingMemoryError(error) ? error.code : String(error);
  }
};
/** Checks a bundle that is empty except for one raw record in a store. */
const alone = (store: string, record: unknown) => check({ ...bundleOf(), [store]: [record] });

describe('a bundle as JSON', () => {
  it('comes back as it went', () => {
    expect(fromJson(jsonOf(FULL))).toEqual({ bundle: inOrder(FULL), skipped: [] });
  });

  it('comes back as it went, whatever it holds', () => {
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        expect(fromJson(jsonOf(bundle))).toEqual({ bundle, skipped: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('is the same text for the same state, in whatever order its rows and fields came', () => {
    const turned = Object.fromEntries(
      turnedAround(Object.entries(FULL)).map(([name, value]) => [
        name,
        Array.isArray(value) ? turnedAround<unknown>(value) : value,
      ]),
    ) as unknown as typeof FULL;
    expect(jsonOf(turned)).toBe(jsonOf(FULL));
    expect(jsonOf({ ...FULL, items: [itemOf('other')] })).not.toBe(jsonOf(FULL));
  });

  it('is canonical but for lines: the session and the workspace sort every key, and leave nothing of it out', () => {
    // In JSON a line can end only between two values.
    const inOneLine = (text: string): string => text.replaceAll('\n', '');
    const { format, version } = { format: WORKSPACE_FORMAT, version: 1 };
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        expect(inOneLine(jsonOf(bundle))).toBe(canonicalJson(bundle));
        const both = finished(workspaceToJson('one "workspace"', [FULL, bundle]));
        expect(inOneLine(both)).toBe(
          canonicalJson({ format, version, workspace: 'one "workspace"', sessions: [inOrder(FULL), bundle] }),
        );
      }),
    );
  });

  it('has each record in a line of its own', () => {
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        const records = Object.values(bundle).filter((value) => Array.isArray(value));
        const lines = jsonOf(bundle).split('\n');
        const ofRecords = lines.filter((line) => line.startsWith('{"')).map((line) => line.replace(/,$/, ''));
        expect(ofRecords.sort()).toEqual(records.flat().map(canonicalJson).sort());
      }),
    );
  });

  it('is refused over the limit of bytes, and when it is no JSON', () => {
    const small = { ...LIMITS, import: { maxBytes: 1024, maxEntries: 10, maxRecords: 10 } };
    expect(codeOf(() => fromJson(' '.repeat(1025), small))).toBe('invalid-input');
    expect(codeOf(() => fromJson('{"format":'))).toBe('invalid-input');
    expect(codeOf(() => fromJson('['.repeat(200_000)))).toBe('invalid-input');
  });
});

describe('what is no bundle at all', () => {
  const whole: readonly (readonly [string, unknown, string])[] = [
    ['nothing', undefined, 'invalid-input'],
    ['null', null, 'invalid-input'],
    ['a number', 7, 'invalid-input'],
    ['a text', 'working-memory', 'invalid-input'],
    ['a list', [FULL], 'invalid-input'],
    ['an empty object', {}, 'invalid-input'],
    ['another format', { ...FULL, format: 'other' }, 'invalid-input'],
    ['no version', { ...FULL, version: undefined }, 'invalid-input'],
    ['a version that is no number', { ...FULL, version: '1' }, 'invalid-input'],
    ['version 0', { ...FULL, version: 0 }, 'invalid-input'],
    ['a version of the future', { ...FULL, version: 2 }, 'storage-version'],
  ];
  it.each(whole)('%s is refused', (_what, raw, code) => expect(codeOf(() => check(raw))).toBe(code));

  it('does not pass because its prototype is a bundle', () => {
    expect(codeOf(() => check(JSON.parse('{"__proto__":{"format":"working-memory","version":1}}')))).toBe(
      'invalid-input',
    );
  });
});

const item = (fields: object): object => ({ ...itemOf('a'), ...fields });
const file = (fields: object): object => ({ ...FULL.files[1], ...fields });
const message = (fields: object): object => ({ ...FULL.messages[0], ...fields });
const parsed = (json: string): unknown => JSON.parse(json);
const withName = (name: string): object => parsed(`{"${name}":{"polluted":true}}`) as object;
const nested = (depth: number): unknown => (depth === 0 ? 1 : { deeper: nested(depth - 1) });

/** Each is skipped, with a reason that shows none of it. */
const BAD: readonly (readonly [what: string, store: string, record: unknown])[] = [
  ['null', 'items', null],
  ['a number', 'items', 7],
  ['a text', 'items', 'a'],
  ['a list', 'items', [itemOf('a')]],
  ['no fields', 'items', {}],
  ['no id', 'items', item({ id: undefined })],
  ['an empty id', 'items', item({ id: '' })],
  ['an id with a line break', 'items', item({ id: 'a\nb' })],
  ['an id of 201 characters', 'items', item({ id: 'x'.repeat(201) })],
  ['an id that is __proto__', 'items', item({ id: '__proto__' })],
  ['an id that is constructor', 'items', item({ id: 'constructor' })],
  ['half a surrogate pair in an id', 'items', item({ id: 'a\ud800' })],
  ['a text that is a number', 'items', item({ text: 42 })],
  ['a blank text', 'items', item({ text: '  \n' })],
  ['half a surrogate pair', 'items', item({ text: 'secret \udc00' })],
  ['a text over the limit', 'items', item({ text: 'x'.repeat(65_537) })],
  ['importance 1.1', 'items', item({ importance: 1.1 })],
  ['importance −0.1', 'items', item({ importance: -0.1 })],
  ['importance NaN', 'items', item({ importance: NaN })],
  ['importance as a text', 'items', item({ importance: '0.5' })],
  ['infinite tokens', 'items', item({ tokens: Infinity })],
  ['half a token', 'items', item({ tokens: 1.5 })],
  ['a sequence of 2⁵³', 'items', item({ sequence: 2 ** 53 })],
  ['a negative sequence', 'items', item({ sequence: -1 })],
  ['a time no date can name', 'items', item({ createdAt: 1e17 })],
  ['pinned by a number', 'items', item({ pinned: 1 })],
  ['a source that is unknown', 'items', item({ source: 'root' })],
  ['trust 3', 'items', item({ trust: 3 })],
  ['tags that are a text', 'items', item({ tags: 'one' })],
  ['65 tags', 'items', item({ tags: Array.from({ length: 65 }, (_, index) => `tag ${index}`) })],
  ['an empty tag', 'items', item({ tags: [''] })],
  ['a role that is an object', 'items', item({ role: {} })],
  ['a field __proto__', 'items', { ...item({}), ...withName('__proto__') }],
  ['a field constructor', 'items', { ...item({}), ...withName('constructor') }],
  ['a field prototype deep inside', 'items', item({ further: [withName('prototype')] })],
  ['a field nested without end', 'items', item({ further: nested(40) })],
  ['no left', 'tail', item({})],
  ['a reason that is unknown', 'tail', item({ left: { head: 1, turn: 0, time: 1, step: 0, reason: 'murdered' } })],
  ['a path that leads up', 'files', file({ path: 'detail/../../etc/passwd' })],
  ['an absolute path', 'files', file({ path: '/etc/passwd' })],
  ['a path in no folder of the tree', 'files', file({ path: 'secret.md' })],
  ['a path with a backslash', 'files', file({ path: 'detail\\plan.md' })],
  ['a path named __proto__', 'files', file({ path: 'detail/__proto__' })],
  ['a path that is a list', 'files', file({ path: ['detail', 'plan.md'] })],
  ['a text with NUL', 'files', file({ text: 'a\0b' })],
  ['a file over its limit', 'files', file({ text: '记'.repeat(100_000) })],
  ['an overview over its limit', 'files', file({ path: 'overview.md', text: 'x'.repeat(16_385) })],
  ['revision 0', 'files', file({ revision: 0 })],
  ['a deleted path that leads up', 'deleted', { path: '../x', revision: 1 }],
  ['a former revision without a text', 'history', file({ text: undefined })],
  ['a role that is unknown', 'messages', message({ role: 'root' })],
  ['a role that is __proto__', 'messages', message({ role: '__proto__' })],
  ['a message without a text', 'messages', message({ text: undefined })],
  ['calls that are an object', 'messages', message({ calls: {} })],
  ['a call without a name', 'messages', message({ calls: [{ id: 'a', arguments: '' }] })],
  ['a result that is null', 'messages', message({ results: [null] })],
  ['a message number of −1', 'messages', message({ index: -1 })],
  ['redacted: false', 'messages', message({ redacted: false })],
  ['a tombstone without an id', 'tombstones', { time: 1, step: 0 }],
  ['a tombstone at NaN', 'tombstones', { id: 'a', time: NaN, step: 0 }],
  ['a journal entry without events', 'journal', { head: 1, time: 1, step: 0, usage: {}, touched: [] }],
  [
    'a journal entry that pollutes',
    'journal',
    { head: 1, time: 1, step: 0, usage: {}, touched: [], events: [withName('__proto__')] },
  ],
];

describe('a record that is not sound', () => {
  it.each(BAD)('%s is skipped in %s', (_what, store, record) => {
    const { bundle, skipped } = alone(store, record);
    expect(bundle[store as 'items']).toEqual([]);
    expect(skipped).toEqual([{ where: `${store}[0]`, reason: expect.stringMatching(/./) }]);
    expect(skipped[0]?.reason).not.toContain('secret');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('does not take the sound ones beside it along', () => {
    const { bundle, skipped } = check({ ...FULL, items: [null, ...FULL.items, { ...itemOf('x'), trust: 9 }] });
    expect(bundle).toEqual(inOrder(FULL));
    expect(skipped.map(({ where }) => where)).toEqual(['items[0]', 'items[3]']);
  });

  it.each(['items', 'tail', 'files', 'messages', 'tombstones', 'journal'])(
    'a store %s that is no list is empty',
    (store) => {
      const { bundle, skipped } = check({ ...FULL, [store]: { length: 1, 0: {} } });
      expect(bundle[store as 'items']).toEqual([]);
      expect(skipped.map(({ where }) => where)).toContain(store);
    },
  );

  it('loses what is unknown about it', () => {
    const { bundle } = alone('items', item({ toString: 'x', evil: true }));
    expect(bundle.items).toEqual([itemOf('a')]);
  });

  it('loses an original that is no JSON, or could pollute whoever merges it, and stays', () => {
    for (const original of ['{', '{"a":{"__proto__":{"polluted":1}}}', 7]) {
      const { bundle, skipped } = alone('messages', message({ original }));
      const { original: _, ...rest } = FULL.messages[0] as object & { original?: string };
      expect(bundle.messages).toEqual([rest]);
      expect(skipped).toEqual([{ where: 'messages[0].original', reason: expect.any(String) }]);
    }
  });

  it('ends the reading where there are more than a thousand, and no further one is looked at', () => {
    let looks = 0;
    const spy = {
      get id() {
        return void looks++;
      },
    };
    const thousand = Array.from({ length: 1000 }, () => null);
    expect(check({ ...FULL, items: thousand }).skipped).toHaveLength(1000);
    const more = { ...FULL, items: [...thousand, null, ...Array.from({ length: 500 }, () => spy)] };
    expect(() => check(more)).toThrow(
      'The bundle has more than 1000 records that cannot be imported; the first is items[0]: it is not an object. Nothing was changed.',
    );
    expect(looks).toBe(0);
  });

  it('is also one with too many values to look at', () => {
    const { skipped } = alone('items', item({ tags: Array.from({ length: 100_001 }, () => 1) }));
    expect(skipped).toEqual([{ where: 'items[0]', reason: 'it has more than 100000 values' }]);
  });

  it('never throws, whatever one field of it becomes', () => {
    const stores = ['items', 'tail', 'files', 'history', 'messages', 'tombstones', 'deleted', 'journal'] as const;
    const spoilt = fc.constantFrom(...stores).chain((store) => {
      const sound = FULL[store][0] as object;
      return fc.record({
        store: fc.constant(store),
        field: fc.constantFrom(...Object.keys(sound)),
        value: fc.anything(),
      });
    });
    fc.assert(
      fc.property(spoilt, ({ store, field, value }) => {
        const { bundle, skipped } = alone(store, { ...FULL[store][0], [field]: value });
        expect(bundle[store].length + skipped.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('two records for one thing', () => {
  it('the newer counts: by sequence, by revision, in the store before the tail', () => {
    const left = { head: 1, turn: 0, time: 1, step: 0, reason: 'expired-soft' };
    const { bundle, skipped } = check({
      ...bundleOf(),
      items: [
        itemOf('a', { sequence: 1, text: 'old' }),
        itemOf('a', { sequence: 5, text: 'new' }),
        itemOf('b', { sequence: 2 }),
      ],
      tail: [
        { ...itemOf('b', { sequence: 2 }), left },
        { ...itemOf('c', { sequence: 9 }), left },
      ],
      files: [file({ revision: 4, text: 'new' }), file({ revision: 3, text: 'old' })],
      deleted: [{ path: 'detail/plan.md', revision: 9 }],
      messages: [message({ text: 'first' }), message({ text: 'second' })],
    });
    expect(bundle.items.map(({ id, text }) => [id, text])).toEqual([
      ['b', 'text of b'],
      ['a', 'new'],
    ]);
    expect(bundle.tail.map(({ id }) => id)).toEqual(['c']);
    expect(bundle.files.map(({ text }) => text)).toEqual(['new']);
    expect(bundle.deleted).toEqual([]);
    expect(bundle.messages.map(({ text }) => text)).toEqual(['first']);
    expect(skipped.map(({ where }) => where)).toEqual(['items[0]', 'tail[0]', 'files[1]', 'messages[1]']);
  });

  it('of two paths that differ only in case one is taken', () => {
    const { bundle, skipped } = check({
      ...bundleOf(),
      files: [file({ path: 'detail/Plan.md' }), file({ path: 'detail/plan.md' })],
    });
    expect(bundle.files.map(({ path }) => path)).toEqual(['detail/Plan.md']);
    expect(skipped).toHaveLength(1);
  });
});
