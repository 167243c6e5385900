// Life of a session: every way in which a commit changes stored data, and the expected state after each step.
import { expect } from 'vitest';
import { memoryStorage } from '../../../src/storage/memory.ts';
import {
  type Batch,
  ROW_STORES,
  type RowChange,
  type SessionAddress,
  type Storage,
} from '../../../src/storage/port.ts';
import { batch, drop, put } from './batches.ts';

export const HERE: SessionAddress = { workspace: '/a/b', session: 'Chat 1' };

export const SCRIPT: readonly (readonly RowChange[] | 'remove')[] = [
  [put('sessions', 'session', { cwd: '/a/b' }), put('files', 'overview.md', { text: 'template', revision: 1 })],
  [put('items', 'i1', { text: 'one' }), put('items', 'i2', { text: 'two' }), put('messages', '0', { text: 'hello' })],
  [
    put('items', 'i3', { text: 'three' }),
    put('messages', '1', { text: 'world' }),
    put('vectors', 'i3', { vector: Float32Array.of(1, 2) }),
  ],
  [
    drop('items', 'i1'),
    put('tail', 'i1', { text: 'one' }),
    put('files', 'overview.md', { text: 'maintained', revision: 2 }),
    put('files', 'detail/deep/a.md', { text: 'a' }),
  ],
  [
    put('items', 'i2', { text: 'two again' }),
    put('messages', '0', { text: '' }),
    put('files', 'detail/deep/a.md', { deleted: true }),
    put('files', 'archive/a.md', { text: 'a' }),
  ],
  [
    drop('tail', 'i1'),
    put('tombstones', 'i1', { time: 6 }),
    drop('files', 'archive/a.md'),
    put('sessions', 'session', { cwd: '/a/c' }),
  ],
  'remove',
  [put('items', 'n', { text: 'a new life' })],
];

const batches = SCRIPT.map((rows, step): Batch | undefined => {
  if (rows === 'remove') return undefined;
  const head = step < 6 ? step + 1 : 1;
  return batch(head, [...rows], head > 4 ? 3 : 0, step === 1 ? 1 : step > 1 && step < 6 ? 2 : 0);
});

export async function play(storage: Storage, step: number): Promise<void> {
  const next = batches[step];
  if (!next) return void (await storage.remove(HERE));
  expect(await storage.commit(HERE, { head: next.manifest.head - 1 }, next)).toEqual({ status: 'done' });
}

/** Returns everything that can be read of the session. */
export async function stateOf(storage: Storage) {
  const { manifest, rows } = await storage.load(HERE, ROW_STORES);
  const name = ({ store, key }: RowChange): string => `${store} ${key}`;
  return {
    manifest,
    rows: [...rows].sort((one, other) => (name(one) < name(other) ? -1 : 1)),
    journal: await storage.journal(HERE, 0, 99),
    listed: (await storage.sessions()).map((session) => [session.manifest, session.row]),
  };
}

/** States after each number of steps. */
export const states: Awaited<ReturnType<typeof stateOf>>[] = [];
const reference = memoryStorage();
states.push(await stateOf(reference));
for (const step of SCRIPT.keys()) {
  await play(reference, step);
  states.push(await stateOf(reference));
}

/** Plays until a step is refused; returns the number of acknowledged steps. */
export async function playUntilRefused(storage: Storage, from = 0): Promise<number> {
  for (let step = from; step < SCRIPT.length; step++) {
    try {
      await play(storage, step);
    } catch {
      return step;
    }
  }
  return SCRIPT.length;
}
