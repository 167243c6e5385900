// Transfer of a whole workspace to another device.
import { describe, expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../src/entries/index.ts';
import type { WorkingMemoryError } from '../../src/errors.ts';
import { randomIds } from '../../src/ports/system.ts';
import type { Storage } from '../../src/storage/port.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';

const clock = fakeClock();
const open = (storage: Storage, session: string, options = {}): Promise<WorkingMemory> =>
  openFixed({ storage, session, workspace: 'ann', ids: randomIds, clock, ...options });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    ({ code }: WorkingMemoryError) => code,
  );

async function owner(): Promise<WorkingMemory> {
  const storage = memoryStorage();
  const trip = await open(storage, 'trip/€ *');
  await trip.transcript.append({ role: 'user', text: 'The ferry to Naxos leaves at nine' });
  await trip.files.write('detail/packing.md', '# Packing\n\nA ferry needs seasickness pills.');
  clock.now += 3_600_000;
  const memory = await open(storage, 'home');
  await memory.items.memorize('the ferry was cancelled twice last year');
  await memory.shared.items.memorize('Ann gets seasick on every ferry');
  const diary = await open(storage, 'diary', { private: true });
  await diary.items.memorize('a secret ferry');
  clock.now += 3_600_000;
  return memory;
}

const found = async (memory: WorkingMemory) =>
  (await memory.items.remember('ferry', { scope: 'workspace' })).hits.map(
    ({ session, scope, path, message, id, snippet }) => {
      return { session, scope, path, message, id, snippet };
    },
  );

describe.each(['zip', 'json'] as const)('a workspace exported as %s', (format) => {
  it('gives the same hits on another device', async () => {
    const here = await owner();
    const bundle = await here.export({ format, workspace: true });
    const there = await open(memoryStorage(), 'home');
    const { sessions = [], items, messages, files, skipped } = await there.import(bundle);
    expect(sessions.map(({ session }) => session).sort()).toEqual(['*shared', 'diary', 'home', 'trip/€ *']);
    expect([items, messages, files]).toEqual([3, 1, expect.any(Number)]);
    expect(skipped.filter(({ reason }) => !reason.includes('overview'))).toEqual([]);
    const hits = await found(here);
    expect(hits).toHaveLength(4);
    expect(await found(there)).toEqual(hits);
    expect((await there.sessions.list()).map((one) => [one.session, one.private])).toEqual([
      ['diary', true],
      ['home', undefined],
      ['trip/€ *', undefined],
    ]);
  });

  it('changes nothing in a dry run, and doubles nothing when it comes again', async () => {
    const here = await owner();
    const bundle = await here.export({ format, workspace: true });
    const storage = memoryStorage();
    const there = await open(storage, 'home');
    const planned = await there.import(bundle, { dryRun: true });
    expect([planned.items, planned.dryRun, (await storage.sessions()).length]).toEqual([3, true, 1]);
    await there.import(bundle);
    const again = await there.import(bundle);
    expect([again.items, again.tail, again.messages]).toEqual([0, 0, 0]);
    expect(await found(there)).toEqual(await found(here));
  });

  it('is for a named workspace, and takes no name of its own', async () => {
    const here = await owner();
    const bundle = await here.export({ format, workspace: true });
    const unnamed = await openFixed();
    expect(await codeOf(unnamed.import(bundle))).toBe('workspace-not-named');
    expect(await codeOf(unnamed.export({ format, workspace: true }))).toBe('workspace-not-named');
    expect(await codeOf(here.import(bundle, { conflict: 'fork', as: 'all' }))).toBe('invalid-input');
    expect(await codeOf(here.export({ format, workspace: 'ann' as never }))).toBe('invalid-input');
  });
});
