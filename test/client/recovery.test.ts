import { expect, it } from 'vitest';
import { openWorkingMemory, type RecoveryEvent } from '../../src/entries/index.ts';
import { flipped, openedStorage } from '../support/storage/damage.ts';

const open = (storage: ReturnType<typeof openedStorage>['storage']) =>
  openWorkingMemory({ session: 'test', storage, worker: false });

it('a memory says how it was opened, and what became of its session since', async () => {
  const opened = openedStorage();
  const first = await open(opened.storage);
  expect(first.recovery).toEqual({ kind: 'none', kept: {}, lost: {} });
  const { stored } = await first.items.memorize('one');
  expect(stored).toBe(true);
  await first.items.memorize('two');
  await first.close();

  const [id] = [...opened.session().rows.keys()].filter((key) => key.startsWith('items '));
  opened.damage('items', id?.slice('items '.length) ?? '', flipped);
  const second = await open(opened.storage);
  expect(second.recovery).toMatchObject({ kind: 'partial', kept: { items: 1, files: 1 }, lost: { items: 1 } });
  const told: RecoveryEvent[] = [];
  second.subscribe(({ events }) => {
    for (const event of events) if (event.type === 'session-recovered') told.push(event);
  });
  expect(second.runtime.quarantined).toHaveLength(1);
  expect(await second.dismissQuarantined()).toBe(1);

  await opened.storage.remove({ workspace: '/', session: 'test' });
  const other = await open(opened.storage);
  await other.items.memorize('another session');
  await second.items.memorize('three');
  expect((await second.items.list()).map(({ text }) => text)).toEqual(['another session', 'three']);
  expect(second.recovery).toMatchObject({ kind: 'reset', kept: { items: 1 }, lost: { items: 1 } });
  expect(told).toEqual([{ type: 'session-recovered', ...second.recovery }]);
  await second.close();
  await other.close();
});

it('what is salvaged of a deleted session can be imported again', async () => {
  const opened = openedStorage();
  const memory = await open(opened.storage);
  await memory.items.memorize('one');
  await memory.files.write('detail/plan.md', 'plan');
  await opened.storage.remove({ workspace: '/', session: 'test' });
  await expect(memory.export()).rejects.toMatchObject({ code: 'not-found' });
  const { bundle, damaged } = await memory.salvage();
  expect(damaged).toEqual([]);
  await memory.close();

  const anew = await open(opened.storage);
  await anew.import(bundle);
  expect((await anew.items.list()).map(({ text }) => text)).toEqual(['one']);
  expect((await anew.files.read('detail/plan.md')).text).toBe('plan');
  await anew.close();
});
