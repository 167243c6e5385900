// Damaged rows of an encrypted session: found, named, restored and kept aside like those of any other session.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encrypted } from '../../src/entries/encrypted.ts';
import { type KeptSession, storageIn } from '../../src/storage/memory.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import type { Row, RowStore, Storage } from '../../src/storage/port.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';

const OVERVIEW = 'overview.md';
const SEAL_BYTES = 300;

/** A session whose only file is the overview, with the storage below and ways to open it. */
async function stored(...overviews: readonly string[]) {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const kept = new Map<string, KeptSession>();
  const open = async (ids = 'again') => {
    const { engine } = await testEngine({}, { storage: encrypted(storageIn(kept), { key }), ids: countingIds(ids) });
    return { engine, ...(await engine.status()) };
  };
  const { engine } = await open('first');
  await engine.memorize([{ text: 'one' }]);
  for (const text of overviews) await engine.writeFile(OVERVIEW, text, { force: true });
  await engine.close();
  const session = [...kept.values()].find(({ address }) => address.session !== '*keys') as KeptSession;
  const only = (store: RowStore): readonly [string, Row] => {
    const [found, ...others] = [...session.rows].filter(([id]) => id.startsWith(`${store} `));
    if (!found || others.length > 0) throw new Error(`there is not one row of ${store}`);
    return found;
  };
  return {
    kept,
    open,
    rows: session.rows,
    /** Changes the only row of a store as it lies below. */
    damage(store: RowStore, change: (row: Row) => object): void {
      const [id, row] = only(store);
      session.rows.set(id, change(structuredClone(row)) as Row);
    },
  };
}

/** Turns one bit of the sealed row. */
const flippedAt =
  (at: number) =>
  (row: Row): object => {
    const sealed = Uint8Array.from(row['sealed'] as Uint8Array);
    sealed[at % sealed.length] = (sealed[at % sealed.length] as number) ^ 1;
    return { ...row, sealed };
  };
const flipped = flippedAt(40);
const inTheOverview = [{ store: 'files', key: OVERVIEW }];

describe('a damaged overview below an encrypted storage', () => {
  it('comes back as its newest sound revision, and what is left of it is kept aside', async () => {
    const { open, damage } = await stored('maintained for the first time', 'maintained for the second time');
    damage('files', flipped);
    const { engine, recovery, quarantined } = await open();
    expect(recovery).toMatchObject({ kind: 'partial', lost: { files: 1 } });
    expect(quarantined).toEqual(inTheOverview);
    expect(await engine.readFile(OVERVIEW)).toMatchObject({ text: 'maintained for the first time', revision: 4 });
    await engine.writeFile(OVERVIEW, 'maintained for the third time', { force: true });
    await engine.close();
    const again = await open('third');
    expect(again.recovery.kind).toBe('none');
    expect(again.quarantined, 'still reported').toEqual(inTheOverview);
    expect((await again.engine.readFile(OVERVIEW)).text).toBe('maintained for the third time');
  });

  it('without a sound revision is kept aside before the template is written', async () => {
    const { open, damage } = await stored();
    damage('files', flipped);
    const { engine, quarantined } = await open();
    expect((await engine.readFile(OVERVIEW)).text).toMatch(/^# Working Memory\n/);
    expect(quarantined).toEqual(inTheOverview);
    await engine.close();
    expect((await open('third')).quarantined).toEqual(inTheOverview);
  });

  it('is known by its path wherever the damage is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(SEAL_BYTES), async (at) => {
        const { open, damage } = await stored();
        damage('files', flippedAt(at));
        expect((await open()).quarantined).toEqual(inTheOverview);
      }),
      { numRuns: 10 },
    );
  });

  it('is sound where only the seal of its path is damaged', async () => {
    const { open, damage } = await stored('maintained');
    damage('files', (row) => ({ ...row, key: 'not base64' }));
    const { engine, recovery, quarantined } = await open();
    expect([recovery.kind, quarantined]).toEqual(['none', []]);
    expect((await engine.readFile(OVERVIEW)).text).toBe('maintained');
  });

  it('shows nothing that somebody wrote beside its seal', async () => {
    const { open, damage } = await stored('maintained');
    const forged = { text: 'forged', revision: 9, externallyEdited: true };
    damage('files', (row) => ({ ...(flipped(row) as Row), ...forged }));
    const { engine, quarantined } = await open();
    expect(quarantined).toEqual(inTheOverview);
    expect((await engine.readFile(OVERVIEW)).text).not.toContain('forged');
  });
});

describe('damaged rows below an encrypted storage', () => {
  it('leave storage when the app dismisses them, those of unknown keys too', async () => {
    const { open, damage, rows } = await stored('maintained');
    damage('files', flipped);
    damage('items', (row) => ({ ...(flipped(row) as Row), key: '' }));
    const damaged = [...rows.keys()].filter((id) => id.startsWith('items '));
    const { engine, quarantined } = await open();
    expect(quarantined).toHaveLength(2);
    expect(await engine.dismissQuarantined()).toBe(2);
    expect(damaged.filter((id) => rows.has(id))).toEqual([]);
    await engine.close();
    const again = await open('third');
    expect([again.quarantined, again.recovery.kind]).toEqual([[], 'none']);
  });

  it('say of the lengths of their keys only steps', async () => {
    const { rows, open } = await stored();
    const { engine } = await open();
    for (const path of ['detail/a.md', 'detail/a-longer-one.md']) await engine.writeFile(path, 'x');
    const lengths = [...rows].filter(([id]) => id.startsWith('files ')).map(([, row]) => String(row['key']).length);
    expect(lengths).toHaveLength(3);
    expect(new Set(lengths).size).toBe(1);
  });
});

describe('the record of a session that is damaged or lost', () => {
  const address = { workspace: 'clinic', session: 'test' };
  const engineOver = (storage: Storage, input: Partial<SettingsInput>) =>
    testEngine({ ...address, ...input }, { storage });

  /** Whether the session counts as private after its record was changed below the storage. */
  async function isPrivate(isSealed: boolean, wasPrivate: boolean, change: (row: Row) => object | undefined) {
    const kept = new Map<string, KeptSession>();
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const open = (input: Partial<SettingsInput> = {}) =>
      engineOver(isSealed ? encrypted(storageIn(kept), { key }) : storageIn(kept), input);
    const { engine } = await open({ private: wasPrivate });
    await engine.memorize([{ text: 'one' }]);
    await engine.close();
    const [session] = [...kept.values()].filter(({ rows }) => rows.has('sessions session'));
    const changed = change(structuredClone(session?.rows.get('sessions session') as Row));
    if (changed) session?.rows.set('sessions session', changed as Row);
    else session?.rows.delete('sessions session');
    await (await open()).engine.close();
    const again = await open();
    const [entry] = await again.engine.listSessions({});
    await again.engine.close();
    return entry?.private === true;
  }
  const renamed = ({ private: _, ...row }: Row): object => ({ ...row, privatf: true });

  it('leaves a private conversation private, sealed or not', async () => {
    for (const change of [flipped, () => undefined]) expect(await isPrivate(true, true, change)).toBe(true);
    for (const change of [renamed, (row: Row) => ({ ...row, cwd: 'x' }), () => undefined])
      expect(await isPrivate(false, true, change)).toBe(true);
  });

  it('makes one private that was not where nothing is left to tell, and no other', async () => {
    expect(await isPrivate(true, false, flipped)).toBe(true);
    expect(await isPrivate(false, false, () => undefined)).toBe(true);
    expect(await isPrivate(false, false, (row) => ({ ...row, createdAt: 7 }))).toBe(false);
  });
});
