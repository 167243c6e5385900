// Behaviour of every storage below an encrypted one when the key differs, was exchanged, or is lost.
import { describe, expect, it } from 'vitest';
import { encrypted, rotateKey } from '../../src/entries/encrypted.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { ROW_STORES, type SessionAddress, type Storage } from '../../src/storage/port.ts';

const HERE: SessionAddress = { workspace: '/home/zoefinch', session: 'taxes' };
const SECRET = 'The PIN is 47110815.';

export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** Returns everything in a storage, key rings included. */
async function contentOf(storage: Storage): Promise<unknown> {
  const sessions = await storage.sessions();
  return Promise.all(
    sessions.map(async (one) => [one, await storage.load(one, ROW_STORES), await storage.journal(one, 0, 1000)]),
  );
}

/** @param start makes an empty place; each call of what it returns opens it again, as the next process would */
export function encryptedKeysContract(name: string, start: () => Promise<() => Storage>): void {
  describe(`keys of ${name}`, () => {
    const memoryOver = (storage: Storage, key: CryptoKey) =>
      openWorkingMemory({ ...HERE, storage: encrypted(storage, { key }), worker: false });
    const texts = async (storage: Storage, key: CryptoKey): Promise<string[]> => {
      const memory = await memoryOver(storage, key);
      const items = await memory.items.list();
      await memory.close();
      return items.map(({ text }) => text);
    };
    const stored = async () => {
      const open = await start();
      const key = await newKey();
      const memory = await memoryOver(open(), key);
      await memory.items.memorize(SECRET);
      await memory.close();
      return { open, key };
    };
    const refused = (reason: string) => ({ code: 'storage-key', details: { reason } });

    it('are needed: a wrong one changes nothing, and nothing is legible below', async () => {
      const { open, key } = await stored();
      const before = await contentOf(open());
      expect(JSON.stringify(before)).not.toMatch(/47110815|zoefinch|taxes/);
      await expect(memoryOver(open(), await newKey())).rejects.toMatchObject(refused('wrong'));
      expect(await contentOf(open())).toEqual(before);
      expect(await texts(open(), key)).toEqual([SECRET]);
    });

    it('are exchanged: the new one opens all, the one before nothing', async () => {
      const { open, key } = await stored();
      const next = await newKey();
      expect(await rotateKey(open(), { from: key, to: next })).toEqual({ workspaces: 1, sessions: 1 });
      await expect(memoryOver(open(), key)).rejects.toMatchObject(refused('wrong'));
      expect(await texts(open(), next)).toEqual([SECRET]);
    });

    it('are lost with their ring, and nothing begins anew over what they sealed', async () => {
      const { open, key } = await stored();
      const ring = (await open().sessions()).find(({ session }) => session === '*keys');
      if (!ring) throw new Error('there is no ring');
      await open().remove(ring);
      const before = await contentOf(open());
      await expect(memoryOver(open(), key)).rejects.toMatchObject(refused('lost'));
      expect(await contentOf(open())).toEqual(before);
    });

    it('go with a session that is deleted', async () => {
      const { open, key } = await stored();
      await encrypted(open(), { key }).remove(HERE);
      expect((await open().sessions()).map(({ session }) => session)).toEqual(['*keys']);
      expect(await texts(open(), key)).toEqual([]);
    });
  });
}
