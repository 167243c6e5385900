// Encryption at rest around other storages: their contract, the bytes below, and wrong keys.
import 'fake-indexeddb/auto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import { packed, unpacked } from '../../src/storage/encrypted/sealed-values.ts';
import { encrypted, rotateKey } from '../../src/entries/encrypted.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { type KeptSession, memoryStorage, storageIn } from '../../src/storage/memory.ts';
import type { SessionAddress, Storage } from '../../src/storage/port.ts';
import { encryptedKeysContract, newKey } from '../contracts/encrypted-keys.ts';
import { sessionsContract } from '../contracts/sessions.ts';
import { storageContract } from '../contracts/storage.ts';
import { storageParity } from '../contracts/storage-parity.ts';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { unstorageStorage } from '../../src/storage/unstorage/storage.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { fakeUnstorage } from '../support/fakes/fake-unstorage.ts';
import { batch, put } from '../support/storage/batches.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

let databases = 0;
/** Ways to open adapters over the same data, as the next process would. */
const PLACES: Readonly<Record<string, () => Promise<() => Storage>>> = {
  memory: async () => {
    const storage = memoryStorage();
    return () => storage;
  },
  indexeddb: async () => {
    const name = `encrypted-${++databases}`;
    return () => idbStorage({ name });
  },
  'file-system': async () => {
    const root = await temporaryFolder();
    return () => fileStorage({ root });
  },
  'durable-object': async () => {
    const object = fakeDurableObject('kv');
    return () => durableObjectStorage(object);
  },
};

for (const [name, start] of Object.entries(PLACES)) {
  const make = async () => {
    const open = await start();
    const key = await newKey();
    return () => encrypted(open(), { key });
  };
  storageContract(`encrypted ${name} storage`, async () => {
    const open = await make();
    return { storage: open(), reopen: async () => open() };
  });
  sessionsContract(`encrypted ${name} storage`, async () => ({ open: await make() }));
  storageParity(`${name}, encrypted`, async () => ({ open: await make() }));
  encryptedKeysContract(`an encrypted ${name} storage`, start);
}

encryptedKeysContract('an encrypted unstorage storage', async () => {
  const storage = fakeUnstorage();
  return () => unstorageStorage({ storage });
});

storageContract('encrypted unstorage storage', async () => {
  const storage = unstorageStorage({ storage: fakeUnstorage() });
  const key = await newKey();
  return { storage: encrypted(storage, { key }), reopen: async () => encrypted(storage, { key }) };
});

const HERE: SessionAddress = { workspace: '/home/zoefinch/taxation', session: 'divorced' };
const SECRETS = [
  '47110815',
  'zoefinch',
  'taxation',
  'divorced',
  'Zebracrossing',
  'salaries',
  'blackmail',
  'Quaggamire',
];

/** A session with one of the secrets in every place that an app can write to. */
async function live(storage: Storage): Promise<void> {
  const memory = await openWorkingMemory({ ...HERE, storage, worker: false, limits: { maxItems: 2 } });
  const labels = { tags: ['blackmail'], speaker: 'Quaggamire', group: 'salaries' };
  for (const year of [2024, 2025, 2026])
    await memory.items.memorize(`The PIN of ${year} is 47110815 and the word is Zebracrossing.`, labels);
  await memory.files.write('detail/salaries-of-zoefinch.md', 'Zebracrossing 47110815\n');
  await memory.files.write('detail/salaries-of-zoefinch.md', 'Zebracrossing 47110815, Quaggamire\n');
  await memory.context.prepare(
    plainMessages,
    [{ role: 'user', content: 'What was the Zebracrossing of blackmail?' }],
    {},
  );
  await memory.items.forget('oldest', { mode: 'hard' });
  await memory.close();
}

/** Finds traces of the texts in the bytes, in every way that texts are stored. */
const traces = (bytes: string): string[] =>
  SECRETS.filter((secret) =>
    [secret, btoa(secret).replace(/=+$/, ''), Buffer.from(secret, 'utf16le').toString('latin1')].some((form) =>
      bytes.toLowerCase().includes(form.toLowerCase()),
    ),
  );

describe('below an encrypted storage', () => {
  it('there is no text, name, path, id or tag of the session', async () => {
    const kept = new Map<string, KeptSession>();
    await live(encrypted(storageIn(kept), { key: await newKey() }));
    const spelled = JSON.stringify(
      [...kept].map(([id, { rows, ...rest }]) => [id, rest, [...rows]]),
      (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : (value as unknown)),
    );
    expect(spelled.length).toBeGreaterThan(5000);
    expect(traces(spelled)).toEqual([]);
  });

  it('a folder is opaque, names and files alike', async () => {
    const root = await temporaryFolder();
    await live(encrypted(fileStorage({ root }), { key: await newKey() }));
    const names = await readdir(root, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(5);
    const bytes = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    expect(traces([...names.map(({ name }) => name), ...bytes].join('\n'))).toEqual([]);
  });

  it('the same storage without encryption shows them all, so that the search above finds what there is', async () => {
    const kept = new Map<string, KeptSession>();
    await live(storageIn(kept));
    expect(traces(JSON.stringify([...kept].map(([id, { rows }]) => [id, [...rows]])))).toEqual(SECRETS);
  });

  it('equal rows are sealed differently, and open in their own place alone', async () => {
    const kept = new Map<string, KeptSession>();
    const storage = encrypted(storageIn(kept), { key: await newKey() });
    await storage.commit(
      HERE,
      { head: 0 },
      batch(1, [put('items', 'a', { text: 'x' }), put('items', 'b', { text: 'x' })]),
    );
    const session = [...kept.values()].find(({ rows }) => rows.size === 2 && ![...rows.keys()].includes('items ring'));
    const [[one, first] = [], [other, second] = []] = [...(session?.rows ?? [])];
    if (one === undefined || other === undefined || !first || !second) throw new Error('two rows are stored');
    expect(first['sealed']).not.toEqual(second['sealed']);
    session?.rows.set(one, second);
    const { rows } = await storage.load(HERE, ['items']);
    expect(rows.filter(({ value }) => value?.check === 'c').map(({ key }) => key)).toEqual(['b']);
    expect(rows).toHaveLength(2);
  });

  it('any value comes back as it was, typed arrays too', () => {
    const arrays = fc.oneof(fc.float32Array(), fc.uint8Array(), fc.float64Array());
    const fields = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.double(), fc.boolean(), arrays, fc.array(fc.double())),
    );
    fc.assert(
      fc.property(fields, (row) => {
        const named = Object.fromEntries(Object.entries(row).filter(([name]) => name !== '__proto__'));
        expect(unpacked(packed(['key', named]).buffer)).toEqual(['key', named]);
      }),
    );
  });
});

describe('a key that does not fit', () => {
  let kept: Map<string, KeptSession>;
  let key: CryptoKey;
  const below = (): Storage => storageIn(kept);
  const dump = (): unknown => structuredClone([...kept]);
  const texts = async (storage: Storage): Promise<string[]> => {
    const memory = await openWorkingMemory({ ...HERE, storage, worker: false });
    const items = await memory.items.list();
    await memory.close();
    return items.map(({ text }) => text);
  };

  beforeEach(async () => {
    kept = new Map();
    key = await newKey();
    const memory = await openWorkingMemory({ ...HERE, storage: encrypted(below(), { key }), worker: false });
    await memory.items.memorize('Kept under the first key.');
    await memory.close();
  });

  it('is refused with storage-key, whatever is asked, and nothing is touched', async () => {
    const before = dump();
    const other = encrypted(below(), { key: await newKey() });
    const refusal = { code: 'storage-key', details: { reason: 'wrong' } };
    await expect(openWorkingMemory({ ...HERE, storage: other, worker: false })).rejects.toMatchObject(refusal);
    await expect(other.commit(HERE, { head: 0 }, batch(1, []))).rejects.toMatchObject(refusal);
    await expect(other.commit(HERE, { head: 1 }, batch(2, []))).rejects.toMatchObject(refusal);
    await expect(other.since(HERE, { head: 1 })).rejects.toMatchObject(refusal);
    await expect(other.row(HERE, 'items', 'a')).rejects.toMatchObject(refusal);
    await expect(other.rows(HERE, 'messages', '', 9)).rejects.toMatchObject(refusal);
    await expect(other.journal(HERE, 0, 9)).rejects.toMatchObject(refusal);
    await expect(other.sessions()).rejects.toMatchObject(refusal);
    await expect(other.remove(HERE)).rejects.toMatchObject(refusal);
    await expect(rotateKey(below(), { from: await newKey(), to: await newKey() })).rejects.toMatchObject(refusal);
    expect(dump()).toEqual(before);
    expect(await texts(encrypted(below(), { key }))).toEqual(['Kept under the first key.']);
  });

  it('that no longer comes is storage-key as well, and the next attempt asks again', async () => {
    let asked = 0;
    const storage = encrypted(below(), {
      key: () => {
        asked++;
        if (asked === 1) throw new Error('the vault is locked');
        return key;
      },
    });
    const opening = openWorkingMemory({ ...HERE, storage, worker: false });
    await expect(opening).rejects.toMatchObject({ code: 'storage-key', details: { reason: 'unavailable' } });
    expect(await texts(storage)).toEqual(['Kept under the first key.']);
    expect(asked).toBe(2);
  });

  it('and a ring that is gone begin no new sessions over the old ones', async () => {
    for (const [id, { address }] of kept) if (address.session === '*keys') kept.delete(id);
    const before = dump();
    const storage = encrypted(below(), { key });
    const lost = { code: 'storage-key', details: { reason: 'lost' } };
    await expect(storage.commit(HERE, { head: 0 }, batch(1, []))).rejects.toMatchObject(lost);
    expect(dump()).toEqual(before);
  });

  it('is refused at once where it is no key of AES-GCM with 256 bits', async () => {
    const short = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt', 'decrypt']);
    const sealing = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
    for (const wrong of [short, sealing, 'passphrase' as unknown as CryptoKey])
      expect(() => encrypted(below(), { key: wrong })).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    const late = encrypted(below(), { key: async () => short });
    await expect(late.sessions()).rejects.toMatchObject({ code: 'invalid-option' });
  });

  it('has the session stored without encryption refused, and the encrypted one without the key', async () => {
    const plain = { ...HERE, session: 'plain' };
    const memory = await openWorkingMemory({ ...plain, storage: below(), worker: false });
    await memory.items.memorize('Readable.');
    await memory.close();
    const before = dump();
    const opening = openWorkingMemory({ ...plain, storage: encrypted(below(), { key }), worker: false });
    await expect(opening).rejects.toMatchObject({ code: 'storage-key', details: { reason: 'not-encrypted' } });
    for (const { address } of kept.values()) {
      if (address.workspace === plain.workspace || address.session === '*keys') continue;
      const without = openWorkingMemory({ ...address, storage: below(), worker: false });
      await expect(without).rejects.toMatchObject({ code: 'storage-key', details: { reason: 'encrypted' } });
    }
    expect(dump()).toEqual(before);
  });

  it('is exchanged in one commit: the new one opens everything, the old one nothing', async () => {
    const beside = encrypted(below(), { key });
    const open = await openWorkingMemory({ ...HERE, session: 'beside', storage: beside, worker: false });
    await open.items.memorize('Before.');
    const next = await newKey();
    expect(await rotateKey(below(), { from: key, to: next })).toEqual({ workspaces: 1, sessions: 2 });
    // Called again, as after an interruption, it finds nothing left to do.
    expect(await rotateKey(below(), { from: key, to: next })).toEqual({ workspaces: 0, sessions: 0 });
    await open.items.memorize('After.');
    await open.close();
    expect(await texts(encrypted(below(), { key: next }))).toEqual(['Kept under the first key.']);
    const wrong = { code: 'storage-key', details: { reason: 'wrong' } };
    await expect(texts(encrypted(below(), { key }))).rejects.toMatchObject(wrong);
    // Not even one that had the old key before it was exchanged gives a new session keys under it.
    await expect(beside.commit({ ...HERE, session: 'late' }, { head: 0 }, batch(1, []))).rejects.toMatchObject(wrong);
  });

  it('of one workspace says nothing of another, which may have a key of its own', async () => {
    const second = await newKey();
    const elsewhere = encrypted(below(), { key: second });
    await elsewhere.commit({ workspace: '/other', session: 'one' }, { head: 0 }, batch(1, []));
    expect((await elsewhere.sessions()).map(({ workspace }) => workspace)).toEqual(['/other']);
    expect(await rotateKey(below(), { from: second, to: key })).toEqual({ workspaces: 1, sessions: 1 });
    const all = await encrypted(below(), { key }).sessions();
    expect(all.map(({ workspace }) => workspace).sort()).toEqual([HERE.workspace, '/other'].sort());
  });

  it('nor any other opens a deleted session, even where its rows were copied before', async () => {
    const copy = structuredClone(kept);
    await encrypted(below(), { key }).remove(HERE);
    for (const [id, session] of copy) if (session.address.session !== '*keys') kept.set(id, session);
    const storage = encrypted(below(), { key });
    expect(await storage.sessions()).toEqual([]);
    expect(await texts(storage)).toEqual([]);
  });
});

describe('an encrypted session that was interrupted', () => {
  it('is deleted from the moment its keys are, and what is left goes with the next deletion', async () => {
    const kept = new Map<string, KeptSession>();
    const key = await newKey();
    const stored = storageIn(kept);
    const first = encrypted({ ...stored, remove: () => Promise.reject(new Error('killed')) }, { key });
    await first.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'x' })]));
    await expect(first.remove(HERE)).rejects.toThrow('killed');
    const second = encrypted(stored, { key });
    expect(await second.load(HERE, ['items'])).toEqual({ manifest: undefined, rows: [] });
    await second.commit(HERE, { head: 0 }, batch(1, [put('items', 'b', { text: 'y' })]));
    expect(kept.size).toBe(3);
    await second.remove(HERE);
    expect([...kept.values()].map(({ address }) => address.session)).toEqual(['*keys']);
  });

  it('is made by one of several owners who begin it at once', async () => {
    const stored = memoryStorage();
    const key = await newKey();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        encrypted(stored, { key }).commit(HERE, { head: 0 }, batch(1, [put('items', `${index}`, { text: 'x' })])),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(1);
    expect((await encrypted(stored, { key }).load(HERE, ['items'])).rows).toHaveLength(1);
  });
});

it('a storage that none of them can wrap is refused at once, with what is expected', async () => {
  const key = await newKey();
  for (const wrong of ['memory', 'indexedDB', {}, undefined] as unknown as Storage[]) {
    const refused = expect.objectContaining({ code: 'invalid-option', message: expect.stringContaining('storage') });
    expect(() => encrypted(wrong, { key }), String(wrong)).toThrow(refused);
    await expect(rotateKey(wrong, { from: key, to: key })).rejects.toEqual(refused);
  }
  expect(() => encrypted('memory' as never, { key })).toThrow(
    "Option encrypted.storage must be 'indexeddb' or a storage adapter, such as memoryStorage(); got 'memory'.",
  );
});

it('a new key is refused for the wrapped storage, which has no ring to put under it', async () => {
  const [from, to] = [await newKey(), await newKey()];
  await expect(rotateKey(encrypted(memoryStorage(), { key: from }), { from, to })).rejects.toMatchObject({
    code: 'invalid-option',
    details: { option: 'rotateKey.storage', expected: 'the storage that `encrypted` wraps' },
  });
});
