// Limits of a hostile or huge bundle: records are counted before they are read, and reading pauses.
import { Deflate, type Zippable, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { checkBundle } from '../../src/bundle/bundle.ts';
import type { BundleLimits } from '../../src/bundle/form.ts';
import { bundleFromRows } from '../../src/bundle/from-rows.ts';
import { bundleFromJson, bundleToJson, sessionsOfJson, workspaceToJson } from '../../src/bundle/json-form.ts';
import { planImport } from '../../src/bundle/import-plan.ts';
import type { Sliced } from '../../src/bundle/reading/slices.ts';
import { bundleFromZip, bundlesToZip, bundleToZip } from '../../src/bundle/zip.ts';
import { resolveSettings } from '../../src/options/options.ts';
import type { Document } from '../../src/tree/files/document.ts';
import { bundleOf, finished, FULL, itemOf, jsonOf, LIMITS, pausesOf, zipOfBundle } from '../support/storage/bundles.ts';

const ROOT = 'sessions/--Users-genius-project-ai--/chat%2042/';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const within = (maxRecords: number): BundleLimits => ({ ...LIMITS, import: { ...LIMITS.import, maxRecords } });
const list = <T>(length: number, make: (place: number) => T): T[] => Array.from({ length }, (_, place) => make(place));
const tombstones = (count: number) => list(count, (place) => ({ id: `gone-${place}`, time: 1, step: 0 }));
const zipWith = (files: Readonly<Record<string, string>>): Uint8Array => {
  const tree: Zippable = { [`${ROOT}working-memory/overview.md`]: bytes('# Overview') };
  for (const [name, text] of Object.entries(files)) tree[ROOT + name] = bytes(text);
  return zipSync(tree);
};

describe('the records of a bundle', () => {
  it('F75: are counted over all lists, tombstones and journal too, before one is read', () => {
    const { items, tail, files, deleted, history, messages, journal } = FULL;
    const others = [items, tail, files, deleted, history, messages, journal].flat().length;
    const bundle = { ...FULL, tombstones: tombstones(7) };
    expect(finished(checkBundle(bundle, within(others + 7))).skipped).toEqual([]);
    const unread = new Proxy({}, { ownKeys: () => expect.unreachable() });
    expect(() => finished(checkBundle({ ...bundle, items: [...items, unread] }, within(others + 7)))).toThrow(
      `The bundle has ${others + 8} records in its lists; import.maxRecords allows ${others + 7}. Nothing was changed.`,
    );
  });

  it('are a hundred thousand at most where the app says nothing', () => {
    expect(LIMITS.import.maxRecords).toBe(100_000);
    expect(() =>
      finished(bundleFromJson(JSON.stringify(bundleOf({ tombstones: tombstones(100_001) })), LIMITS)),
    ).toThrow('100001 records');
  });

  it('of a zip are its lines: no line beyond the limit is parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const data = zipWith({ 'messages.jsonl': '{}\n'.repeat(5000) });
    expect(() => finished(bundleFromZip(data, within(100)))).toThrow(
      /more than 100 records.*import.maxRecords allows 100/,
    );
    expect(parse.mock.calls.length).toBe(100);
    parse.mockRestore();
  });

  it('are as many in the zip of a bundle as in the bundle', () => {
    const count = [FULL.items, FULL.tail, FULL.files, FULL.deleted, FULL.history].flat().length;
    const all = count + FULL.messages.length + FULL.tombstones.length + FULL.journal.length;
    expect(finished(bundleFromZip(zipOfBundle(FULL), within(all))).skipped).toEqual([]);
    expect(() => finished(bundleFromZip(zipOfBundle(FULL), within(all - 1)))).toThrow('import.maxRecords');
  });

  it('count as lines where these are empty', () => {
    const data = zipWith({ 'messages.jsonl': '\n'.repeat(200) });
    expect(() => finished(bundleFromZip(data, within(100)))).toThrow('import.maxRecords');
  });
});

describe('a bundle from stored rows', () => {
  it('is made with pauses after every few hundred rows', () => {
    const rows = (count: number) =>
      tombstones(count).map(({ id: key, ...fields }) => JSON.stringify({ store: 'tombstones', key, fields }));
    const made = (count: number) => bundleFromRows(bundleOf(), { manifest: undefined, rows: rows(count) });
    expect(pausesOf(made(400))).toBe(0);
    expect(pausesOf(made(60_000))).toBeGreaterThan(100);
    expect(finished(made(2)).tombstones).toEqual(tombstones(2));
  });
});

describe('writing a bundle as JSON', () => {
  it('pauses after every few hundred records, and over all sessions of a workspace', () => {
    const raw = (count: number) => bundleOf({ tombstones: tombstones(count) });
    expect(pausesOf(bundleToJson(raw(400)))).toBe(0);
    expect(pausesOf(bundleToJson(raw(60_000)))).toBeGreaterThan(100);
    expect(
      pausesOf(
        workspaceToJson(
          'many',
          list(150, () => raw(400)),
        ),
      ),
    ).toBeGreaterThan(100);
  });
});

describe('writing a bundle as a zip', () => {
  const many = (count: number) => bundleOf({ tombstones: tombstones(count) });

  it('pauses after every few hundred records, and over all sessions of a workspace', () => {
    expect(pausesOf(bundleToZip(many(200)))).toBe(0);
    expect(pausesOf(bundleToZip(many(60_000)))).toBeGreaterThan(120);
    const sessions = list(40, (place) => ({ ...many(400), session: `session ${place}` }));
    expect(pausesOf(bundlesToZip(sessions))).toBeGreaterThan(30);
  });

  it('deflates at most a slice and a piece between two pauses: of ten thousand items, and within one long text', () => {
    const deflate = vi.spyOn(Deflate.prototype, 'push');
    const mostOf = (work: Sliced<unknown>): number => {
      let most = 0;
      for (let isDone = false; !isDone; deflate.mockClear()) {
        isDone = work.next().done === true;
        const sum = deflate.mock.calls.reduce((bytes, [piece]) => bytes + piece.length, 0);
        most = Math.max(most, sum);
      }
      return most;
    };
    const text = 'a fact of some two hundred letters, '.repeat(6);
    const items = list(10_000, (place) => itemOf(`item-${place}`, { text: `${place} ${text}`, sequence: place }));
    const overview = { ...FULL.files[0], path: 'overview.md', text: 'lorem ipsum '.repeat(500_000) } as Document;
    expect(mostOf(bundleToZip(bundleOf({ items })))).toBeLessThanOrEqual(262_144 + 65_536);
    expect(mostOf(bundleToZip(bundleOf({ files: [overview] })))).toBeLessThanOrEqual(262_144 + 65_536);
    deflate.mockRestore();
  });

  it('pauses between many small files', () => {
    const files = list(2000, (place) => ({ ...FULL.files[1], path: `detail/${place}.md`, text: 'short' }) as Document);
    expect(pausesOf(bundleToZip(bundleOf({ files })))).toBeGreaterThan((2000 * 4096) / 262_144);
  });
});

describe('reading a bundle', () => {
  it('pauses after every few hundred records', () => {
    const raw = (count: number) => bundleOf({ tombstones: tombstones(count) });
    expect(pausesOf(checkBundle(raw(400), LIMITS))).toBe(0);
    expect(pausesOf(checkBundle(raw(60_000), LIMITS))).toBeGreaterThan(100);
  });

  it('pauses while its JSON is parsed, and over all sessions of a workspace', () => {
    const raw = bundleOf({ tombstones: tombstones(60_000) });
    const checking = pausesOf(checkBundle(raw, LIMITS));
    expect(pausesOf(bundleFromJson(jsonOf(raw), LIMITS))).toBeGreaterThan(checking + 100);
    const many = list(150, () => bundleOf({ tombstones: tombstones(400) }));
    expect(pausesOf(sessionsOfJson(finished(workspaceToJson('many', many)), LIMITS))).toBeGreaterThan(5);
  });

  it('pauses after the unreadable as well', () => {
    const data = zipWith({ 'messages.jsonl': '{"role":"user","text":"hello"}\n'.repeat(20_000) });
    expect(pausesOf(bundleFromZip(data, LIMITS))).toBeGreaterThan(2 * (20_000 / 512) - 4);
  });

  it('pauses within and between long texts', () => {
    const text = 'x'.repeat(60_000);
    const items = list(50, (place) => itemOf(`long-${place}`, { text, sequence: place }));
    expect(pausesOf(checkBundle(bundleOf({ items }), LIMITS))).toBeGreaterThan(8);
    const data = zipSync({ [`${ROOT}working-memory/archive/long.md`]: bytes('lorem ipsum '.repeat(500_000)) });
    // Once per quarter of a megabyte for the checksum; inflating goes faster the better it was packed.
    expect(pausesOf(bundleFromZip(data, LIMITS))).toBeGreaterThan((12 * 500_000) / 262_144);
  });
});

describe('planning an import', () => {
  const pauses = (count: number): number => {
    const items = list(count, (place) => itemOf(`item-${place}`, { sequence: place }));
    const basis = {
      head: 0,
      step: 0,
      now: 1,
      messages: 0,
      nextSequence: 0,
      cwd: '/',
      expiry: [],
      items: new Map(),
      tail: new Map(),
      usage: { items: 0, tokens: 0 },
      tombstones: new Map(),
      files: new Map(),
      deleted: new Map(),
      limits: { maxItems: 100_000, maxTokens: 1_000_000 },
    };
    const checked = { bundle: bundleOf({ items }), skipped: [], tokens: new Map() };
    const plan = planImport(
      basis,
      checked,
      { onConflict: 'keep', provenance: 'bundle' },
      resolveSettings({ session: 's' }),
    );
    return pausesOf(plan);
  };

  it('pauses after every few hundred records, and between its passes over all of them', () => {
    expect(pauses(100)).toBe(0);
    expect(pauses(10_000)).toBeGreaterThan(10_000 / 512 + 2);
  });
});
