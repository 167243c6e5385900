// One erasure in a workspace of 50 conversations: nothing is left in any, and the receipt lists each place.
import { describe, expect, it } from 'vitest';
import { type OpenOptions, type WorkingMemory } from '../../src/entries/index.ts';
import type { EraseRequest } from '../../src/api/erasing.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import { randomIds } from '../../src/ports/system.ts';
import { type KeptSession, storageIn } from '../../src/storage/memory.ts';
import type { Storage } from '../../src/storage/port.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { writings } from '../support/canaries/plant.ts';
import { openFixed } from '../support/fixed-memory.ts';

const SESSIONS = 50;
const CANARY = CANARIES.en;
const open = (storage: Storage, session: string, options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({ storage, session, workspace: 'clinic', ids: randomIds, deadlineMs: 60_000, ...options });

/**
 * Plants a canary in every second conversation, each time in other places and in another writing; returns the ids of
 * its items.
 */
async function clinic(kept: Map<string, KeptSession>): Promise<string[]> {
  const storage = storageIn(kept);
  const forms = writings(CANARY);
  const ids: string[] = [];
  for (let turn = 0; turn < SESSIONS; turn++) {
    const memory = await open(storage, `visit ${turn}`, { private: turn % 10 === 0 });
    const text = forms[turn % forms.length] as string;
    await memory.items.memorize('It is about the garden.');
    if (turn % 2 === 0) {
      const place = (turn / 2) % 4;
      if (place === 0) {
        const { items } = await memory.items.memorize(CANARY, { userId: 'bob' });
        ids.push(items[0]?.id ?? '');
      }
      if (place === 1) await memory.transcript.append({ role: 'user', text });
      if (place === 2) await memory.files.write('detail/note.md', text);
      if (place === 3) await memory.context.prepare(plainMessages, [{ role: 'user', content: text }]);
    }
    if (turn === 1) await memory.shared.items.memorize(CANARY, { userId: 'bob' });
    await memory.close();
  }
  return ids;
}

const copyOf = (kept: ReadonlyMap<string, KeptSession>): Map<string, KeptSession> => structuredClone(new Map(kept));
const spelled = (kept: ReadonlyMap<string, KeptSession>): unknown =>
  [...kept].map(([id, { rows, ...rest }]) => [id, rest, [...rows]]);

describe('an erasure from a workspace of 50 conversations', () => {
  const whole = new Map<string, KeptSession>();
  let ids: string[];
  const planted = async (): Promise<Map<string, KeptSession>> => {
    if (whole.size === 0) ids = await clinic(whole);
    return copyOf(whole);
  };

  it.each(['userId', 'text', 'ids'] as const)('by %s leaves nothing, and its receipt names every place', async (by) => {
    const kept = await planted();
    expect(traces(spelled(kept)).length).toBeGreaterThan(SESSIONS / 2);
    const requests = { userId: { userId: 'bob' }, text: { text: CANARY }, ids: { ids } };
    const request: EraseRequest = requests[by];
    const memory = await open(storageIn(kept), 'office');
    const receipt = await memory.erase(request);
    expect(traces([spelled(kept), receipt])).toEqual([]);
    expect(receipt).toMatchObject({ searched: SESSIONS + 2, failed: [] });
    const changed = receipt.sessions.map(({ session }) => session);
    expect(changed).toContain('*shared');
    expect(changed.filter((session) => session !== '*shared')).toHaveLength(SESSIONS / 2);
    const listed = receipt.sessions.flatMap(({ items, messages, files }) => [
      ...items.map(() => 'item'),
      ...messages.map(() => 'message'),
      ...files.filter((path) => path === 'detail/note.md'),
    ]);
    const count = (what: string): number => listed.filter((one) => one === what).length;
    expect([count('item'), count('message'), count('detail/note.md')]).toEqual([8, 12, 6]);
    expect(await memory.erase(request)).toEqual({ sessions: [], searched: SESSIONS + 2, failed: [] });
    await memory.close();
  });

  it('ends what it began, at whichever of its writes it was killed', async () => {
    const kept = await planted();
    for (const before of [0, 1, 7, 25, 40]) {
      const place = copyOf(kept);
      const storage = storageIn(place);
      await (await open(storage, 'office')).close();
      let left = before;
      const dying: Storage = {
        ...storage,
        commit: (...given) => (left-- > 0 ? storage.commit(...given) : Promise.reject(new Error('killed'))),
      };
      const first = await (await open(dying, 'office')).erase({ userId: 'bob' });
      expect(left < 0).toBe(first.failed.length > 0);
      const again = await (await open(storage, 'office')).erase({ userId: 'bob' });
      expect([before, again.failed, traces(spelled(place))]).toEqual([before, [], []]);
    }
  });
});
