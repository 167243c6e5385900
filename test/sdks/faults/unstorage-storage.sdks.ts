// The storage over unstorage when its process is killed, or its driver fails, between any two operations.
import { createStorage, type Driver } from 'unstorage';
import { describe, expect, it } from 'vitest';
import { keyspaceOf } from '../../../src/storage/unstorage/keys.ts';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { HERE, playUntilRefused, SCRIPT, stateOf, states } from '../../support/storage/session-life.ts';

type Data = Map<string, string>;
/** Called before every change; it may throw. */
type Fault = (change: number, data: Data, key: string, value: string | undefined) => void;

function driverOver(data: Data, fault: Fault = () => undefined): { driver: Driver; count: () => number } {
  let changes = 0;
  const driver: Driver = {
    name: 'faulty',
    hasItem: (key) => data.has(key),
    getItem: (key) => data.get(key) ?? null,
    getKeys: () => [...data.keys()],
    setItem(key, value) {
      fault(++changes, data, key, value);
      data.set(key, value);
    },
    removeItem(key) {
      fault(++changes, data, key, undefined);
      data.delete(key);
    },
  };
  return { driver, count: () => changes };
}

const open = (driver: Driver) => unstorageStorage({ storage: createStorage({ driver }) });

async function allChanges(): Promise<number> {
  const { driver, count } = driverOver(new Map());
  expect(await playUntilRefused(open(driver))).toBe(SCRIPT.length);
  return count();
}

/** Drops everything from this change on; `share` of the text of the change itself arrives. */
const killedAt =
  (last: number, share?: number): Fault =>
  (change, data, key, value) => {
    if (change < last) return;
    const isTorn = change === last && share !== undefined && value !== undefined;
    if (isTorn) data.set(key, value.slice(0, Math.floor(value.length * share)));
    throw new Error('killed');
  };

describe('a kill', () => {
  for (const [where, share] of [
    ['before any change', undefined],
    ['in the middle of any write', 0.5],
    ['at the beginning of any write', 0],
  ] as const) {
    it(`${where} leaves the state before or after a commit`, async () => {
      const changes = await allChanges();
      expect(changes).toBeGreaterThan(40);
      const seen = { before: 0, after: 0 };
      for (let last = 1; last <= changes; last++) {
        const data: Data = new Map();
        const acknowledged = await playUntilRefused(open(driverOver(data, killedAt(last, share)).driver));
        const after = open(driverOver(data).driver);
        const listedFirst = (await after.sessions()).map(({ manifest, row }) => [manifest, row]);
        const state = await stateOf(after);
        expect(listedFirst).toEqual(state.listed);
        const isAfter = JSON.stringify(state) === JSON.stringify(states[acknowledged + 1]);
        if (!isAfter) expect(state, `killed at change ${last}`).toEqual(states[acknowledged]);
        seen[isAfter ? 'after' : 'before']++;
        const from = isAfter ? acknowledged + 1 : acknowledged;
        expect(await playUntilRefused(after, from)).toBe(SCRIPT.length);
        expect(await stateOf(after)).toEqual(states[SCRIPT.length]);
        expect([...data.keys()].filter((key) => key.includes('pending'))).toEqual([]);
      }
      expect(seen.before, 'else it was never refused').toBeGreaterThan(0);
    });
  }

  it('while a killed owner’s batch is carried out is carried out again by the third', async () => {
    const changes = await allChanges();
    for (let last = 2; last <= changes; last += 3) {
      const data: Data = new Map();
      const acknowledged = await playUntilRefused(open(driverOver(data, killedAt(last)).driver));
      for (let second = 1; second <= 5; second++) {
        await stateOf(open(driverOver(data, killedAt(second, 0.3)).driver)).catch(() => undefined);
      }
      const state = await stateOf(open(driverOver(data).driver));
      expect([states[acknowledged], states[acknowledged + 1]]).toContainEqual(state);
    }
  });
});

describe('a driver that refuses', () => {
  it('one change keeps all of a commit or nothing, and goes on in the same process', async () => {
    const changes = await allChanges();
    for (let last = 1; last <= changes; last++) {
      const data: Data = new Map();
      const storage = open(
        driverOver(data, (change) => {
          if (change === last) throw new Error('connection lost');
        }).driver,
      );
      const acknowledged = await playUntilRefused(storage);
      expect(await stateOf(storage), `refused at change ${last}`).toEqual(states[acknowledged]);
      expect(await playUntilRefused(storage, acknowledged)).toBe(SCRIPT.length);
      expect(await stateOf(open(driverOver(data).driver))).toEqual(states[SCRIPT.length]);
    }
  });

  it('after it stored the pending record all the same: a refused commit does not come back', async () => {
    const data: Data = new Map();
    let refusing = false;
    const { driver } = driverOver(data, (_, all, key, value) => {
      if (!refusing) return;
      if (value !== undefined) all.set(key, value);
      throw new Error('connection lost');
    });
    const storage = open(driver);
    await storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'a' })]));
    refusing = true;
    await expect(storage.commit(HERE, { head: 1 }, batch(2, [put('items', 'b', { text: 'b' })]))).rejects.toMatchObject(
      {
        code: 'storage-unavailable',
      },
    );
    expect(data.has(keyspaceOf(HERE).pending)).toBe(true);
    refusing = false;
    expect((await storage.load(HERE, ['items'])).rows.map(({ key }) => key)).toEqual(['a']);
    expect(data.has(keyspaceOf(HERE).pending)).toBe(false);
  });

  it('reads refuses the command that needs them, and the next one works', async () => {
    const { driver } = driverOver(new Map());
    let broken = false;
    const storage = open({
      ...driver,
      getItem: (key) => (broken ? Promise.reject(new Error('no')) : driver.getItem(key)),
    });
    await storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'a' })]));
    broken = true;
    await expect(storage.load(HERE, ['items'])).rejects.toMatchObject({ code: 'storage-unavailable' });
    await expect(storage.commit(HERE, { head: 1 }, batch(2, []))).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    broken = false;
    expect((await storage.load(HERE, ['items'])).rows).toHaveLength(1);
    expect(await storage.commit(HERE, { head: 1 }, batch(2, []))).toEqual({ status: 'done' });
  });
});
